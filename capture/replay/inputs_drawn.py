"""inputs_drawn: values for the inputs of further runs, where a case's own draw does not reach."""

from typing import Any, Iterator

import torch
from torch.utils import _pytree

from ..program import memory

# Zeros of both signs, numbers near them, the bounds of common clamps with numbers on either side, and large ones.
# Drawn from it, some come more than once.
_FAR = (0.0, -0.0, 1e-30, -1e-30, 1e-4, -1e-4, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 5.5, -5.5, 6.0, -6.0, 6.5, 20.0, -20.0, 100.0, -100.0)
_OUT_OF_RANGE = (float("inf"), -float("inf"), float("nan"))
_SHARE = 8  # of the elements of a mask, one in so many


def is_fraction(tensor: torch.Tensor) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()


def tensors(tree: Any) -> list[torch.Tensor]:
    """The tensors among the leaves, each once."""
    return list({id(leaf): leaf for leaf in _pytree.tree_leaves(tree) if isinstance(leaf, torch.Tensor)}.values())


def _memories(values: list[torch.Tensor]) -> Iterator[torch.Tensor]:
    """The whole of what each of `values` lies in, each memory once; sparse and nested tensors have none."""
    seen: set[int] = set()
    for value in values:
        where = value.untyped_storage().data_ptr() if memory.has_strides(value) else None
        if where and where not in seen:
            seen.add(where)
            yield memory.places(value if value._base is None else value._base)


def draw_again(values: list[torch.Tensor]) -> None:
    """Floating `values` from N(0, 1), in place, so that tensors that share memory still do."""
    for whole in _memories(values):
        whole.copy_(torch.randn(whole.shape, device=whole.device).to(whole.dtype))


def mix(values: list[torch.Tensor]) -> None:
    """Whole-number and bool `values` in another order, in place: what each may be is known by what it was. Where all
    are equal, some become a neighbour: nearer to zero, or one for zero."""
    for whole in _memories(values):
        flat = whole.reshape(-1)
        if flat.numel() == 0:
            continue
        mixed = flat[torch.randperm(flat.numel(), device=flat.device)]
        if bool((flat == flat[0]).all()):
            first = int(flat[0])
            other = first - 1 if first > 0 else 1
            mixed[torch.randperm(flat.numel(), device=flat.device)[: max(1, flat.numel() // _SHARE)]] = other
        whole.copy_(mixed.reshape(whole.shape))


def reach_far(values: list[torch.Tensor]) -> None:
    """Half of the elements of floating `values` become numbers of `_FAR`, in place."""
    for whole in _memories(values):
        parts = torch.view_as_real(whole) if whole.is_complex() else whole
        numbers = torch.tensor(_FAR, device=whole.device)
        drawn = numbers[torch.randint(len(_FAR), parts.shape, device=whole.device)].to(parts.dtype)
        parts.copy_(torch.where(torch.rand(parts.shape, device=whole.device) < 0.5, drawn, parts))


def enlarge(values: list[torch.Tensor]) -> None:
    """Floating `values` drawn from N(0, 30), in place."""
    for whole in _memories(values):
        whole.copy_((torch.randn(whole.shape, device=whole.device) * 30).to(whole.dtype))


def leave_range(values: list[torch.Tensor]) -> None:
    """One element each of floating `values` becomes inf, -inf and nan, in place, where there are four or more."""
    for whole in _memories(values):
        parts = torch.view_as_real(whole) if whole.is_complex() else whole
        if parts.numel() > len(_OUT_OF_RANGE) and parts.dtype.itemsize > 1:
            at = torch.randperm(parts.numel(), device=whole.device)[: len(_OUT_OF_RANGE)]
            flat = parts.reshape(-1)
            flat[at] = torch.tensor(_OUT_OF_RANGE, device=whole.device).to(parts.dtype)
            parts.copy_(flat.reshape(parts.shape))


def lay_otherwise(tree: Any) -> Any:
    """`tree`, with each dense tensor that shares memory with no other in memory of other strides: the last two dimensions
    exchanged, or every second element of a longer one."""
    held = [leaf.untyped_storage().data_ptr() for leaf in tensors(tree) if memory.has_strides(leaf)]
    made: dict[int, torch.Tensor] = {}

    def laid(leaf: torch.Tensor) -> torch.Tensor:
        alone = memory.has_strides(leaf) and held.count(leaf.untyped_storage().data_ptr()) == 1
        if not alone or leaf.dim() == 0 or leaf.numel() < 2 or not leaf.is_contiguous() or not type(leaf) is torch.Tensor:
            return leaf
        if id(leaf) not in made:
            strides = leaf.mT.contiguous().mT.stride() if leaf.dim() > 1 else (2,)
            other = torch.empty_strided(leaf.shape, strides, dtype=leaf.dtype, device=leaf.device)  # no view of another
            other.untyped_storage().fill_(0)  # what lies between elements, too, is the same on both sides
            made[id(leaf)] = other.copy_(leaf.detach()).requires_grad_(leaf.requires_grad)
        return made[id(leaf)]

    return _pytree.tree_map_only(torch.Tensor, laid, tree)
