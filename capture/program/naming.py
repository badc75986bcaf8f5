"""naming: pytree paths as the names of user inputs and results (`0`, `1.mask`, `kw.labels`)."""

import types
from typing import Any, Iterator

import torch

from .. import torch_private as private

_CLOSED = (torch.Tensor, torch.nn.Module, type, types.ModuleType, types.FunctionType, types.MethodType, str, bytes, int, float, complex)


def _step(key: Any) -> str:
    """The text of a step of a pytree path: index, dictionary key or attribute."""
    for attribute in ("idx", "key", "name"):
        if hasattr(key, attribute):
            return str(getattr(key, attribute))
    return str(key)


def leaves_by_keys(tree: Any) -> list[tuple[tuple[Any, ...], Any]]:
    """(pytree path, leaf) of each leaf, in flattening order.

    A class registered with pytree without names of its parts gets numbers."""
    try:
        return private.tree_flatten_with_path(tree)[0]
    except ValueError:
        return [((private.SequenceKey(position),), leaf) for position, leaf in enumerate(private.tree_leaves(tree))]


def leaves(tree: Any, prefix: str = "") -> list[tuple[str, Any]]:
    """(path, leaf) of each leaf of `tree`, in flattening order. `None` is a leaf.

    A tree that is a leaf has path "0", the name of a model's only result."""
    return [(prefix + (".".join(map(_step, path)) or "0"), leaf) for path, leaf in leaves_by_keys(tree)]


def opened(tree: Any) -> Any:
    """`tree` with each leaf object that holds tensors replaced by a dictionary of its tensors and numbers, by path.

    Such objects belong to classes unknown to pytree, such as a cache of keys and values. PyTorch's tracers do not
    open them, recorders of real runs do."""
    return private.tree_map(_opened, tree)


def _opened(leaf: Any) -> Any:
    held = dict(_values(leaf, "", set()))
    return held if any(isinstance(value, torch.Tensor) for value in held.values()) else leaf


def _values(value: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """(path, tensor or number) of each value inside `value`; nothing for a bare tensor or number."""
    if isinstance(value, (torch.Tensor, int, float, complex)) and path:
        yield path, value
    if isinstance(value, _CLOSED) or type(value).__module__.partition(".")[0] == "torch" or id(value) in seen:
        return
    seen.add(id(value))
    items: Any = vars(value).items() if hasattr(value, "__dict__") else ()
    if isinstance(value, dict):
        items = [*items, *value.items()]
    elif isinstance(value, (list, tuple)):
        items = [*items, *enumerate(value)]
    for step, held in items:
        yield from _values(held, f"{path}.{step}" if path else str(step), seen)


def attributes(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Path -> each tensor that a module keeps as a plain attribute or in a container there."""
    found: dict[str, torch.Tensor] = {}
    for owner, module in model.named_modules():
        for name, value in vars(module).items():
            for path, leaf in leaves(value) if not name.startswith("_") else ():
                if isinstance(leaf, torch.Tensor):
                    where = [owner, name] if value is leaf else [owner, name, path]
                    found[".".join(filter(None, where))] = leaf
    return found


def states(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Parameters, then buffers, under their first names."""
    return {**dict(model.named_parameters()), **dict(model.named_buffers())}
