"""operator_database: PyTorch's op_db, imported without any query of CUDA, so that a zygote may import it.

Its dtypes for `cuda` are therefore those of a machine without a GPU, whatever the device supports. As a script it
prints all entries as JSON: their names and their dtypes per device.
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
    """Context that hides CUDA. Answers cached inside it are dropped."""
    answers = {"is_available": lambda: False, "device_count": lambda: 0}
    with unittest.mock.patch.multiple(torch.cuda, **answers):
        yield
    for function in vars(private.triton).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()


@contextlib.contextmanager
def without_numba() -> Iterator[None]:
    """Context that hides numba. PyTorch's tests ask numba for a GPU, which initializes CUDA, so that no forked child
    could use it."""
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
    """The operator, for entries that draw, without the seeding of PyTorch's own tests.

    A run is seeded at its start, and no capture contains a seeding."""
    return operator(*args, **kwargs)


private.put("wrapper_set_seed", _as_it_is)


def full_name(entry: object) -> str:
    """The entry's name, with its variant after a hyphen."""
    return f"{entry.name}-{entry.variant_test_name}" if entry.variant_test_name else entry.name


def _listed(entry: object) -> dict[str, object]:
    dtypes = {device: sorted(str(dtype).removeprefix("torch.") for dtype in entry.supported_dtypes(device)) for device in ("cpu", "cuda")}
    return {"name": full_name(entry), **dtypes}


if __name__ == "__main__":
    print(json.dumps({"torch": torch.__version__, "operators": [_listed(entry) for entry in op_db]}))
