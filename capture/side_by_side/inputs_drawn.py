"""inputs_drawn: values for the inputs of further runs, beyond the range of a case's own draw."""

import contextlib
from typing import Any, Iterator

import torch

from .. import torch_private as private
from ..program import memory

# Zeros of both signs, large numbers, the bounds of common clamps and their neighbours, numbers near zero. Small tensors
# get the first.
_FAR = (0.0, 20.0, -20.0, -0.0, 6.5, 0.5, -0.5, 100.0, -100.0, 1.0, -1.0, 3.0, -3.0, 2.0, -2.0, 6.0, -6.0, 1e-4, -1e-4, 5.5, -5.5, 1e-30, -1e-30)
_OUT_OF_RANGE = (float("inf"), -float("inf"), float("nan"))
_SHARE = 8  # inverse share of changed mask elements, and of elements copied from another input
_FEW_ROWS = 6  # tensors with fewer rows have no far row
_OF_ROWS = (0.0, 1e-6, 100.0)  # factors of far rows


def is_fraction(tensor: torch.Tensor) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()


def tensors(tree: Any) -> list[torch.Tensor]:
    """The tensors among the leaves, without duplicates."""
    return list({id(leaf): leaf for leaf in private.tree_leaves(tree) if isinstance(leaf, torch.Tensor)}.values())


def _memories(values: list[torch.Tensor]) -> Iterator[torch.Tensor]:
    """The whole memory of each of `values`, without duplicates. Sparse and nested tensors have none."""
    seen: set[int] = set()
    for value in values:
        where = value.untyped_storage().data_ptr() if memory.has_strides(value) else None
        if where and where not in seen:
            seen.add(where)
            yield memory.places(value if value._base is None else value._base)


@contextlib.contextmanager
def _in_order(tensor: torch.Tensor) -> Iterator[torch.Tensor]:
    """Yields a flat copy of `tensor` and writes it back at the end, whatever its strides."""
    flat = tensor.reshape(-1).clone()
    yield flat
    tensor.copy_(flat.reshape(tensor.shape))


def draw_again(values: list[torch.Tensor]) -> None:
    """Draws floating `values` from N(0, 1), in place: shared memory stays shared."""
    for whole in _memories(values):
        whole.copy_(torch.randn(whole.shape, device=whole.device).to(whole.dtype))


def _sorted_anew(flat: torch.Tensor) -> torch.Tensor:
    """Other numbers in the range of `flat`, in ascending order. The first and the last stay."""
    first, last = int(flat[0]), int(flat[-1])
    drawn = torch.randint(first, last + 1, (flat.numel(),), device=flat.device).to(flat.dtype).sort().values
    drawn[0], drawn[-1] = first, last
    return drawn


def mix(values: list[torch.Tensor]) -> None:
    """Shuffles whole-number and bool `values` in place, since their valid range is unknown.

    If all are equal, some become a neighbour nearer to zero, or 1 for zero. Sorted values, such as offsets, stay
    sorted."""
    for whole in _memories(values):
        flat = whole.reshape(-1)
        if flat.numel() == 0:
            continue
        is_sorted = flat.numel() > 2 and bool((flat[1:] >= flat[:-1]).all()) and bool(flat[0] != flat[-1]) and flat.dtype != torch.bool
        mixed = _sorted_anew(flat) if is_sorted else flat[torch.randperm(flat.numel(), device=flat.device)]
        if bool((flat == flat[0]).all()):
            first = int(flat[0])
            other = first - 1 if first > 0 else 1
            mixed[torch.randperm(flat.numel(), device=flat.device)[: max(1, flat.numel() // _SHARE)]] = other
        whole.copy_(mixed.reshape(whole.shape))


def reach_far(values: list[torch.Tensor]) -> None:
    """Makes floating `values` extreme, in place.

    Half of the elements become numbers of `_FAR`, each equally often. Some equal the element of another input of
    that shape. Some rows are zero, tiny or large as a whole."""
    known: dict[Any, torch.Tensor] = {}
    for whole in _memories(values):
        parts = torch.view_as_real(whole) if whole.is_complex() else whole
        with _in_order(parts) as flat:
            size = flat.numel()
            at = torch.randperm(size, device=whole.device)[: (size + 1) // 2]
            numbers = torch.tensor(_FAR, device=whole.device)
            flat[at] = numbers.repeat(at.numel() // len(_FAR) + 1)[: at.numel()].to(parts.dtype)
            other = known.setdefault((flat.shape, flat.dtype, flat.device), flat)
            if other is not flat:
                at = torch.randperm(size, device=whole.device)[: size // _SHARE]
                flat[at] = other[at]
            rows = flat.reshape(-1, parts.shape[-1] if parts.dim() > 1 else max(size, 1))
            if len(rows) >= _FEW_ROWS:
                at = torch.randperm(len(rows), device=whole.device)[: len(_OF_ROWS)]
                scales = torch.tensor(_OF_ROWS, device=whole.device)[:, None]
                rows[at] = torch.randn(rows[at].shape, device=whole.device).mul(scales).to(parts.dtype)


def reach_borders(tree: Any, entries: list[dict[str, Any]]) -> None:
    """Puts whole numbers and bools at the borders of their range.

    Numbers that the case draws include their least and largest value. Of other positive ids the least becomes zero,
    which often stands for none. Among bools, a row is all false and another all true."""
    drawn = [entry for entry in entries if isinstance(entry, dict) and "shape" in entry]
    given = tensors(tree)
    for position, tensor in enumerate(given):
        if is_fraction(tensor) or tensor.numel() < 2 or not memory.has_strides(tensor) or tensor.is_quantized:
            continue
        with _in_order(tensor.detach()) as flat:
            if tensor.dtype == torch.bool and tensor.dim() > 1 and len(flat) // tensor.shape[-1] >= 2:
                rows = flat.reshape(-1, tensor.shape[-1])
                rows[torch.randperm(len(rows))[:2]] = torch.tensor([[False], [True]], device=tensor.device)
            elif tensor.dtype != torch.bool and len(drawn) == len(given):
                borders = drawn[position].get("low", 0), drawn[position].get("high", 10) - 1
                flat[torch.randperm(len(flat))[:2]] = torch.tensor(borders, device=tensor.device).to(tensor.dtype)
            elif tensor.dtype == torch.int64 and int(flat.min()) > 0:
                flat[flat.argmin()] = 0


def enlarge(values: list[torch.Tensor]) -> None:
    """Draws floating `values` from N(0, 30), in place."""
    for whole in _memories(values):
        whole.copy_((torch.randn(whole.shape, device=whole.device) * 30).to(whole.dtype))


def leave_range(values: list[torch.Tensor]) -> None:
    """Sets three elements of each of floating `values`, if it has at least four, to inf, -inf and nan, in place."""
    for whole in _memories(values):
        parts = torch.view_as_real(whole) if whole.is_complex() else whole
        if parts.numel() > len(_OUT_OF_RANGE) and parts.dtype.itemsize > 1:
            at = torch.randperm(parts.numel(), device=whole.device)[: len(_OUT_OF_RANGE)]
            with _in_order(parts) as flat:
                flat[at] = torch.tensor(_OUT_OF_RANGE, device=whole.device).to(parts.dtype)


def _other_strides(leaf: torch.Tensor) -> tuple[int, ...]:
    if leaf.dim() > 1 and min(leaf.shape[-2:]) > 1:
        return leaf.mT.contiguous().mT.stride()
    return tuple(2 * step for step in leaf.stride())


def lay_otherwise(tree: Any) -> Any:
    """`tree`, with other strides for each dense tensor that shares no memory.

    The last two dimensions are exchanged if both exceed 1. Otherwise the strides are doubled."""
    held = [leaf.untyped_storage().data_ptr() for leaf in tensors(tree) if memory.has_strides(leaf)]
    made: dict[int, torch.Tensor] = {}

    def laid(leaf: torch.Tensor) -> torch.Tensor:
        alone = memory.has_strides(leaf) and held.count(leaf.untyped_storage().data_ptr()) == 1
        if not alone or leaf.dim() == 0 or leaf.numel() < 2 or not leaf.is_contiguous() or not type(leaf) is torch.Tensor:
            return leaf
        if id(leaf) not in made:
            strides = _other_strides(leaf)
            other = torch.empty_strided(leaf.shape, strides, dtype=leaf.dtype, device=leaf.device)  # not a view
            other.untyped_storage().fill_(0)  # gaps between elements are equal on both sides too
            made[id(leaf)] = other.copy_(leaf.detach()).requires_grad_(leaf.requires_grad)
        return made[id(leaf)]

    return private.tree_map_only(torch.Tensor, laid, tree)
