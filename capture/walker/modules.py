"""modules: class and hyper-parameters of a leaf module that an FX node calls."""

import enum
from typing import Any

import torch


def _qualified(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"


def _plain(value: Any) -> Any:
    """`value` as data without addresses.

    Scalars, dtypes and the like stay. Containers become containers of data. Functions and classes become {"py":
    name}, anything else {"opaque": type name}."""
    if isinstance(value, enum.Enum):
        return {"py": f"{_qualified(type(value))}.{value.name}"}
    if value is None or isinstance(value, (bool, int, float, complex, str)):
        return value
    if isinstance(value, (torch.dtype, torch.device, torch.layout, torch.memory_format)):
        return value
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, torch.nn.Module):
        return describe(value)
    if hasattr(value, "__qualname__") and getattr(value, "__module__", None):
        return {"py": _qualified(value)}
    return {"opaque": type(value).__name__}


def describe(module: torch.nn.Module) -> dict[str, Any]:
    """{"class", "config"}: public attributes other than tensors, in order of assignment, then sub-modules by name."""
    config: dict[str, Any] = {}
    for name, value in vars(module).items():
        if not name.startswith("_") and not isinstance(value, torch.Tensor):
            config[name] = _plain(value)
    for name, child in module.named_children():
        config[name] = describe(child)
    return {"class": _qualified(type(module)), "config": config}
