"""left_over: what a run on the phantom has left in the caches of its process.

A model that keeps what it makes of a size (functools.lru_cache) would find there, when it runs on the CPU in the place of a
GPU, a tensor of the phantom, which has no values. A GPU's program would find a tensor of its GPU.
"""

import functools
import gc
from typing import Any

from .. import torch_private as private



def _holds_fakes(cache: Any) -> bool:
    """One without a bound on its size has its values in a dict."""
    for held in gc.get_referents(cache):
        for value in held.values() if type(held) is dict else (held,):
            if any(isinstance(leaf, private.FakeTensor) for leaf in private.tree_leaves(value)):
                return True
    return False


def forget() -> None:
    """Empties each functools.lru_cache that holds a fake tensor; those that the zygote had when it was frozen are not seen, which
    `refuse` tells. Walks the whole heap: once a replay."""
    for cache in [one for one in gc.get_objects() if type(one) is functools._lru_cache_wrapper]:
        if _holds_fakes(cache):
            cache.cache_clear()


def refuse(types: Any, what: str) -> None:
    """Throws where `types`, of the tensors of `what`, has one of the phantom, which a program has that keeps tensors in some
    other way."""
    if private.FakeTensor in types:
        raise RuntimeError(f"{what} is a tensor of the phantom, which has no values here: the program keeps what an earlier run made")
