"""making: contexts for making model and inputs of a case. Numbers are always drawn on the CPU.

For the phantom, tensors are made on the CPU too.
"""

from __future__ import annotations

import contextlib
import contextvars
from typing import Any, Iterator

import torch

from .. import torch_private as private
from .carried import Carried


def _is_on_cuda(leaf: Any) -> bool:
    return isinstance(leaf, private.FakeTensor) or (isinstance(leaf, torch.device) and leaf.type == "cuda")


class ForPhantom(private.TorchDispatchMode):
    """Makes real tensors on the CPU, like users do before `.to("cuda")`, because a constructor may read them.

    Tensors that it puts on `cuda` itself are fake from the start."""

    def __init__(self, carried: Carried) -> None:
        super().__init__()
        self._carried = carried

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if not any(map(_is_on_cuda, private.tree_leaves((args, kwargs)))):
            return func(*args, **kwargs)
        with self._carried.on():
            made = func(*args, **kwargs)
        return private.tree_map_only(private.FakeTensor, _back_on_cpu, made)


def _back_on_cpu(made: private.FakeTensor) -> torch.Tensor:
    """`made`, real again if it is back on the CPU and its value is known."""
    return made.real_tensor if made.device.type == "cpu" and made.real_tensor is not None else made


class DrawnOnCpu(private.TorchDispatchMode):
    """Draws a factory's GPU tensors on the CPU, so that a case has the same values on every device.

    Captures that depend on values (a branch, a number of rows) are then equal too. Generators made by the factory
    are used unchanged.
    device: the type of the GPU."""

    def __init__(self, device: str) -> None:
        super().__init__()
        self._device = device

    def _is_there(self, leaf: Any) -> bool:
        place = leaf.device if isinstance(leaf, torch.Tensor) else leaf
        return isinstance(place, torch.device) and place.type == self._device

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        leaves = private.tree_leaves((args, kwargs))
        own = any(isinstance(leaf, torch.Generator) for leaf in leaves)
        if own or torch.Tag.nondeterministic_seeded not in func.tags or not any(map(self._is_there, leaves)):
            return func(*args, **kwargs)
        given: dict[int, torch.Tensor] = {}  # CPU copy, by id -> original

        def on_cpu(leaf: Any) -> Any:
            if not self._is_there(leaf):
                return leaf
            if isinstance(leaf, torch.device):
                return torch.device("cpu")
            copy = torch.empty_like(leaf, device="cpu") if leaf.is_meta else leaf.cpu()
            given[id(copy)] = leaf
            return copy

        drawn = func(*private.tree_map(on_cpu, args), **private.tree_map(on_cpu, kwargs))
        back = lambda one: given[id(one)].copy_(one) if id(one) in given else one.to(self._device)
        return private.tree_map_only(torch.Tensor, back, drawn)


_target = contextvars.ContextVar("target", default="cpu")
_made_on = contextvars.ContextVar("made_on", default="cpu")
_kept: contextvars.ContextVar[list[torch.Tensor]] = contextvars.ContextVar("kept")


def target() -> str:
    """The final device of the tensors that a factory makes."""
    return _target.get()


def made_on() -> str:
    """The device on which a factory makes tensors: the CPU for the phantom."""
    return _made_on.get()


def keep_on_cpu(tensor: torch.Tensor) -> None:
    """Keeps a factory's tensor on the CPU when the others move to the phantom."""
    _kept.get().append(tensor)


@contextlib.contextmanager
def making(device: str, carried: Carried | None) -> Iterator[list[torch.Tensor]]:
    """Context for calling a factory; yields the tensors to keep on the CPU."""
    kept: list[torch.Tensor] = []
    set_here = ((_target, _target.set(device)), (_made_on, _made_on.set(device if carried is None else "cpu")), (_kept, _kept.set(kept)))
    try:
        with contextlib.ExitStack() as stack:
            if carried is not None:
                stack.enter_context(ForPhantom(carried))
            else:
                stack.enter_context(torch.device(device))
                if device == "cuda":
                    stack.enter_context(DrawnOnCpu(device))
            yield kept
    finally:
        for variable, token in set_here:
            variable.reset(token)
