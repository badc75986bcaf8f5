"""make_fx_real: `make_fx` with real values: the model runs and its operators are recorded.

A branch on a value still raises, because PyTorch returns no number from a traced tensor.
"""

from torch.fx.experimental import proxy_tensor

from ..captured.captured import Captured
from ..program.functional import Functional
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """The graph `forward`, traced on copies of buffers and inputs, since tracing runs the model.

    Raises Unsupported on the phantom, which has no values."""
    program.require_supported("make_fx_real")
    model = Functional(program)
    trace = proxy_tensor.make_fx(model.forward(), tracing_mode="real")
    graph = trace(*model.values(copies=True))
    return [Captured("forward", graph, model.inputs, model.results)]
