"""native: forward and backward as they really run, seen by our fallback in the dispatcher (C++)."""

from ..captured.captured import Captured
from ..program.program import Program
from . import dispatch

import assay_capture

assay_capture.NativeRecorder.prepare()  # in the zygote, once for all of its children


def recorder(program: Program, above_autograd: bool = False) -> "assay_capture.NativeRecorder":
    """One for `program`, on the phantom for its fake mode."""
    return assay_capture.NativeRecorder(
        above_autograd=above_autograd, fake=program.fake_mode is not None, unrecorded=set(dispatch.UNRECORDED)
    )


def capture(program: Program) -> list[Captured]:
    """What reached the backends, composite operators taken apart."""
    found = recorder(program)
    return dispatch.record(program, found, found)
