"""make_fx_grad: `make_fx` in fake mode of forward and `torch.autograd.grad` in the same graph.

Inputs: those of `program.inputs()`, then a tangent for each result that requires a gradient, unless the case has a
loss. Results: the user outputs, then a gradient per parameter and user input that requires it, `None` if no result
depends on it.
"""

from typing import Any

import torch
from torch.fx.experimental import proxy_tensor

from ..captured.captured import Captured, Input, Result, Unsupported
from ..program.functional import Functional
from ..program.points import Points
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """The graph `joint`. Raises Unsupported if nothing requires a gradient."""
    model = Functional(program)
    tangents: list[Input] = []
    wanted = program.wanted(model.inputs)
    if not wanted:
        raise Unsupported("no parameter or input requires a gradient")

    def joint(*leaves: Any) -> list[Any]:
        asked = Points([leaves[position] for position in wanted])
        output = model.output(leaves)
        start = program.start(output, _placeholder)
        if start is None:
            raise Unsupported("no result requires a gradient")
        tangents.extend(Input("tangent", name) for name in start.names)
        return [*model.named(output), *program.gradients(start, asked)]

    trace = proxy_tensor.make_fx(joint, tracing_mode="fake", _allow_non_fake_inputs=True)
    with program.context():
        graph = trace(*model.values())
    _put_first(graph.graph)
    gradients = [Result("gradient", model.inputs[position].name) for position in wanted]
    return [Captured("joint", graph, model.inputs + tangents, model.results + gradients)]


def _placeholder(result: torch.Tensor, number: int, _: int) -> torch.Tensor:
    """The tangent of result `number`, as an input of the graph in tracing, because only there its shape is known."""
    with proxy_tensor.disable_proxy_modes_tracing(), torch.no_grad():
        tangent = torch.empty_like(result)
    tracer = proxy_tensor.get_proxy_mode().tracer
    proxy = tracer.create_proxy("placeholder", f"tangents_{number + 1}", (), {})
    proxy_tensor.track_tensor_tree(tangent, proxy, constant=None, tracer=tracer)
    return tangent


def _put_first(graph: torch.fx.Graph) -> None:
    """Moves placeholders made during tracing behind the original placeholders."""
    nodes = iter(list(graph.nodes))
    first = next((node for node in nodes if node.op != "placeholder"), None)
    for node in nodes:
        if node.op == "placeholder":
            first.prepend(node)
