"""double: rewrites a module of torch.fx, exported from a graph file, to compute in double precision.

Types named by nodes and states become double types. Autocast is off. It shares no code with the replay.
"""

from typing import Any

import torch
from torch import fx

WIDE = {
    torch.float16: torch.float64,
    torch.bfloat16: torch.float64,
    torch.float32: torch.float64,
    torch.complex32: torch.complex128,
    torch.complex64: torch.complex128,
}
_CASTS = ("float", "half", "bfloat16")
_AUTOCAST = ("_enter_autocast", "_exit_autocast", "set_autocast_enabled", "autocast_increment_nesting", "autocast_decrement_nesting")


def widened(value: Any) -> Any:
    """A tensor in double precision, a type as its double type, anything else unchanged."""
    if isinstance(value, torch.Tensor):
        return value.to(WIDE[value.dtype]) if value.dtype in WIDE else value
    return WIDE.get(value, value) if isinstance(value, torch.dtype) else value


def _without_autocast(graph: fx.Graph) -> None:
    for node in reversed(list(graph.nodes)):
        if getattr(node.target, "__name__", "") in _AUTOCAST:
            node.replace_all_uses_with(None)  # an exit, which comes first in reverse
            graph.erase_node(node)


def widen(module: fx.GraphModule) -> fx.GraphModule:
    """Changes `module` in place, with its sub-graphs and modules. States shared by several places stay shared."""
    done: dict[int, torch.Tensor] = {}
    kept: list[torch.Tensor] = []  # keeps ids unique
    for owner in module.modules():
        for name, state in [*owner._parameters.items(), *owner._buffers.items()]:
            if state is not None and state.dtype in WIDE:
                held = owner._parameters if name in owner._parameters else owner._buffers
                if id(state) not in done:
                    wide = state.detach().to(WIDE[state.dtype])
                    done[id(state)] = torch.nn.Parameter(wide, state.requires_grad) if held is owner._parameters else wide
                    kept.append(state)
                held[name] = done[id(state)]
        if isinstance(owner, fx.GraphModule):
            _widen_nodes(owner)
    return module


def _widen_nodes(module: fx.GraphModule) -> None:
    _without_autocast(module.graph)
    for node in module.graph.nodes:
        node.args = fx.node.map_aggregate(node.args, widened)
        node.kwargs = fx.node.map_aggregate(node.kwargs, widened)
        if node.op == "call_method" and node.target in _CASTS:
            node.target = "double"
    module.recompile()
