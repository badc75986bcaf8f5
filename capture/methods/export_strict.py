"""export_strict: `torch.export.export(strict=True)`, in which Dynamo reads the model's bytecode first."""

from ..captured.captured import Captured
from ..dynamo.exported import exported
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """The graph `forward` with its ShapeEnv and guards. Raises the exceptions of the export."""
    return exported(program, strict=True)
