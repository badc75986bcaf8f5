"""points: the points at which gradients of a program's arguments are taken."""

from typing import Any

import torch
from torch.autograd.graph import get_gradient_edge

from .. import torch_private as private
from ..captured.captured import Unsupported


class _View:
    """A view among the arguments.

    Its memory may be written past autograd (`x.detach().add_(1)`). Autograd then derives it, and every view of that
    memory, from the base again. Later results depend on the base alone, so its gradient is read. After a write that
    autograd saw, the base has another history, and its gradient would be wrong."""

    def __init__(self, view: torch.Tensor) -> None:
        self._view, self._base, self._version = view, view._base, view._version
        self._origin, self.edge = self._base.grad_fn, get_gradient_edge(self._base)

    def made_anew(self) -> bool:
        return self._view._version != self._version and self._base.grad_fn is self._origin

    def part_of(self, gradient: torch.Tensor | None) -> torch.Tensor | None:
        """The view's part of the base's gradient."""
        if gradient is None:
            return None
        as_base = torch.empty_strided(self._base.shape, self._base.stride(), dtype=gradient.dtype, device=gradient.device).copy_(gradient)
        offset = self._view.storage_offset() - self._base.storage_offset()
        return as_base.as_strided(self._view.shape, self._view.stride(), offset)


def _overlaps(tensor: torch.Tensor) -> bool:
    """Whether two elements may share a place in memory. False if each stride exceeds the reach of all shorter
    strides."""
    reached = 0
    for stride, size in sorted(zip(tensor.stride(), tensor.shape)):
        if size > 1 and stride <= reached:
            return True
        reached += stride * (size - 1) if size > 0 else 0
    return False


def _views(tensors: list[torch.Tensor]) -> dict[int, _View]:
    """By position: the views whose gradient is an elementwise part of their base's. No other tensor shares that
    base."""
    bases = [one._base for one in tensors]
    others = [*filter(lambda base: base is not None, bases), *tensors]
    found = {}
    for position, (one, base) in enumerate(zip(tensors, bases)):
        if one.is_leaf or base is None or not base.requires_grad or base.dtype != one.dtype:
            continue
        if sum(base is other for other in others) == 1 and not _overlaps(one):
            found[position] = _View(one)
    return found


def _derived(outputs: Any, asked: list[Any], tangents: Any) -> Any:
    try:
        return torch.autograd.grad(outputs, asked, tangents, allow_unused=True)
    except RuntimeError:
        if _passes_checkpoint([one.grad_fn for one in private.tree_leaves(outputs)]):
            raise Unsupported("checkpoint(use_reentrant=True), which takes no torch.autograd.grad") from None
        raise


def _passes_checkpoint(steps: list[Any]) -> bool:
    seen: set[Any] = set()
    while steps:
        step = steps.pop()
        if step is None or step in seen:
            continue
        if type(step).__name__ == "CheckpointFunctionBackward":
            return True
        seen.add(step)
        steps += [before for before, _ in step.next_functions]
    return False


class Points:
    """Where to take gradients of `tensors`. Make it before the program runs.

    The point of a leaf is the tensor, else its current gradient edge. A program that writes to its argument then
    still gets the gradient of the original value."""

    def __init__(self, tensors: list[torch.Tensor]) -> None:
        self._at = [one if one.is_leaf else get_gradient_edge(one) for one in tensors]
        self._views = _views(tensors)

    def __len__(self) -> int:
        return len(self._at)

    def gradients(self, outputs: Any, tangents: Any = None) -> list[torch.Tensor | None]:
        """A gradient per tensor. None if `outputs` do not depend on it, or if it no longer requires a gradient."""
        if not self._at:
            return []
        anew = {position: view for position, view in self._views.items() if view.made_anew()}
        asked = [anew[position].edge if position in anew else at for position, at in enumerate(self._at)]
        live = [position for position, at in enumerate(asked) if not isinstance(at, torch.Tensor) or at.requires_grad]
        found: list[torch.Tensor | None] = [None] * len(asked)
        made = _derived(outputs, [asked[position] for position in live], tangents) if live else ()
        for position, one in zip(live, made):
            found[position] = anew[position].part_of(one) if position in anew else one
        return found
