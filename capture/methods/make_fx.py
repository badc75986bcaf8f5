"""make_fx: the forward graph of `make_fx` in fake mode, over the functional model.

Placeholders align with the leaves of `program.inputs()`, also with leaves that are not tensors.
"""

from torch.fx.experimental import proxy_tensor

from ..captured.captured import Captured
from ..program.functional import Functional
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """The graph `forward`. Raises the exceptions of tracing."""
    model = Functional(program)
    trace = proxy_tensor.make_fx(model.forward(), tracing_mode="fake", _allow_non_fake_inputs=True)
    with program.context():
        graph = trace(*model.values())
    return [Captured("forward", graph, model.inputs, model.results)]
