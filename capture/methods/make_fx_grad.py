"""make_fx_grad: `make_fx` in fake mode of forward and `torch.autograd.grad` in one graph.

Inputs: those of `program.inputs()`, then a tangent for each result that requires a gradient; none where the case names
a loss. Results: the user outputs, then one gradient per parameter and user input that requires one. It is `None` where
no result depends on that parameter or input.
"""

from typing import Any

import torch
from torch.fx.experimental import proxy_tensor

from ..captured.captured import Captured, Input, Result, Unsupported
from ..program.functional import Functional
from ..program.points import Points
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """One graph `joint`. Raises Unsupported when nothing requires a gradient."""
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
    """The tangent of result `number` as an input of the graph that is being traced: its shape is known only there."""
    with proxy_tensor.disable_proxy_modes_tracing(), torch.no_grad():
        tangent = torch.empty_like(result)
    tracer = proxy_tensor.get_proxy_mode().tracer
    proxy = tracer.create_proxy("placeholder", f"tangents_{number + 1}", (), {})
    proxy_tensor.track_tensor_tree(tangent, proxy, constant=None, tracer=tracer)
    return tangent


def _put_first(graph: torch.fx.Graph) -> None:
    """Moves each placeholder that was made while tracing behind those that were there before."""
    nodes = iter(list(graph.nodes))
    first = next((node for node in nodes if node.op != "placeholder"), None)
    for node in nodes:
        if node.op == "placeholder":
            first.prepend(node)
