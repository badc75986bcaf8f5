"""aside: what PyTorch runs beside the program, to compile, to trace or to print.

Dynamo that compiles, a higher-order operator that traces its parts, the guards of what is compiled
already: they run operators too, on examples and on fake tensors. PyTorch keeps most of them from a
program's modes by `_disable_current_modes`, the rest is run by make_fx, by the partitioner of a scan and by
functions that Dynamo writes. No recorder may take them for the program; one in the dispatcher is no mode,
and has to be told.
"""

import functools
from collections.abc import Callable
from typing import Any

from torch._dynamo import guards
from torch._higher_order_ops.partitioner import HopGraphMinCutPartitioner
from torch.fx.experimental.proxy_tensor import _MakefxTracer
from torch.utils import _python_dispatch

import assay_capture


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
        before, _, after = code.rpartition("return guard")
        return body, f"{before}return __import__('sys').modules[{__name__!r}].unrecorded(guard){after}"

    return written


@functools.cache
def tell() -> None:
    """From now on these tell assay_capture, for the rest of the process."""
    # Whoever imported the function by name calls the generator that contextlib made it of.
    (made_of,) = _python_dispatch._disable_current_modes.__closure__
    made_of.cell_contents = _unrecorded_generator(made_of.cell_contents)
    _MakefxTracer._trace_inner = unrecorded(_MakefxTracer._trace_inner)
    guards.build_guard_function = _unrecorded_guard(guards.build_guard_function)
    partitioned = unrecorded(HopGraphMinCutPartitioner.create_partitioned_graph)
    HopGraphMinCutPartitioner.create_partitioned_graph = staticmethod(partitioned)
