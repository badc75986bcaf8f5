"""rebinding: states of a program that hold another tensor after a run.

`self.count = self.count + 1` runs no operator that writes, and neither does `self.count.data = other`. A recorder of
operators sees neither.
"""

from typing import Any

import torch

from ..captured.captured import Result
from ..program import naming
from ..program.memory import storage
from ..program.program import Program


def _held(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Path -> tensor: parameters and buffers under all of their names, and plain attributes."""
    parameters = dict(model.named_parameters(remove_duplicate=False))
    return {**parameters, **dict(model.named_buffers(remove_duplicate=False)), **naming.attributes(model)}


class Rebinding:
    """The states before a run, to compare afterwards. Keeps the old tensors alive, so that no identity is reused."""

    def __init__(self, program: Program) -> None:
        self._model = program.model
        self._before = _held(self._model)
        self._storages = {name: storage(tensor) for name, tensor in self._before.items()}

    def _is_same(self, name: str, tensor: torch.Tensor) -> bool:
        return self._before.get(name) is tensor and self._storages[name] == storage(tensor)

    def tell(self, recorder: Any) -> list[Result]:
        """Reports each rebound state to `recorder`, as a result of role "replacement", and names constants that are
        such states.

        Removed states, and attributes without a tensor before, are not reported."""
        now = _held(self._model)
        attributes = naming.attributes(self._model)
        rebound = [
            name
            for name, tensor in now.items()
            if (name in self._before or name not in attributes) and not self._is_same(name, tensor)
        ]
        for name in rebound:
            recorder.result("replacement", name, now[name])
        for name in rebound:
            if name in self._before:
                recorder.name_constant(name, self._before[name])
        return [Result("replacement", name) for name in rebound]
