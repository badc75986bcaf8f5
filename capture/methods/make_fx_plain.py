"""make_fx_plain: `make_fx(model)(x)` in the form of tutorials: default mode, states read from the model.

PyTorch turns the states it meets into constants of the graph. Here they become inputs, named by identity. Other
constants stay. The model runs on its own buffers, which are restored.
"""

from typing import Any

import torch
from torch.fx.experimental import proxy_tensor

from ..captured.captured import Captured, Input
from ..program.functional import Functional
from ..program.program import Program
from ..program.untouched import untouched


def _named_states(graph: torch.fx.GraphModule, states: list[Input]) -> list[Input]:
    """Replaces all reads of each state by a placeholder, in the order of `states`. Returns the inputs of the states
    read."""
    nodes = list(graph.graph.nodes)
    reads: dict[int, list[torch.fx.Node]] = {}
    for node in nodes:
        if node.op == "get_attr":
            reads.setdefault(id(getattr(graph, node.target)), []).append(node)
    found = [state for state in states if id(state.value) in reads]
    for state in found:
        with graph.graph.inserting_before(nodes[0]):
            named = graph.graph.placeholder("state_" + state.name.replace(".", "_"))
        named.meta["val"] = state.value
        for read in reads[id(state.value)]:
            read.replace_all_uses_with(named)
            graph.graph.erase_node(read)
    return found


def capture(program: Program) -> list[Captured]:
    """The graph `forward`: states in use, then user inputs. Raises the exceptions of tracing.

    On the phantom all tensors are fake, so reads of values raise."""
    model = Functional(program)
    states = [given for given in model.inputs if given.role != "user"]
    users = [given for given in model.inputs if given.role == "user"]

    def forward(*leaves: Any) -> list[Any]:
        args, kwargs = model.unflattened(leaves)
        return model.named(program.model(*args, **kwargs))

    with program.context(), untouched(program):
        graph = proxy_tensor.make_fx(forward)(*[given.value for given in users])
    return [Captured("forward", graph, _named_states(graph, states) + users, model.results)]
