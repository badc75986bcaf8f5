"""symbolic_trace: the Python-level graph of `torch.fx.symbolic_trace`, with what each node does.

Shapes, effects and aliases come from interpreting the graph once on the program's inputs; see
`interpret` for what is left in `node.meta`. Placeholders are the arguments of the model's
`forward`, unflattened; states are read by `get_attr` and `call_module` nodes and are no inputs.
"""

import inspect
from typing import Any

import torch

from . import naming
from .captured import Captured, Input, Result
from .interpret import Watching
from .program import Program

_STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def arguments(program: Program) -> dict[str, Input]:
    """Placeholder target -> Input. An argument that was not given has its default as value and
    is named as if by keyword; `*rest` and `**rest` are one placeholder under that name."""
    signature = inspect.signature(program.model.forward)
    bound = signature.bind(*program.args, **program.kwargs)
    bound.apply_defaults()
    found: dict[str, Input] = {}
    for position, (name, parameter) in enumerate(signature.parameters.items()):
        target = _STARS.get(parameter.kind, "") + name
        positional = position < len(program.args) and parameter.kind != parameter.KEYWORD_ONLY
        path = str(position) if positional else f"kw.{name}"
        found[target] = Input("user", target if target != name else path, [], bound.arguments[name])
    return found


def capture(program: Program) -> list[Captured]:
    """One graph `forward`. Raises what tracing raises (TraceError), or what running the trace on
    the program's inputs raises. The model runs: its buffers are mutated."""
    inputs = arguments(program)
    with program.context():
        graph = torch.fx.symbolic_trace(program.model)
        output = Watching(program, graph, {name: one.value for name, one in inputs.items()}).run()
    placeholders = [node.target for node in list(graph.graph.nodes) if node.op == "placeholder"]
    results = [Result("user", name) for name, _ in naming.leaves(output)]
    return [Captured("forward", graph, [inputs[target] for target in placeholders], results)]
