"""native_recorder: the recorder of a program in the dispatcher's fallback (C++)."""

import assay_capture

from ..program.program import Program
from .record import UNRECORDED

assay_capture.NativeRecorder.prepare()  # once in the zygote, for all of its children


def recorder(program: Program, above_autograd: bool = False) -> "assay_capture.NativeRecorder":
    """The recorder for `program`. On the phantom it records the fake mode."""
    return assay_capture.NativeRecorder(
        above_autograd=above_autograd, fake=program.fake_mode is not None, unrecorded=set(UNRECORDED)
    )
