"""scripts: disables TorchScript's optimizer, which after some runs replaces operators and derivatives of a function."""

import contextlib
import functools

import torch

_for_good = contextlib.ExitStack()


@functools.cache
def run_as_written() -> None:
    """For the rest of this process."""
    _for_good.enter_context(torch.jit.optimized_execution(False))
