"""entries: makes the inputs that a case file describes."""

from typing import Any

import torch


def _values(shape: list[int], dtype: torch.dtype, low: int, high: int) -> torch.Tensor:
    """Normal values for floating and complex types, uniform values in [low, high) for integers, coin flips for bool.

    Types without their own generator are converted from another type."""
    if dtype == torch.bool:
        return torch.randint(0, 2, shape, dtype=dtype)
    if dtype.is_complex or dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        return torch.randn(shape, dtype=dtype)
    if dtype.is_floating_point:
        return torch.randn(shape).to(dtype)
    if dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
        return torch.randint(low, high, shape, dtype=dtype)
    return torch.randint(low, high, shape).to(dtype)


def _tensor(entry: dict[str, Any]) -> torch.Tensor:
    """The tensor of an entry, on the default device."""
    dtype = getattr(torch, entry.get("dtype", "float32"))
    tensor = _values(entry["shape"], dtype, entry.get("low", 0), entry.get("high", 10))
    if entry.get("memory_format"):
        tensor = tensor.to(memory_format=getattr(torch, entry["memory_format"]))
    return tensor.requires_grad_(bool(entry.get("requires_grad", False)))


def tensors(entries: list[dict[str, Any]]) -> list[torch.Tensor]:
    """A tensor per entry. `same_as` returns the object of an earlier entry."""
    made: list[torch.Tensor] = []
    for entry in entries:
        same = entry.get("same_as")
        made.append(_tensor(entry) if same is None else made[same])
    return made


def split(given: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """(args, kwargs) from a callable's result.

    A tuple or list is positional, a dict is keywords, a pair of a tuple and a dict is both. Anything else is the
    only positional input."""
    if isinstance(given, dict):
        return (), dict(given)
    if isinstance(given, tuple) and [type(one) for one in given] == [tuple, dict]:
        return given[0], dict(given[1])
    return (tuple(given), {}) if isinstance(given, (tuple, list)) else ((given,), {})
