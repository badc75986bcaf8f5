"""memory: where a tensor lies, and copying tensors whose elements share memory, such as expanded ones, as they lie."""

import torch


def storage(tensor: torch.Tensor) -> int | None:
    """The identity of a tensor's storage while it lives; None for a layout that has none."""
    try:
        return tensor.untyped_storage()._cdata
    except (NotImplementedError, RuntimeError):
        return None


def has_strides(tensor: torch.Tensor) -> bool:
    """Whether its elements lie in one memory by sizes and strides."""
    return tensor.layout == torch.strided and not tensor.is_nested


def places(tensor: torch.Tensor) -> torch.Tensor:
    """`tensor` detached, each expanded dimension narrowed to the one place it has in memory:
    PyTorch refuses to write one place through several elements."""
    tensor = tensor.detach()
    if not has_strides(tensor):
        return tensor
    return tensor[tuple(slice(0, 1) if step == 0 else slice(None) for step in tensor.stride())]


def copied(tensor: torch.Tensor) -> torch.Tensor:
    """A detached copy with the strides of `tensor`, which `clone` makes dense where it can."""
    copy = tensor.detach().clone()
    if not has_strides(tensor) or copy.stride() == tensor.stride():
        return copy
    held = torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device=tensor.device)
    places(held).copy_(places(tensor))
    return held
