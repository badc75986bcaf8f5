"""aot: the forward and backward graphs of AOTAutograd, split by its `default_partition`."""

from .. import torch_private as private
from ..captured.captured import Captured
from ..dynamo.partitioned import partitioned
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """Graphs `forward` and `backward`; only `forward` if nothing requires a gradient."""
    return partitioned(program, private.default_partition)
