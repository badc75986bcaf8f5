"""aot_min_cut: as `aot`, split by the min-cut partitioner, which recomputes in the backward what is cheap
to compute and dear to save."""

from .. import torch_private as private
from ..captured.captured import Captured
from ..dynamo.partitioned import partitioned
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """Graphs `forward` and `backward`; only `forward` when nothing requires a gradient."""
    return partitioned(program, private.min_cut_rematerialization_partition)
