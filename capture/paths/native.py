"""native: forward, loss and backward as they really run, seen by our fallback in the dispatcher (C++)."""

from . import dispatch
from .captured import Captured
from .program import Program


def record(program: Program, above_autograd: bool) -> list[Captured]:
    """`dispatch.record` without a mode in Python; under the program's fake mode on the phantom."""
    import assay_capture

    recorder = assay_capture.NativeRecorder(
        above_autograd=above_autograd, fake=program.fake_mode is not None, queries=set(dispatch.QUERIES)
    )
    return dispatch.record(program, recorder, recorder)


def capture(program: Program) -> list[Captured]:
    """What reached the backends, composite operators taken apart."""
    return record(program, above_autograd=False)
