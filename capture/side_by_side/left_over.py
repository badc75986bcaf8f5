"""left_over: tensors that a run on the phantom left in the caches of its process.

A model may cache tensors by size (functools.lru_cache). A later run on the CPU would find a phantom tensor
there, without values. On a real GPU it would find a tensor of that GPU.
"""

import functools
import gc
from typing import Any

from .. import torch_private as private



def _holds_fakes(cache: Any) -> bool:
    """A cache of unbounded size keeps its values in a dict."""
    for held in gc.get_referents(cache):
        for value in held.values() if type(held) is dict else (held,):
            if any(isinstance(leaf, private.FakeTensor) for leaf in private.tree_leaves(value)):
                return True
    return False


def forget() -> None:
    """Empties each functools.lru_cache that holds a fake tensor. Walks the whole heap: call it once a replay.

    Misses caches frozen with the zygote. `refuse` reports their tensors."""
    for cache in [one for one in gc.get_objects() if type(one) is functools._lru_cache_wrapper]:
        if _holds_fakes(cache):
            cache.cache_clear()


def refuse(types: Any, what: str) -> None:
    """Raises RuntimeError if `types`, those of the tensors of `what`, include the phantom's. The program then caches in
    some other way."""
    if private.FakeTensor in types:
        raise RuntimeError(f"{what} is a tensor of the phantom, which has no values here: the program keeps what an earlier run made")
