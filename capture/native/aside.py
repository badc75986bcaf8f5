"""aside: what PyTorch runs beside the program, to compile, to trace or to print.

Dynamo that compiles, a higher-order operator that traces its parts, the guards of what is compiled
already: they run operators too, on examples and on fake tensors. PyTorch keeps most of them from a
program's modes by `_disable_current_modes`, the rest is run by make_fx, by the partitioner of a scan and by
functions that Dynamo writes. No recorder may take them for the program; one in the dispatcher is no mode,
and has to be told.
"""

import functools
import inspect
from collections.abc import Callable
from types import CellType
from typing import Any


import assay_capture

from .. import torch_private as private
from ..captured.captured import Unsupported

_RETURNS = "return guard"  # how the text of a guard ends


def is_on() -> bool:
    """Whether this thread is in such a part; after `tell`."""
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
    """Dynamo's guards of shapes are Python that is written out: a function that gives the guard. One asks a number of a tensor
    without dimensions, whenever what was compiled for it is called again."""

    @functools.wraps(write)
    def written(*args: Any, **kwargs: Any) -> tuple[str, str]:
        body, code = write(*args, **kwargs)
        before, returns, after = code.rpartition(_RETURNS)
        if not returns:
            raise Unsupported(f"torch._dynamo.guards.build_guard_function no longer writes '{_RETURNS}'")
        return body, f"{before}return __import__('sys').modules[{__name__!r}].unrecorded(guard){after}"

    return written


def _generator_of_disable_current_modes() -> CellType:
    """What contextlib made the function of: whoever imported the function by name calls that."""
    cells = private.disable_current_modes.__closure__ or ()
    if len(cells) != 1 or not inspect.isgeneratorfunction(cells[0].cell_contents):
        raise Unsupported("torch.utils._python_dispatch._disable_current_modes is no longer made of one generator")
    return cells[0]


@functools.cache
def tell() -> None:
    """From now on these tell assay_capture, for the rest of the process. Unsupported where one is not what is expected."""
    made_of = _generator_of_disable_current_modes()
    traced, partitioned = unrecorded(private.trace_inner), unrecorded(private.create_partitioned_graph)
    written = _unrecorded_guard(private.build_guard_function)
    written(["True"], "")  # Unsupported before anything is replaced
    made_of.cell_contents = _unrecorded_generator(made_of.cell_contents)
    private.put("trace_inner", traced)
    private.put("build_guard_function", written)
    private.put("create_partitioned_graph", staticmethod(partitioned))
