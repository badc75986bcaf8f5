"""memory: the place of tensors in memory, and copies that keep it.

Elements may share memory, like in expanded tensors.
"""

import torch


def storage(tensor: torch.Tensor) -> int | None:
    """The identity of a tensor's storage while it lives; None for a layout without storage."""
    try:
        return tensor.untyped_storage()._cdata
    except (NotImplementedError, RuntimeError):
        return None


def has_strides(tensor: torch.Tensor) -> bool:
    """Whether sizes and strides place all elements in its storage."""
    return tensor.layout == torch.strided and not tensor.is_nested


def places(tensor: torch.Tensor) -> torch.Tensor:
    """`tensor` detached, with each expanded dimension narrowed to size 1.

    PyTorch refuses to write elements that share a place."""
    tensor = tensor.detach()
    if not has_strides(tensor):
        return tensor
    return tensor[tuple(slice(0, 1) if step == 0 else slice(None) for step in tensor.stride())]


def copied(tensor: torch.Tensor) -> torch.Tensor:
    """A detached copy with the strides of `tensor`. `clone` would make it dense where possible."""
    copy = tensor.detach().clone()
    if not has_strides(tensor) or copy.stride() == tensor.stride():
        return copy
    held = torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device=tensor.device)
    places(held).copy_(places(tensor))
    return held
