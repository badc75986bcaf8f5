"""export_strict: `torch.export.export(strict=True)`: Dynamo reads the model's bytecode first."""

from ..captured.captured import Captured
from ..dynamo.exported import exported
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """One graph `forward` with its ShapeEnv and guards. Raises what exporting raises."""
    return exported(program, strict=True)
