"""native_composite: the same run seen above autograd, composite operators such as `linear` whole."""

from . import native
from .captured import Captured
from .program import Program


def capture(program: Program) -> list[Captured]:
    """What the program called, and what its backward called."""
    return native.record(program, above_autograd=True)
