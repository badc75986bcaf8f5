"""operator_database: PyTorch's op_db, imported so that CUDA is asked nothing: a zygote may import it, on a GPU too.

What it says of dtypes on `cuda` is then what it says on a machine without one, whatever the device is capable of.
Run with the Python of a worker it prints the entries as JSON, their names and the dtypes that each takes where; it chooses
nothing.
"""

import contextlib
import json
import sys
import unittest.mock
from typing import Any, Callable, Iterator

import torch

from .. import torch_private as private


@contextlib.contextmanager
def cuda_unasked() -> Iterator[None]:
    """As if there were no CUDA; what was remembered of that meanwhile is forgotten."""
    answers = {"is_available": lambda: False, "device_count": lambda: 0}
    with unittest.mock.patch.multiple(torch.cuda, **answers):
        yield
    for function in vars(private.triton).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()


@contextlib.contextmanager
def without_numba() -> Iterator[None]:
    """As if there were no numba, which PyTorch's tests ask whether there is a GPU: that initializes CUDA, and then no
    forked child may use it."""
    was = {"numba": sys.modules["numba"]} if "numba" in sys.modules else {}
    sys.modules["numba"] = None
    try:
        yield
    finally:
        del sys.modules["numba"]
        sys.modules.update(was)


with cuda_unasked(), without_numba():
    op_db = private.common_methods_invocations.op_db


def _as_it_is(operator: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What entries that draw call: the operator, without the seeding around it that keeps PyTorch's own tests apart. A run
    is seeded at its start, and no capture has a seeding in its midst."""
    return operator(*args, **kwargs)


private.put("wrapper_set_seed", _as_it_is)


def full_name(entry: object) -> str:
    """The entry's name, its variant's behind a hyphen."""
    return f"{entry.name}-{entry.variant_test_name}" if entry.variant_test_name else entry.name


def _listed(entry: object) -> dict[str, object]:
    dtypes = {device: sorted(str(dtype).removeprefix("torch.") for dtype in entry.supported_dtypes(device)) for device in ("cpu", "cuda")}
    return {"name": full_name(entry), **dtypes}


if __name__ == "__main__":
    print(json.dumps({"torch": torch.__version__, "operators": [_listed(entry) for entry in op_db]}))
