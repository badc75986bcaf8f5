"""eager: the program run as its user runs it, for timing and for the determinism check."""

import time
from typing import Any

import torch

from . import naming, seeds
from .program import Program
from .untouched import untouched


def timed(program: Program, backward: bool = True) -> tuple[list[Any], list[Any], float]:
    """(output leaves, gradients, seconds) of forward, loss and `torch.autograd.grad`; of the
    forward alone, without gradients, when not `backward`.

    Gradients follow `program.wanted`; there are none when the loss requires none. Each run starts
    from the same seed, and buffers and user tensors are put back afterwards, so that runs can be
    compared; neither is part of the seconds.
    """
    inputs = program.inputs()
    asked = [inputs[position].value for position in program.wanted(inputs)] if backward else []
    with program.running(), untouched(program):
        seeds.start_from(0)
        start = time.perf_counter()
        output = program.model(*program.args, **program.kwargs)
        gradients = program.gradients(output, asked)
        if program.device == "cuda" and not program.phantom:
            torch.cuda.synchronize()
        seconds = time.perf_counter() - start
        outputs = [_frozen(leaf) for _, leaf in naming.leaves(naming.opened(output))]
        return outputs, [_frozen(gradient) for gradient in gradients], seconds


def run(program: Program) -> tuple[list[Any], list[Any]]:
    """(output leaves, gradients) of one run; see `timed`."""
    outputs, gradients, _ = timed(program)
    return outputs, gradients


def _frozen(value: Any) -> Any:
    """A copy that putting back buffers cannot change."""
    return value.detach().clone() if isinstance(value, torch.Tensor) else value
