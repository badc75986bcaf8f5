"""scripts: TorchScript as it is written. After some runs its profiler makes other operators of a function, and other derivatives."""

import contextlib
import functools

import torch

_for_good = contextlib.ExitStack()


@functools.cache
def run_as_written() -> None:
    """From now on, in this process."""
    _for_good.enter_context(torch.jit.optimized_execution(False))
