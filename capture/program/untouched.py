"""untouched: restores a program after a run of its model."""

import contextlib
from typing import Any, Iterator

import torch

from . import memory
from .program import Program


@contextlib.contextmanager
def untouched(program: Program) -> Iterator[None]:
    """Context for a run. Afterwards buffers (written or replaced) and the user's tensors have their old values.

    Parameters, which no forward pass writes, and other Python state are not restored."""
    given: list[Any] = [one.value for one in program.inputs() if one.role != "parameter"]
    states = [value for value in given if isinstance(value, torch.Tensor)]
    kept = [memory.places(tensor).clone() for tensor in states]
    was = [tensor.detach() for tensor in states]  # their places
    slots = [(module._buffers, dict(module._buffers)) for module in program.model.modules()]
    try:
        yield
    finally:
        for slot, before in slots:  # a buffer may have been replaced
            for name, buffer in before.items():  # in a scripted module `slot` is not a dictionary
                slot[name] = buffer
        with torch.no_grad():
            for tensor, place, before in zip(states, was, kept):
                if _has_moved(tensor, place):
                    tensor.data = place
                memory.places(tensor).copy_(before)


def _has_moved(tensor: torch.Tensor, place: torch.Tensor) -> bool:
    """Whether its shape, strides or storage changed, for example by `x.t_()` or `x.set_(y)`."""
    lies = lambda one: (one.shape, one.stride(), one.storage_offset(), memory.storage(one))
    return memory.has_strides(tensor) and lies(tensor) != lies(place)
