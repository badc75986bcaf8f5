"""naming: pytree paths as the names of user inputs and results (`0`, `1.mask`, `kw.labels`)."""

from typing import Any

import torch
from torch.utils import _pytree


def _step(key: Any) -> str:
    """The text of one step of a pytree path: index, dictionary key or attribute."""
    for attribute in ("idx", "key", "name"):
        if hasattr(key, attribute):
            return str(getattr(key, attribute))
    return str(key)


def leaves(tree: Any, prefix: str = "") -> list[tuple[str, Any]]:
    """(path, leaf) of each leaf of `tree`, in flattening order; `None` is a leaf.

    A tree that is itself a leaf has path "0", as the only result of a model has.
    """
    found, _ = _pytree.tree_flatten_with_path(tree)
    return [(prefix + (".".join(map(_step, path)) or "0"), leaf) for path, leaf in found]


def attributes(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Path -> each tensor that a module keeps as a plain attribute, or in a container there."""
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
