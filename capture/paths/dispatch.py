"""dispatch: forward, loss and backward as they really run, seen by a `TorchDispatchMode`.

The mode is the innermost one, above the fake mode on the phantom, so each operator is seen once
and what a FakeTensor calls inside itself is not seen.
"""

from typing import Any

import torch
from torch._guards import detect_fake_mode
from torch._ops import HigherOrderOperator
from torch._subclasses.fake_tensor import FakeTensor
from torch.utils import _pytree
from torch.utils._python_dispatch import TorchDispatchMode

from . import naming
from .captured import Captured, Input, Result
from .program import Program

# Questions about a tensor's metadata: fake tensors ask them through the dispatcher, real ones do not.
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


def opened(func: HigherOrderOperator, args: Any, kwargs: Any) -> Any:
    """What the kernel of a higher-order operator gives with the modes that are active, which see what it
    runs. Such kernels refuse to run below a mode; while this one runs, it finds none."""
    kernel = func.py_kernels[torch._C.DispatchKey.CompositeExplicitAutograd]
    names = getattr(kernel, "func", kernel).__globals__
    asked = "_get_current_dispatch_mode"
    answer = names.get(asked)
    if answer is not None:
        names[asked] = lambda: None
    try:
        return kernel(*args, **kwargs)
    finally:
        if answer is not None:
            names[asked] = answer


class _Watch(TorchDispatchMode):
    """Passes every operator on unchanged and tells the recorder of it. A higher-order operator is what
    its own kernel runs: the branch taken, the steps made."""

    supports_higher_order_operators = True

    def __init__(self, recorder: Any) -> None:
        super().__init__()
        self.recorder, self.mode = recorder, detect_fake_mode()

    def _is_traced(self, tree: Any) -> bool:
        """Fake values that are not the program's: some operators trace a part of the model as they run."""
        leaves = _pytree.tree_leaves(tree)
        return any(isinstance(leaf, FakeTensor) and leaf.fake_mode is not self.mode for leaf in leaves)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if isinstance(func, HigherOrderOperator):
            with self:
                return opened(func, args, kwargs)
        out = func(*args, **kwargs)
        if func._schema.name not in QUERIES and not self._is_traced((args, kwargs, out)):
            self.recorder.call(func, args, kwargs, out)
        return out


def _distinct(inputs: list[Input]) -> list[Input]:
    """One input per tensor object: a tensor passed twice carries its other names in `also`."""
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


def record(program: Program, recorder: Any) -> list[Captured]:
    """One graph `joint` in execution order (forward only when the loss requires no gradient).

    The model runs: its buffers are mutated. Raises what running it raises.
    """
    inputs = _distinct(program.inputs())
    for given in inputs:
        recorder.input(given.role, given.name, given.also, given.value)
    wanted = program.wanted(inputs)
    results = []
    with program.context(), _Watch(recorder):
        output = program.model(*program.args, **program.kwargs)
        found = naming.leaves(output)
        named = [(Result("user", name), leaf) for name, leaf in found]
        gradients = program.gradients(output, [inputs[position].value for position in wanted])
        named += [(Result("gradient", inputs[p].name), g) for p, g in zip(wanted, gradients)]
    for result, value in named:
        recorder.result(result.role, result.name, value)
        results.append(result)
    return [Captured("joint", recorder, inputs, results)]


def capture(program: Program) -> list[Captured]:
    """`record` with the C++ recorder."""
    import assay_capture

    return record(program, assay_capture.Recorder())
