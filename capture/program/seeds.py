"""seeds: where everything that a program may draw from starts."""

import random
import sys

import torch


def start_from(seed: int) -> None:
    """torch's generators, Python's own, and numpy's where it is there. Every run that is held against another one,
    the captured one too, starts so: a branch that hangs on a draw is then the same branch."""
    torch.manual_seed(seed)
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)
