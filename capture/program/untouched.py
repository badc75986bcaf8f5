"""untouched: puts a program back as it was after its model has run."""

import contextlib
from typing import Any, Iterator

import torch

from . import memory
from .program import Program


@contextlib.contextmanager
def untouched(program: Program) -> Iterator[None]:
    """Inside, the model may run; afterwards its buffers (written or replaced) and the user's tensors
    have their values again. Parameters, which no forward pass writes, and other Python state are not kept."""
    given: list[Any] = [one.value for one in program.inputs() if one.role != "parameter"]
    states = [value for value in given if isinstance(value, torch.Tensor)]
    kept = [memory.places(tensor).clone() for tensor in states]
    was = [tensor.detach() for tensor in states]  # where they lie
    slots = [(module._buffers, dict(module._buffers)) for module in program.model.modules()]
    try:
        yield
    finally:
        for slot, before in slots:  # a buffer may have been replaced rather than written
            for name, buffer in before.items():  # of a scripted module it is no dictionary
                slot[name] = buffer
        with torch.no_grad():
            for tensor, place, before in zip(states, was, kept):
                if _has_moved(tensor, place):
                    tensor.data = place
                memory.places(tensor).copy_(before)


def _has_moved(tensor: torch.Tensor, place: torch.Tensor) -> bool:
    """Whether something other than the elements has changed, as by `x.t_()` and `x.set_(y)`."""
    lies = lambda one: (one.shape, one.stride(), one.storage_offset(), memory.storage(one))
    return memory.has_strides(tensor) and lies(tensor) != lies(place)
