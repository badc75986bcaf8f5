"""native: forward and backward as they really run, seen by our fallback in the dispatcher (C++)."""

from ..captured.captured import Captured
from ..observe.native_recorder import recorder
from ..observe.record import record
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """What reached the backends, composite operators taken apart."""
    found = recorder(program)
    return record(program, found, found)
