"""aot_joint_compile: the joint graph of AOTAutograd for each graph of Dynamo.

Uses the hook of `aot_joint`, with `aot_autograd(..)` as a backend of torch.compile. After the hook each region runs
as Dynamo made it, so that the program continues.
"""

from typing import Any


from .. import torch_private as private
from ..captured.captured import NO_GRAPH, Captured, Unsupported
from ..dynamo import hooks, regions
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """Graphs `joint`, `joint_1`, .., numbered like Dynamo's graphs.

    Graphs in which nothing requires a gradient have no joint graph. Raises Unsupported if no joint graph exists."""
    joints: dict[str, Any] = {}

    def prepare(region: regions.Region, values: list[Any]) -> Any:
        partition = hooks.last(lambda graph, *_, **__: joints.update({region.name: graph}))
        inference = hooks.last(lambda *_: None)
        hooks.until_last(private.aot_autograd(fw_compiler=inference, partition_fn=partition), region.graph, values)
        return region.graph.forward

    made = regions.run(program, "joint", prepare)
    captured = []
    for position, region in enumerate(made):
        if region.name in joints:
            resumes = regions.resumed(region, made[:position])
            resumes = resumes if not resumes or resumes in joints else NO_GRAPH
            captured.append(region.captured(joints[region.name], *regions.joint_names(region, joints[region.name], joints), resumes))
    if not captured:
        raise Unsupported("no result requires a gradient")
    return captured
