"""rebinding: which states of a program hold another tensor after a run than before it.

`self.count = self.count + 1` runs no operator that writes, nor does `self.count.data = other`: a recorder of operators
sees neither.
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
    """Made before a run, asked after it. Keeps what the states held, so that no identity is used twice."""

    def __init__(self, program: Program) -> None:
        self._model = program.model
        self._before = _held(self._model)
        self._storages = {name: storage(tensor) for name, tensor in self._before.items()}

    def _is_same(self, name: str, tensor: torch.Tensor) -> bool:
        return self._before.get(name) is tensor and self._storages[name] == storage(tensor)

    def tell(self, recorder: Any) -> list[Result]:
        """Tells `recorder` of each state that holds another tensor now, as a result of role "replacement", and of the
        names of those constants that are such states. A state that is gone, and an attribute that held no tensor,
        are not told of."""
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
