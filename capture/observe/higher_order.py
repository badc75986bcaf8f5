"""higher_order: runs operators over parts of a program by their own kernel, like on a real device.

A recorder sees the operators of the kernel: the chosen branch, the steps taken.
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
    """The result of a higher-order operator's kernel, whose operators the active modes see.

    Such kernels refuse to run under a mode, so the mode is hidden from this kernel."""
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
    """A handler of `op` under a fake mode: its kernel while `program` runs, else `traced`, PyTorch's own handler."""

    def handle(mode: private.FakeTensorMode, *args: Any, **kwargs: Any) -> Any:
        if mode is not program or aside.is_on():
            return traced(mode, *args, **kwargs)
        with mode:
            return opened(op, args, kwargs)

    return handle


@contextlib.contextmanager
def by_kernels(mode: private.FakeTensorMode | None) -> Iterator[None]:
    """Context in which higher-order operators that reach `mode` run their kernels.

    `mode` stands for a device. A plain fake mode would trace all branches. None: no effect."""
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
