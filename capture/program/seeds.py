"""seeds: where everything that a program may draw from starts."""

import contextlib
import random
import sys
from collections.abc import Iterator

import torch


def start_from(seed: int) -> None:
    """torch's generators, Python's own, and numpy's where it is there. Every run that is held against another one,
    the captured one too, starts so: a branch that hangs on a draw is then the same branch."""
    with _without_tracebacks():
        torch.manual_seed(seed)
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


@contextlib.contextmanager
def _without_tracebacks() -> Iterator[None]:
    """For each kind of device that was never used, PyTorch keeps the seed with a traceback. Formatting those takes longer than a run
    of a small model. Asking which devices there are instead would leave forked children without CUDA."""
    had_limit, limit = hasattr(sys, "tracebacklimit"), getattr(sys, "tracebacklimit", None)
    sys.tracebacklimit = 0
    try:
        yield
    finally:
        if had_limit:
            sys.tracebacklimit = limit
        else:
            del sys.tracebacklimit
