"""pass_effect: whether a case's pass changed its graph."""

import contextlib
import inspect
import re
from typing import Any, Callable, Iterator

import torch
from torch.fx.node import map_arg

from .. import torch_private as private

_PLAIN = (int, float, complex, bool, str, type(None), torch.dtype)
_LOOKS_FOR_ATEN = re.compile(r"\baten\b|\bOpOverload\b")
_MOST_TARGETS = 4

Value = Callable[[torch.Tensor], torch.Tensor | None]


class PassError(ValueError):
    """The effect of a pass contradicts its case."""


def _name(target: Any) -> str:
    if isinstance(target, (str, private.OpOverload, private.OpOverloadPacket)):
        return str(target)
    return private.get_qualified_name(target).removeprefix("_")  # _operator


def _nodes(graph: torch.fx.Graph) -> list[Any]:
    """Kind, target and arguments of each node. Nodes are numbered, because their names are arbitrary."""
    number = {node: f"%{at}" for at, node in enumerate(graph.nodes)}
    return [
        (node.op, node.op if node.op == "output" else node.target, repr(map_arg((node.args, node.kwargs), number.get)))
        for node in graph.nodes
    ]


def _settings(module: torch.nn.Module) -> list[Any]:
    """Class, numbers and names of a called module and its sub-modules, for comparison."""
    return [
        (path, type(part), {key: repr(value) for key, value in vars(part).items() if not key.startswith("_") and key != "training" and _is_plain(value)})
        for path, part in module.named_modules()
    ]


def _is_plain(value: Any) -> bool:
    return all(map(_is_plain, value)) if isinstance(value, (tuple, list)) else isinstance(value, _PLAIN)


def _modules(model: torch.fx.GraphModule) -> dict[str, Any]:
    called = {str(node.target): model.get_submodule(str(node.target)) for node in model.graph.nodes if node.op == "call_module"}
    return {path: _nodes(part.graph) if isinstance(part, torch.fx.GraphModule) else _settings(part) for path, part in called.items()}


def _states(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    return {**dict(model.named_parameters(remove_duplicate=False)), **dict(model.named_buffers(remove_duplicate=False))}


def _same(left: torch.Tensor | None, right: torch.Tensor | None) -> bool:
    """Whether they have equal bits. True where the phantom knows neither value."""
    if left is None or right is None:
        return left is right
    if left is right or left.is_meta or right.is_meta:
        return True
    if left.shape != right.shape or left.dtype != right.dtype:
        return False
    try:
        return torch.equal(*(value.detach().contiguous().reshape(-1).view(torch.uint8) for value in (left, right)))
    except (RuntimeError, TypeError):  # a layout without bytes of its own
        return torch.equal(left, right)


class Handed:
    """The input of a pass, for comparison with its result.

    traced: the trace of a copy of `model`.
    value: reads a tensor. On the phantom it returns the carried value."""

    def __init__(self, traced: torch.fx.GraphModule, model: torch.nn.Module, value: Value) -> None:
        self._nodes, self._modules, self._value = _nodes(traced.graph), _modules(traced), value
        kept = _states(model)  # the pass gets copies, so these stay unchanged
        self._states = {name: (kept[name] if name in kept else tensor.detach().clone(), tensor.shape) for name, tensor in _states(traced).items()}

    def is_given_back(self, made: torch.fx.GraphModule) -> bool:
        """Whether `made` is the same program with the same states."""
        states = _states(made)
        return (
            _nodes(made.graph) == self._nodes
            and _modules(made) == self._modules
            and states.keys() == self._states.keys()
            and all(states[name].shape == shape and _same(self._value(states[name]), self._value(tensor)) for name, (tensor, shape) in self._states.items())
        )

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """Adds a note about the pass's input to errors that mention `aten`, if Python has notes."""
        try:
            yield
        except Exception as error:
            if hasattr(error, "add_note") and _LOOKS_FOR_ATEN.search(_source(error)):
                error.add_note(self.hint(error))
            raise

    def _told(self) -> str:
        targets = dict.fromkeys(f"module {target}" if op == "call_module" else _name(target) for op, target, _ in self._nodes if op.startswith("call_"))
        shown = list(targets)[:_MOST_TARGETS]
        return ", ".join(shown) + (", .." if len(targets) > len(shown) else "") if shown else "no call"

    def _has_aten(self) -> bool:
        return any(isinstance(target, (private.OpOverload, private.OpOverloadPacket)) for _, target, _ in self._nodes)

    def hint(self, found: Any) -> str:
        """Describes the pass's input. If `found`, the pass or its error, mentions `aten`, says that there is none."""
        handed = f"it was handed what torch.fx.symbolic_trace records of the model, Python functions and modules ({self._told()})"
        if self._has_aten() or not _LOOKS_FOR_ATEN.search(_source(found)):
            return handed
        return f"{handed}: a Python-level graph, which has no aten operators for it to find"


def _source(found: Any) -> str:
    """The code of a pass, or the text of an error."""
    if isinstance(found, BaseException):
        return f"{type(found).__name__}: {found}"
    try:
        return inspect.getsource(found if inspect.isroutine(found) or inspect.isclass(found) else type(found))
    except (OSError, TypeError):
        return ""


def require_effect(handed: Handed, made: torch.fx.GraphModule, case: dict[str, Any], applied: Any) -> None:
    """Raises PassError if the pass returns its graph unchanged, unless the case declares that. Then it raises if the
    graph changed."""
    keeps, ref = bool(case.get("transform_keeps_graph")), case["transform"]
    if handed.is_given_back(made) == keeps:
        return
    if keeps:
        raise PassError(f'{ref} changes the graph, or a module or state that it uses, and the case says "transform_keeps_graph": true')
    raise PassError(
        f"{ref} changes nothing: the graph that it gives is the graph that it got; {handed.hint(applied)}; "
        'where that is meant, the case says "transform_keeps_graph": true'
    )
