"""make_fx_grad: `make_fx` in fake mode of forward, loss and `torch.autograd.grad` in one graph.

Results: the user outputs, then one gradient per parameter and user input that requires one
(`None` for what the loss does not depend on).
"""

from typing import Any

from torch.fx.experimental import proxy_tensor

from ..captured.captured import Captured, Result, Unsupported
from ..program.functional import Functional
from ..program.points import Points
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """One graph `joint`. Raises Unsupported when nothing requires a gradient."""
    model = Functional(program)
    wanted = program.wanted(model.inputs)
    if not wanted:
        raise Unsupported("no parameter or input requires a gradient")

    def joint(*leaves: Any) -> list[Any]:
        asked = Points([leaves[position] for position in wanted])
        output = model.output(leaves)
        gradients = program.gradients(output, asked)
        if not gradients:
            raise Unsupported("the loss depends on nothing that requires a gradient")
        return [*model.named(output), *gradients]

    trace = proxy_tensor.make_fx(joint, tracing_mode="fake", _allow_non_fake_inputs=True)
    with program.context():
        graph = trace(*model.values())
    gradients = [Result("gradient", model.inputs[position].name) for position in wanted]
    return [Captured("joint", graph, model.inputs, model.results + gradients)]
