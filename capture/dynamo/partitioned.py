"""partitioned: the forward and backward graphs of AOTAutograd, split by a partitioner.

The forward graph is taken from the forward compiler, the backward graph at the same moment. AOTAutograd would
compile the backward lazily, without further changes. Nothing runs.

Forward results: mutated inputs, user results, then "saved". Backward inputs: "saved" in the backward's own order,
then tangents. Backward results: gradients of all inputs, `None` without a gradient.
"""

from typing import Any, Callable


from assay_capture import phase

from .. import torch_private as private
from ..captured.captured import Captured
from ..program.functional import Functional
from ..program.program import Program, tracing_mode
from . import hooks
from .roles import Roles


def partitioned(program: Program, split: Callable[..., Any]) -> list[Captured]:
    """Graphs `forward` and `backward`, divided by `split`, a partitioner of PyTorch.

    Only `forward` if nothing requires a gradient."""
    model = Functional(program)
    forwards: list[Any] = []
    backwards: list[Any] = []

    def partition(graph: Any, inputs: Any, **options: Any) -> Any:
        with phase("partition"):
            forward, backward = split(graph, inputs, **options)
        backwards.append(backward)
        return forward, backward

    compiler = hooks.last(lambda graph, _: forwards.append(graph))
    trace = private.aot_function(model.forward(), fw_compiler=compiler, partition_fn=partition)
    with tracing_mode(program):
        hooks.until_last(trace, *model.values())
    roles = Roles(model.inputs, model.results)
    forward = forwards[0]
    primals = roles.inputs(forward, [])
    captured = [Captured("forward", forward, primals, roles.results(forward, []))]
    for backward in backwards:
        inputs = roles.inputs(backward, roles.saved(forward))
        captured.append(Captured("backward", backward, inputs, roles.results(backward, primals)))
    return captured
