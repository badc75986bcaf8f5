"""aot_min_cut: `aot` with the min-cut partitioner, whose backward recomputes values that are cheap to compute."""

from .. import torch_private as private
from ..captured.captured import Captured
from ..dynamo.partitioned import partitioned
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """Graphs `forward` and `backward`; only `forward` if nothing requires a gradient."""
    return partitioned(program, private.min_cut_rematerialization_partition)
