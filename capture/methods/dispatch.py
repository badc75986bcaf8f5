"""dispatch: real forward and backward passes, recorded by a Python mode."""

import assay_capture

from ..captured.captured import Captured
from ..observe.record import record
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """The graph `joint`; see `record`."""
    return record(program, assay_capture.Recorder())
