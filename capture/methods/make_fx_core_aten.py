"""make_fx_core_aten: `make_fx`, decomposed into PyTorch's core ATen operators.

In-place operators and views stay, because `make_fx` does not functionalise.
"""

import functools
from typing import Any, Callable

from torch.fx.experimental import proxy_tensor

from assay_capture import phase

from .. import torch_private as private
from ..captured.captured import Captured
from ..program.functional import Functional
from ..program.program import Program


def _timed(decompose: Callable[..., Any]) -> Callable[..., Any]:
    """`decompose`, timed as a phase of a measured capture."""

    @functools.wraps(decompose)
    def timed(*args: Any, **kwargs: Any) -> Any:
        with phase("decompose"):
            return decompose(*args, **kwargs)

    return timed


@functools.cache
def _table() -> dict[Any, Callable[..., Any]]:
    return {operator: _timed(decompose) for operator, decompose in private.core_aten_decompositions().items()}


def capture(program: Program) -> list[Captured]:
    """The graph `forward`. Raises the exceptions of tracing."""
    model = Functional(program)
    trace = proxy_tensor.make_fx(
        model.forward(),
        decomposition_table=_table(),
        tracing_mode="fake",
        _allow_non_fake_inputs=True,
    )
    with program.context():
        graph = trace(*model.values())
    return [Captured("forward", graph, model.inputs, model.results)]
