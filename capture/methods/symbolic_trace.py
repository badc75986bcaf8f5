"""symbolic_trace: the Python-level graph of `torch.fx.symbolic_trace`, with the effects of each node.

Shapes, effects and aliases come from interpreting the graph once on the program's inputs. `interpret` describes the
entries in `node.meta`. Placeholders are the arguments of the model's `forward`, unflattened. `get_attr` and
`call_module` nodes read states, which are not inputs.
"""

import functools

import torch

from assay_capture import phase

from .. import torch_private as private
from ..captured.captured import Captured, Result, Unsupported
from ..observe.interpret import Watching
from ..program import naming, tracing
from ..program.arguments import arguments
from ..program.program import Program


def _constants(program: Program, graph: torch.fx.GraphModule) -> list[torch.Tensor]:
    """The tensors that the trace made and the graph reads, without the program's states."""
    states = {id(tensor) for named in (program.parameters, program.buffers) for tensor in named.values()}
    targets = {node.target: None for node in list(graph.graph.nodes) if node.op == "get_attr"}
    read = [functools.reduce(getattr, target.split("."), graph) for target in targets]
    return [value for value in read if isinstance(value, torch.Tensor) and id(value) not in states]


def _require_parts(graph: torch.fx.GraphModule) -> None:
    """Raises Unsupported for a result whose parts are not values of the graph, since its parts would have no names."""
    (returned,) = next(node for node in reversed(graph.graph.nodes) if node.op == "output").args
    for node in private.tree_leaves(returned):
        value = node.meta["val"] if isinstance(node, torch.fx.Node) else None
        if not isinstance(value, (tuple, list)) and not private.tree_is_leaf(value):
            raise Unsupported(f"one node makes the whole {type(value).__name__} that is returned, not its parts")


def capture(program: Program) -> list[Captured]:
    """The graph `forward`. Raises TraceError, or the exceptions of running the trace on the program's inputs.

    The model runs, and its buffers change. Constants keep their values from the trace, whatever the graph writes
    into them."""
    inputs = arguments(program)
    with program.running():
        # A model made by a pass is its graph. Another trace would differ.
        graph = program.model if program.original is not None else tracing.symbolic_trace(program.model)
        constants = [(tensor, tensor.detach().clone()) for tensor in _constants(program, graph)]
        with phase("observe"):
            output = Watching(program, graph, {name: one.value for name, one in inputs.items()}).run()
        with torch.no_grad():
            for tensor, traced in constants:
                tensor.copy_(traced)
    _require_parts(graph)
    placeholders = [node.target for node in list(graph.graph.nodes) if node.op == "placeholder"]
    results = [Result("user", name) for name, _ in naming.leaves(output)]
    return [Captured("forward", graph, [inputs[target] for target in placeholders], results)]
