"""seeds: the state of all random number generators that a program may use."""

import contextlib
import random
import sys
from collections.abc import Iterator

import torch


def start_from(seed: int) -> None:
    """Seeds torch's generators, Python's, and numpy's if it is imported.

    Every run that is compared with another starts this way, so that branches on random numbers agree."""
    with _without_tracebacks():
        torch.manual_seed(seed)
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


@contextlib.contextmanager
def _without_tracebacks() -> Iterator[None]:
    """Disables tracebacks in the body.

    PyTorch stores the seed, with a traceback, for each unused kind of device. Formatting them takes longer than a
    run of a small model. Asking which devices exist instead would leave forked children without CUDA."""
    had_limit, limit = hasattr(sys, "tracebacklimit"), getattr(sys, "tracebacklimit", None)
    sys.tracebacklimit = 0
    try:
        yield
    finally:
        if had_limit:
            sys.tracebacklimit = limit
        else:
            del sys.tracebacklimit
