"""aot_joint: the joint graph that AOTAutograd passes to its partitioner.

Forward and backward in the same functionalised graph, before any partitioning, without a loss (tangents are inputs) and
without decompositions. Inputs: those of `program.inputs()` (a tensor passed twice counts once), then tangents.
Results: mutated inputs, user results, gradients of all inputs (`None` without a gradient).
"""

from typing import Any


from .. import torch_private as private
from ..captured.captured import Captured, Unsupported
from ..dynamo import hooks
from ..dynamo.roles import Roles
from ..program.functional import Functional
from ..program.program import Program, tracing_mode


def capture(program: Program) -> list[Captured]:
    """The graph `joint`. Raises Unsupported if nothing requires a gradient."""
    model = Functional(program)
    seen: list[Any] = []

    partition = hooks.last(lambda graph, *_, **__: seen.append(graph))
    inference = hooks.last(lambda *_: None)
    trace = private.aot_function(model.forward(), fw_compiler=inference, partition_fn=partition)
    with tracing_mode(program):
        hooks.until_last(trace, *model.values())
    if not seen:
        raise Unsupported("no result requires a gradient")
    roles = Roles(model.inputs, model.results)
    inputs = roles.inputs(seen[0], [])
    primals = [given for given in inputs if given.role != "tangent"]
    return [Captured("joint", seen[0], inputs, roles.results(seen[0], primals))]
