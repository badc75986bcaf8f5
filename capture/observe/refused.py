"""refused: the operator call that ends a program with an exception."""

from typing import Any

import torch

from .. import torch_private as private
from ..program import seeds
from ..program.points import Points
from ..program.program import Program
from .effects import tensors


class _Refused(private.TorchDispatchMode):
    """Runs every operator and keeps the first call that raises."""

    def __init__(self) -> None:
        super().__init__()
        self.call: tuple[str, list[torch.dtype]] | None = None

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        try:
            return func(*args, **kwargs)
        except Exception:
            self.call = self.call or (str(func), [tensor.dtype for tensor in tensors((args, kwargs))])
            raise


def refused(program: Program) -> tuple[str, list[str]] | None:
    """(operator, dtypes of its tensors) of the first call that raises in a forward and backward run of `program`; None
    if none does."""
    inputs = program.inputs()
    watch = _Refused()
    seeds.start_from(0)
    try:
        with program.running(), watch:
            asked = Points([inputs[position].value for position in program.wanted(inputs)])
            output = program.model(*program.args, **program.kwargs)
            program.gradients(program.start(output) if asked else None, asked)
    except Exception:
        pass
    if watch.call is None:
        return None
    operator, dtypes = watch.call
    return operator, [str(dtype).removeprefix("torch.") for dtype in dtypes]
