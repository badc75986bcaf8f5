"""aside: operators that PyTorch runs for itself, to compile, to trace or to print.

Dynamo's compilation, a higher-order operator's tracing and the guards of compiled code run operators on examples and
on fake tensors. PyTorch hides most of them from a program's modes by `_disable_current_modes`. Others run in
make_fx, in the partitioner of a scan and in functions that Dynamo writes. No recorder may count them as the
program's. A recorder in the dispatcher is not a mode and needs to be notified.
"""

import functools
import inspect
from collections.abc import Callable
from types import CellType
from typing import Any


import assay_capture

from .. import torch_private as private
from ..captured.captured import Unsupported

_RETURNS = "return guard"  # last statement of a generated guard


def is_on() -> bool:
    """Whether this thread runs such operators. Call `tell` first."""
    return assay_capture.Unrecorded.is_entered()


def _unrecorded_generator(put_aside: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(put_aside)
    def put(*args: Any, **kwargs: Any) -> Any:
        with assay_capture.Unrecorded():
            yield from put_aside(*args, **kwargs)

    return put


def unrecorded(run: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(run)
    def runs(*args: Any, **kwargs: Any) -> Any:
        with assay_capture.Unrecorded():
            return run(*args, **kwargs)

    return runs


def _unrecorded_guard(write: Callable[..., tuple[str, str]]) -> Callable[..., tuple[str, str]]:
    """Wraps `build_guard_function`, which writes Dynamo's shape guards as Python.

    A guard reads a number from a tensor without dimensions at every call of the compiled code."""

    @functools.wraps(write)
    def written(*args: Any, **kwargs: Any) -> tuple[str, str]:
        body, code = write(*args, **kwargs)
        before, returns, after = code.rpartition(_RETURNS)
        if not returns:
            raise Unsupported(f"torch._dynamo.guards.build_guard_function no longer writes '{_RETURNS}'")
        return body, f"{before}return __import__('sys').modules[{__name__!r}].unrecorded(guard){after}"

    return written


def _generator_of_disable_current_modes() -> CellType:
    """The cell with the generator behind contextlib's function. Modules that imported the function by name use that
    cell too."""
    cells = private.disable_current_modes.__closure__ or ()
    if len(cells) != 1 or not inspect.isgeneratorfunction(cells[0].cell_contents):
        raise Unsupported("torch.utils._python_dispatch._disable_current_modes is no longer made of one generator")
    return cells[0]


@functools.cache
def tell() -> None:
    """Makes these parts of PyTorch notify assay_capture, for the rest of the process. Raises Unsupported if any is
    unexpected."""
    made_of = _generator_of_disable_current_modes()
    traced, partitioned = unrecorded(private.trace_inner), unrecorded(private.create_partitioned_graph)
    written = _unrecorded_guard(private.build_guard_function)
    written(["True"], "")  # raises Unsupported before anything is replaced
    made_of.cell_contents = _unrecorded_generator(made_of.cell_contents)
    private.put("trace_inner", traced)
    private.put("build_guard_function", written)
    private.put("create_partitioned_graph", staticmethod(partitioned))
