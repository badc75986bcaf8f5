"""eager: runs a program like its user does, for timing and for the determinism check."""

from typing import Any

import torch

from assay_capture import GpuMeter, Stopwatch, require_values

from . import naming, seeds
from .points import Points
from .program import Program
from .untouched import untouched


def timed(program: Program, backward: bool = True) -> tuple[list[Any], list[Any], Any]:
    """(output leaves, gradients, cost as a Spent) of forward and `torch.autograd.grad`.

    Gradients follow `program.wanted`. There are none if the loss requires none. Every run starts from the same seed,
    and buffers and user tensors are restored afterwards, so runs are comparable. Seeding and restoring are not part
    of the cost. Raises Unsupported for a result whose values cannot be read.

    backward: False runs the forward alone, without gradients."""
    inputs = program.inputs()
    wanted = [inputs[position].value for position in program.wanted(inputs)] if backward else []
    with program.running(), untouched(program):
        seeds.start_from(0)
        asked = Points(wanted)
        meter = GpuMeter(program.device == "cuda" and not program.phantom, "eager")
        watch = Stopwatch()
        output = program.model(*program.args, **program.kwargs)
        try:
            gradients = program.gradients(program.start(output) if asked else None, asked)
        except Exception:
            _readable(output)
            raise
        spent = meter.spent(watch)
        outputs = [_frozen(leaf) for leaf in _readable(output)]
        return outputs, [_frozen(gradient) for gradient in gradients], spent


def run(program: Program) -> tuple[list[Any], list[Any]]:
    """(output leaves, gradients) of a run; see `timed`."""
    outputs, gradients, _ = timed(program)
    return outputs, gradients


def _readable(output: Any) -> list[Any]:
    """The leaves of a result. Raises Unsupported for a leaf whose values cannot be read."""
    results = naming.leaves(naming.opened(output))
    for name, leaf in results:
        require_values(leaf, "result", name)
    return [leaf for _, leaf in results]


def _frozen(value: Any) -> Any:
    """A copy, so that restoring buffers cannot change it."""
    return value.detach().clone() if isinstance(value, torch.Tensor) else value
