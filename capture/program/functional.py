"""functional: the model as a function of a flat list of parameters, buffers and inputs."""

from typing import Any, Callable

import torch

from .. import torch_private as private
from ..captured.captured import Result
from . import memory, naming
from .program import Program


class Functional:
    """The model of a program as `forward(*leaves) -> list of output leaves`.

    `leaves` align with `program.inputs()`. States are passed by `functional_call`, tied states under all their
    names, so the model's own buffers stay unchanged. After a call, `results` has the names of the returned leaves."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.inputs = program.inputs()
        self.results: list[Result] = []
        self._names = [*program.parameters, *program.buffers]
        _, self._layout = private.tree_flatten((program.args, program.kwargs))

    def output(self, leaves: tuple[Any, ...]) -> Any:
        """The model's own output for the flat inputs `leaves`."""
        states = dict(zip(self._names, leaves))
        args, kwargs = self.unflattened(leaves[len(self._names) :])
        return torch.func.functional_call(self.program.model, states, args, kwargs)

    def unflattened(self, leaves: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """(args, kwargs) of the model's call from the flat user inputs."""
        return private.tree_unflatten(list(leaves), self._layout)

    def named(self, output: Any) -> list[Any]:
        """The leaves of `output`; stores their names in `results`."""
        found = naming.leaves(output)
        self.results = [Result("user", name) for name, _ in found]
        return [leaf for _, leaf in found]

    def forward(self) -> Callable[..., list[Any]]:
        """The plain function to trace as the forward pass."""
        return lambda *leaves: self.named(self.output(leaves))

    def values(self, copies: bool = False) -> list[Any]:
        """The values of `inputs`.

        copies: copies buffers and user tensors, with equal strides. A tensor with two names is copied once."""
        clones: dict[int, Any] = {}

        def value(given: Any) -> Any:
            tensor = given.value
            if not copies or given.role == "parameter" or not isinstance(tensor, torch.Tensor):
                return tensor
            if id(tensor) not in clones:
                clones[id(tensor)] = memory.copied(tensor).requires_grad_(tensor.requires_grad)
            return clones[id(tensor)]

        return [value(given) for given in self.inputs]
