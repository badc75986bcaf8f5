"""precompile: a training step by `torch.compiler.precompile`, with forward and `.backward()` in the same graph.

PyTorch traces the step with real values. It refuses things that its artifact could not keep: a constant tensor,
control flow, the gradient of an input. Inputs: those of `program.inputs()`, then a tangent for each result that
requires a gradient, unless the case has a loss. Results: the user outputs, then the gradients of parameters that get
any.
"""

import os
import tempfile
from typing import Any

import torch

from ..captured.captured import Captured, Input, Result
from ..program import seeds
from ..program.functional import Functional
from ..program.program import Program
from ..program.untouched import untouched


def capture(program: Program) -> list[Captured]:
    """The graph `joint`. PyTorch's artifact runs once on the program's own inputs and is discarded.

    Raises Unsupported before PyTorch 2.15 and on the phantom, which has no values, and PyTorch's exceptions."""
    program.require_supported("precompile")
    from torch.compiler import precompile  # from PyTorch 2.15

    model = Functional(program)
    tangents = _tangents(program)

    def step(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *given: torch.Tensor) -> list[Any]:
        output = module(*args, **kwargs)
        start = program.start(output, lambda _, number, __: given[number])
        if start is not None:
            torch.autograd.backward(start.outputs, start.tangents)
        return model.named(output)

    parameters = list(program.parameters.values())
    gradients = [parameter.grad for parameter in parameters]
    with tempfile.TemporaryDirectory() as folder, untouched(program):
        files = {"artifact_path": os.path.join(folder, "step.py"), "cache_path": os.path.join(folder, "step.cache")}
        try:
            with precompile.capture(step, **files, tracer=precompile.MakeFxTracer(), backend="eager") as captured:
                captured(program.model, program.args, program.kwargs, *(tangent.value for tangent in tangents))
        finally:
            for parameter, gradient in zip(parameters, gradients):
                parameter.grad = gradient
    held = captured._module
    given = [held._param_names[index] for index in held._grad_param_indices]
    inputs = model.inputs + tangents
    return [Captured("joint", held._gm, inputs, model.results + [Result("gradient", name) for name in given])]


def _tangents(program: Program) -> list[Input]:
    """An input per tangent. Without a loss, a new program runs to find the results that have tangents."""
    if program.case.get("loss") is not None:
        return []
    again = program.again()
    start = again.start(again.model(*again.args, **again.kwargs))
    seeds.start_from(0)
    return [] if start is None else start.inputs()
