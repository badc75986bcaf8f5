"""precompile: one training step as `torch.compiler.precompile` captures it: forward, loss and `.backward()` in one graph.

PyTorch traces the step with real values and refuses what its artifact could not keep: a constant tensor, control flow,
the gradient of an input. Results: the user outputs, then the gradients of parameters that get one.
"""

import os
import tempfile
from typing import Any

from ..captured.captured import Captured, Result
from ..program.functional import Functional
from ..program.program import Program
from ..program.untouched import untouched


def capture(program: Program) -> list[Captured]:
    """One graph `joint`. Raises Unsupported before PyTorch 2.15 and on the phantom, which has no values, and what PyTorch
    raises. The artifact that it writes it runs once, on the program's own inputs; it is thrown away."""
    program.require_supported("precompile")
    from torch.compiler import precompile  # from PyTorch 2.15

    model = Functional(program)

    def step(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        output = module(*args, **kwargs)
        loss = program.loss(output)
        if loss is not None and loss.requires_grad:
            loss.backward()
        return model.named(output)

    parameters = list(program.parameters.values())
    gradients = [parameter.grad for parameter in parameters]
    with tempfile.TemporaryDirectory() as folder, untouched(program):
        files = {"artifact_path": os.path.join(folder, "step.py"), "cache_path": os.path.join(folder, "step.cache")}
        try:
            with precompile.capture(step, **files, tracer=precompile.MakeFxTracer(), backend="eager") as captured:
                captured(program.model, program.args, program.kwargs)
        finally:
            for parameter, gradient in zip(parameters, gradients):
                parameter.grad = gradient
    held = captured._module
    given = [held._param_names[index] for index in held._grad_param_indices]
    return [Captured("joint", held._gm, model.inputs, model.results + [Result("gradient", name) for name in given])]
