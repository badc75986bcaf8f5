"""aot_joint_compile: the joint graph of AOTAutograd for each graph that Dynamo makes.

The hook of `aot_joint`, in `aot_autograd(..)` as a backend of torch.compile. After the hook each region runs
as Dynamo made it, so that the program goes on to the next one.
"""

from typing import Any


from .. import torch_private as private
from ..captured.captured import NO_GRAPH, Captured, Unsupported
from ..dynamo import hooks, regions
from ..program.program import Program


def capture(program: Program) -> list[Captured]:
    """Graphs `joint`, `joint_1`, .., counted as Dynamo's graphs are; those in which nothing requires a
    gradient have none. Raises Unsupported when no graph has one."""
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
