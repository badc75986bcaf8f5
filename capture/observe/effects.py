"""effects: the writes and random draws of the operators below a Python-level call."""

from typing import Any

import torch

import assay_capture

from .. import torch_private as private
from ..program.memory import storage


def tensors(tree: Any) -> list[torch.Tensor]:
    """The tensor leaves of `tree` in flattening order."""
    return [leaf for leaf in private.tree_leaves(tree) if isinstance(leaf, torch.Tensor)]


class Effects(private.TorchDispatchMode):
    """Runs operators and records storages written, storages made, and random draws.

    Keeps all tensors alive, so that no storage's identity is reused."""

    def __init__(self) -> None:
        super().__init__()
        self.random = False
        self.written: list[int | None] = []
        self.made: set[int | None] = set()
        self._kept: list[Any] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        self.random |= torch.Tag.nondeterministic_seeded in func.tags
        given = {storage(tensor) for tensor in tensors((args, kwargs))}
        self.made |= {storage(tensor) for tensor in tensors(out)} - given
        self.written += [storage(tensor) for tensor in tensors(_written(func, args, kwargs))]
        self._kept.append((args, kwargs, out))
        return out


def _written(func: Any, args: Any, kwargs: Any) -> list[Any]:
    """The arguments that an operator call writes."""
    arguments = func._schema.arguments
    given = {argument.name: value for argument, value in zip(arguments, args)} | kwargs
    flag, undeclared = assay_capture.UNDECLARED_WRITES.get(str(func), ("", ()))
    if undeclared:
        return [given.get(name) for name in undeclared] if given.get(flag) else []
    declared = [a.name for a in arguments if a.alias_info is not None and a.alias_info.is_write]
    return [given[name] for name in declared if name in given]
