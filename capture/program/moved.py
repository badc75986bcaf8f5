"""moved: moves objects from the CPU to the phantom's `cuda`, by replacing their tensors with fake tensors in place.

Like `.to("cuda")`, but also for plain attributes and tensors in containers. A tensor with several names is moved once,
and views that share a storage still do.
"""

import functools
import types
from typing import Any

import torch

from .. import torch_private as private
from . import fakes
from .carried import Carried

_OPAQUE = (type, types.ModuleType, torch.Generator, torch.dtype, torch.device, torch.Size, str, bytes, int, float, complex)


class Mover:
    """Moves all objects of a program, so that model and inputs keep sharing. kept: tensors that stay unchanged."""

    def __init__(self, carried: Carried, device: torch.device, kept: list[torch.Tensor]) -> None:
        self._carried, self._device = carried, device
        self._made = {id(tensor): (tensor, tensor) for tensor in kept}  # by identity; the first tensor keeps the id in use
        self._seen: dict[int, Any] = {}

    def moved(self, value: Any) -> Any:
        """`value` with its tensors moved. A tensor, or a tuple that holds a tensor, is replaced, other objects change
        in place."""
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, _OPAQUE) or value is None:
            return value
        if isinstance(value, tuple):
            items = [self.moved(item) for item in value]
            if all(new is old for new, old in zip(items, value)):
                return value
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        if id(value) not in self._seen:
            self._seen[id(value)] = value
            self._inside(value)
        return value

    def _inside(self, value: Any) -> None:
        if isinstance(value, dict):
            self._entries(value)
        elif isinstance(value, list):
            value[:] = [self.moved(item) for item in value]
        elif isinstance(value, types.FunctionType):
            for cell in value.__closure__ or ():
                self._cell(cell)
        elif isinstance(value, types.MethodType):
            self.moved(value.__self__)
        elif isinstance(value, functools.partial):
            self.moved(value.keywords)
        elif isinstance(value, torch.nn.Module) or not type(value).__module__.startswith("torch"):
            self._entries(getattr(value, "__dict__", {}))
        if isinstance(value, torch.nn.RNNBase):
            with self._carried.on():
                value._init_flat_weights()  # like `.to("cuda")`: it keeps its weights in a list and in one memory

    def _entries(self, entries: Any) -> None:
        for key, held in list(entries.items()):
            made = self.moved(held)
            if made is not held:
                entries[key] = made

    def _cell(self, cell: types.CellType) -> None:
        try:
            held = cell.cell_contents
        except ValueError:  # empty
            return
        made = self.moved(held)
        if made is not held:
            cell.cell_contents = made

    def _tensor(self, tensor: torch.Tensor) -> torch.Tensor:
        if isinstance(tensor, private.FakeTensor):
            return tensor
        if id(tensor) not in self._made:
            self._made[id(tensor)] = (tensor, self._fake(tensor))
        return self._made[id(tensor)][1]

    def _fake(self, tensor: torch.Tensor) -> torch.Tensor:
        fake = fakes.converted(self._carried.mode, tensor, self._device)
        if fake is NotImplemented:
            return tensor
        fake.fake_device = self._device  # PyTorch reports the old device for views
        self._carried.give(fake, tensor)
        return fake
