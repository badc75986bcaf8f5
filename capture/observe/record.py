"""record: reports a real forward and backward pass to a recorder. `Watch` is the mode that sees the operators.

The mode is the innermost one. On the phantom it is above the fake mode. It sees each operator once, and none that a
FakeTensor calls internally.
"""

from __future__ import annotations

import contextlib
import functools
from typing import Any

import torch

from .. import torch_private as private
from ..captured.captured import Captured, Input, Result
from ..native import aside
from ..program import naming
from ..program.points import Points
from ..program.program import Program
from ..program.tangents import Start
from . import effects, higher_order
from .rebinding import Rebinding

# Queries of tensor metadata. Only fake tensors send them through the dispatcher.
QUERIES = frozenset(
    {
        "prim::device",
        "prim::layout",
        "aten::size",
        "aten::sym_size",
        "aten::stride",
        "aten::sym_stride",
        "aten::storage_offset",
        "aten::sym_storage_offset",
        "aten::numel",
        "aten::sym_numel",
        "aten::dim",
        "aten::is_contiguous",
        "aten::sym_is_contiguous",
        "aten::is_strides_like_format",
        "aten::is_non_overlapping_and_dense",
    }
)

# Marks for PyTorch's profiler, around every optimizer step. They compute nothing, and a file cannot express their
# handle.
MARKS = frozenset(
    {
        "profiler::_record_function_enter",
        "profiler::_record_function_enter_new",
        "profiler::_record_function_exit",
    }
)

UNRECORDED = QUERIES | MARKS


@functools.cache
def _below_autograd() -> Any:
    return private.dispatch_keyset_full_after(private.DispatchKey.ADInplaceOrView)


def _is_composite(func: private.OpOverload, tensors: list[torch.Tensor]) -> bool:
    """Whether no backend of `tensors` has a kernel. Then only the operator's parts reach a backend."""
    has = lambda key: private.dispatch_has_kernel_for_dispatch_key(func.name(), key)
    if not has("CompositeImplicitAutograd") or has("CompositeExplicitAutograd"):
        return False
    keys = [private.dispatch_keys(tensor) & _below_autograd() for tensor in tensors]
    return not any(private.dispatch_has_kernel_for_any_dispatch_key(func.name(), key) for key in keys)


def _above(func: private.OpOverload) -> Any:
    """Context for the parts of a composite operator.

    It restores the layers above the mode. An operator with its own kernel there (`chunk`, `narrow`) makes views or
    counts writes of its parts' results. Its parts run without these layers, like without a mode."""
    if private.dispatch_has_kernel_for_dispatch_key(func.name(), "ADInplaceOrView"):
        return contextlib.nullcontext()
    return private.RestorePythonTLSSnapshot()


class Watch(private.TorchDispatchMode):
    """Runs every operator unchanged and reports it to the recorder, except operators that PyTorch runs for itself.

    A higher-order operator is reported as the operators of its kernel, a composite operator as its parts, also below
    autograd."""

    supports_higher_order_operators = True

    def __init__(self, recorder: Any) -> None:
        super().__init__()
        self.recorder, self.mode = recorder, private.detect_fake_mode()

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """True: self-compiling code then compiles normally and its operators are seen at run time. Otherwise Dynamo
        would skip it."""
        return True

    def _is_traced(self, tree: Any) -> bool:
        """Whether it has fake values of another mode. Some operators trace a part of the model at run time."""
        leaves = private.tree_leaves(tree)
        return any(isinstance(leaf, private.FakeTensor) and leaf.fake_mode is not self.mode for leaf in leaves)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if higher_order.is_one(func):
            with self:
                return higher_order.opened(func, args, kwargs)
        name = func._schema.name
        if name in UNRECORDED or aside.is_on():
            return func(*args, **kwargs)
        if _is_composite(func, effects.tensors((args, kwargs))):
            with _above(func), self:
                return func._op_dk(private.DispatchKey.CompositeImplicitAutograd, *args, **kwargs)
        given = args
        if name == "aten::set_":  # it moves the tensor to the other's storage
            given = (args[0].detach(), *args[1:])
        elif func._schema.is_mutable and not self._is_traced((args, kwargs)):
            self.recorder.before_write(effects.tensors((args, kwargs)))
        out = func(*args, **kwargs)
        if not self._is_traced((args, kwargs, out)):
            self.recorder.call(func, given, kwargs, out)
        return out


def _distinct(inputs: list[Input]) -> list[Input]:
    """An input per tensor object. A tensor passed twice has its other names in `also`."""
    first: dict[int, Input] = {}
    kept = []
    for given in inputs:
        is_tensor = isinstance(given.value, torch.Tensor)
        known = first.setdefault(id(given.value), given) if is_tensor else given
        if known is given:
            kept.append(Input(given.role, given.name, list(given.also), given.value))
            first[id(given.value)] = kept[-1] if is_tensor else given
        else:
            known.also.append(given.name)
    return kept


def told(recorder: Any, program: Program) -> list[Input]:
    """Reports the program's inputs to `recorder` and returns them."""
    inputs = _distinct(program.inputs())
    for given in inputs:
        recorder.input(given.role, given.name, given.also, given.value)
    return inputs


def told_tangents(recorder: Any, start: Start | None) -> list[Input]:
    """Reports the tangents of a backward pass to `recorder` and returns them. A loss has none."""
    tangents = [] if start is None else start.inputs()
    for given in tangents:
        recorder.input(given.role, given.name, given.also, given.value)
    return tangents


def record(program: Program, recorder: Any, watch: Any = None) -> list[Captured]:
    """The graph `joint` in execution order (forward only if no result requires a gradient).

    The model runs, and its buffers change. Rebound states are results and precede those of the user. Raises the
    model's exceptions.

    watch: the context in which `recorder` sees operators; by default a Python mode."""
    aside.tell()
    inputs = told(recorder, program)
    wanted = program.wanted(inputs)
    asked = Points([inputs[position].value for position in wanted])
    rebinding = Rebinding(program)
    with program.running(), higher_order.by_kernels(program.fake_mode):
        watch = watch or Watch(recorder)
        with watch:
            output = program.model(*program.args, **program.kwargs)
            found = naming.leaves(naming.opened(output))
            start = program.start(output) if asked else None
        inputs += told_tangents(recorder, start)
        with watch:
            gradients = program.gradients(start, asked)
    named = [(Result("user", name), leaf) for name, leaf in found]
    named += [(Result("gradient", inputs[p].name), g) for p, g in zip(wanted, gradients)]
    results = rebinding.tell(recorder)
    for result, value in named:
        recorder.result(result.role, result.name, value)
        results.append(result)
    return [Captured("joint", recorder, inputs, results)]
