"""export_strict: `torch.export.export(strict=True)`: Dynamo reads the model's bytecode first."""

from . import export
from .captured import Captured
from .program import Program


def capture(program: Program) -> list[Captured]:
    """One graph `forward` with its ShapeEnv and guards. Raises what exporting raises."""
    return export.exported(program, strict=True)
