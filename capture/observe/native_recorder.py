"""native_recorder: our fallback in the dispatcher (C++) as the recorder of a program."""

import assay_capture

from ..program.program import Program
from .record import UNRECORDED

assay_capture.NativeRecorder.prepare()  # in the zygote, once for all of its children


def recorder(program: Program, above_autograd: bool = False) -> "assay_capture.NativeRecorder":
    """One for `program`, on the phantom for its fake mode."""
    return assay_capture.NativeRecorder(
        above_autograd=above_autograd, fake=program.fake_mode is not None, unrecorded=set(UNRECORDED)
    )
