"""native: real forward and backward passes, recorded by a fallback in the dispatcher (C++)."""

from ..captured.captured import Captured
from ..observe.native_recorder import recorder
from ..observe.record import record
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """The operators that reached the backends. Composite operators appear as their parts."""
    found = recorder(program)
    return record(program, found, found)
