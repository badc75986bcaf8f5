"""modules: class and hyper-parameters of a leaf module that an FX node calls."""

import enum
from typing import Any

import torch


def _qualified(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"


def _plain(value: Any) -> Any:
    """`value` as data: scalars, dtypes and the like unchanged, containers by their elements,
    functions and classes as {"py": name}, all else as {"opaque": type name}; no addresses."""
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
    """{"class", "config"}: public attributes that are no tensors in the order they were set,
    then the sub-modules by name, described likewise."""
    config: dict[str, Any] = {}
    for name, value in vars(module).items():
        if not name.startswith("_") and not isinstance(value, torch.Tensor):
            config[name] = _plain(value)
    for name, child in module.named_children():
        config[name] = describe(child)
    return {"class": _qualified(type(module)), "config": config}
