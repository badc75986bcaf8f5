"""higher_order: operators over parts of a program, run as a real device runs them, by their own kernel.

For a recorder such an operator is what its kernel runs: the branch taken, the steps made.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import torch

from .. import torch_private as private
from ..native import aside


def is_one(func: Any) -> bool:
    return not isinstance(func, private.OpOverload) and isinstance(func, private.HigherOrderOperator)


def opened(func: private.HigherOrderOperator, args: Any, kwargs: Any) -> Any:
    """What the kernel of a higher-order operator gives with the modes that are active, which see what it
    runs. Such kernels refuse to run below a mode; while this one runs, it finds none."""
    kernel = func.py_kernels[private.DispatchKey.CompositeExplicitAutograd]
    names = getattr(kernel, "func", kernel).__globals__
    asked = "_get_current_dispatch_mode"
    answer = names.get(asked)
    if answer is not None:
        names[asked] = lambda: None
    try:
        return kernel(*args, **kwargs)
    finally:
        if answer is not None:
            names[asked] = answer


def _by_kernel(op: private.HigherOrderOperator, traced: Any, program: private.FakeTensorMode) -> Any:
    """A handler of `op` under a fake mode: `traced`, PyTorch's own, but for the program as it runs."""

    def handle(mode: private.FakeTensorMode, *args: Any, **kwargs: Any) -> Any:
        if mode is not program or aside.is_on():
            return traced(mode, *args, **kwargs)
        with mode:
            return opened(op, args, kwargs)

    return handle


@contextlib.contextmanager
def by_kernels(mode: private.FakeTensorMode | None) -> Iterator[None]:
    """While entered, higher-order operators that reach `mode`, which stands for a device, run their kernels
    below it; by itself a fake mode traces all their branches. Nothing without a mode."""
    handlers = []
    for op in private.higher_order_ops.values() if mode is not None else ():
        traced = op.python_key_table.get(private.FakeTensorMode)
        if traced is not None and private.DispatchKey.CompositeExplicitAutograd in op.py_kernels:
            handlers.append((op, traced))
            op.python_key_table[private.FakeTensorMode] = _by_kernel(op, traced, mode)
    try:
        yield
    finally:
        for op, traced in handlers:
            op.python_key_table[private.FakeTensorMode] = traced
