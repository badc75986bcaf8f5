"""dispatch: forward and backward as they really run, seen by a mode of Python."""

import assay_capture

from ..captured.captured import Captured
from ..observe.record import record
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """One graph `joint`; see `record`."""
    return record(program, assay_capture.Recorder())
