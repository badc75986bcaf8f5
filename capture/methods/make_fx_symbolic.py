"""make_fx_symbolic: `make_fx` with symbolic sizes of the user inputs.

`make_fx(tracing_mode="symbolic")` alone also makes parameters symbolic, and silently leaves fake tensors static. So
this module makes the inputs fake. States have static sizes. User tensors are made from CPU stand-ins with a symbol per
size, then moved to the program's device. Equal sizes share a symbol. 0 and 1 stay numbers.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.fx.experimental import proxy_tensor
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext

from .. import torch_private as private
from ..captured.captured import Captured, Input
from ..program.functional import Functional
from ..program.program import Program


def _symbolic(mode: private.FakeTensorMode, given: Input) -> torch.Tensor:
    """A fake tensor like `given.value` whose sizes are symbols of the mode's ShapeEnv."""
    value = given.value
    stand_in = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device="cpu")
    context = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DUCK] * value.dim())
    fake = mode.from_tensor(stand_in, source=private.ConstantSource(given.name), symbolic_context=context)
    with mode:
        if fake.device != value.device:  # `to` would remove gaps between elements
            fake = torch.empty_strided(fake.size(), fake.stride(), dtype=fake.dtype, device=value.device)
        return fake.requires_grad_(value.requires_grad)


def _fakes(mode: private.FakeTensorMode, inputs: list[Input]) -> list[Any]:
    """The values to trace with. A tensor with two names is converted once."""
    made: dict[int, Any] = {}

    def fake(given: Input) -> Any:
        value = given.value
        if not isinstance(value, torch.Tensor):
            return value
        if id(value) not in made:
            if given.role == "user":
                made[id(value)] = _symbolic(mode, given)
            else:
                known = isinstance(value, private.FakeTensor)
                made[id(value)] = value if known else mode.from_tensor(value, static_shapes=True)
        return made[id(value)]

    return [fake(given) for given in inputs]


def capture(program: Program) -> list[Captured]:
    """The graph `forward` with its ShapeEnv and guards. Raises the exceptions of tracing."""
    model = Functional(program)
    mode = program.fake_mode or private.FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)
    trace = proxy_tensor.make_fx(model.forward(), tracing_mode="symbolic", _allow_non_fake_inputs=True)
    values = _fakes(mode, model.inputs)
    with mode:
        graph = trace(*values)
    guards = [guard.expr for guard in mode.shape_env.guards]
    return [Captured("forward", graph, model.inputs, model.results, mode.shape_env, guards)]
