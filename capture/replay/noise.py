"""noise: what rounding may make of a program, tried out: operators whose results are moved within their rounding.

In its own precision an operator is computed in double precision as well, on the same tensors: what it rounds there is moved by
up to `MOST` times as much, what it computes exactly (a copy, a sum of small whole numbers) is left alone. `in_kernels`: results of
16 bits only as far as single precision, in which kernels compute, rounds before the last rounding. In double precision
everything that single precision cannot hold is moved by a hundred roundings. Operators that choose among values (sort, argmax)
get values that are all different, so that equal ones come in any order.
"""

from typing import Any

import torch
from torch.utils import _pytree
from torch.utils._python_dispatch import TorchDispatchMode

MOST = 8.0
_SINGLE = 2.0**-24  # in which kernels compute, those of 16-bit tensors too
_IN_DOUBLE = 2.0**-46
_ALIKE = 2.0**-40  # by how much equal values are parted
_LOST = 2.0**-6  # an operator that is this far from itself in double precision does something else there


def is_random(func: Any) -> bool:
    return torch.Tag.nondeterministic_seeded in func.tags


def is_view(func: Any) -> bool:
    """Whether it gives what it is given, or a part of that."""
    return any(one.alias_info is not None and not one.alias_info.is_write for one in func._schema.returns)


def floats(tree: Any) -> list[torch.Tensor]:
    leaves = _pytree.tree_leaves(tree)
    return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor) and leaf.is_floating_point() and leaf.layout == torch.strided]


_COUNTS = {"aten::_to_copy", "aten::count_nonzero"}  # whole numbers made of values, not of their order


def chooses(func: Any, made: Any) -> bool:
    """Whether what `func` made of floating tensors says which of their values are the largest, or in which order they come."""
    if func._schema.is_mutable or torch.Tag.dynamic_output_shape in func.tags or func._schema.name in _COUNTS:
        return False
    return any(isinstance(leaf, torch.Tensor) and leaf.dtype == torch.int64 for leaf in _pytree.tree_leaves(made))


class Noise:
    def __init__(self, seed: int, in_kernels: bool = False) -> None:
        self.generator, self.in_kernels = torch.Generator().manual_seed(seed), in_kernels

    def of(self, tensor: torch.Tensor) -> torch.Tensor:
        """Between -1 and 1, in double precision."""
        drawn = torch.rand(tensor.shape, dtype=torch.float64, generator=self.generator)
        return (drawn * 2 - 1).to(tensor.device)

    def part_equals(self, tree: Any) -> Any:
        """`tree` with floating tensors, which are in double precision, in which no two elements are equal."""

        def parted(tensor: torch.Tensor) -> torch.Tensor:
            if not tensor.is_floating_point() or tensor.numel() == 0:
                return tensor
            size = tensor.abs().nan_to_num(0, 0, 0)
            return tensor + self.of(tensor) * _ALIKE * (size + size.mean())

        return _pytree.tree_map_only(torch.Tensor, parted, tree)

    def move(self, made: torch.Tensor, exact: torch.Tensor) -> None:
        """Moves `made` within what its rounding of `exact` may be."""
        if made.shape != exact.shape or not exact.is_floating_point() or made.numel() == 0:
            return
        plain = made.double()
        error, size = (exact - plain).abs(), exact.abs()
        counts = torch.isfinite(error) & (error > 0)
        if not bool(counts.any()) or bool(error[counts].max() > _LOST * size[counts].max()):
            return
        step = size * _SINGLE
        if self.in_kernels and made.dtype != torch.float32:
            counts = counts & (exact.float().double() != exact)
        else:
            step = torch.maximum(step, error)
        made.copy_(torch.where(counts, exact + self.of(exact) * MOST * step, plain))

    def move_in_double(self, made: torch.Tensor) -> None:
        if made.dtype != torch.float64 or made.numel() == 0:
            return
        counts = torch.isfinite(made) & (made.float().double() != made)
        if bool(counts.any()):
            made.copy_(torch.where(counts, made * (1 + self.of(made) * _IN_DOUBLE), made))


def _as_it_is(tree: Any) -> Any:
    return tree


class Disturbing(TorchDispatchMode):
    """Runs a program in its own precision, each operator of which is moved within its rounding. `in_double(func, args, kwargs,
    change)` gives what an operator gives in double precision, from tensors that `change` is applied to."""

    supports_higher_order_operators = True

    def __init__(self, seed: int, in_kernels: bool, opened: Any, in_double: Any) -> None:
        super().__init__()
        self.noise, self.opened, self.in_double = Noise(seed, in_kernels), opened, in_double

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if isinstance(func, torch._ops.HigherOrderOperator):
            with self:
                return self.opened(func, args, kwargs)
        tensors = [leaf for leaf in _pytree.tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)]
        foreign = any(torch._C._dispatch_keys(tensor).has("Python") or tensor.device.type == "meta" for tensor in tensors)
        if foreign or not floats((args, kwargs)) or is_random(func) or is_view(func):
            return func(*args, **kwargs)
        exact = self._in_double(func, args, kwargs) if func._schema.is_mutable else None
        made = func(*args, **kwargs)
        choosing = chooses(func, made)
        if exact is None and not func._schema.is_mutable:
            exact = self._in_double(func, args, kwargs, self.noise.part_equals if choosing else _as_it_is)
        for one, wide in zip(_pytree.tree_leaves(made), _pytree.tree_leaves(exact)):
            if isinstance(one, torch.Tensor) and isinstance(wide, torch.Tensor) and one.layout == torch.strided:
                if choosing and one.shape == wide.shape:
                    one.copy_(wide)
                elif one.is_floating_point():
                    self.noise.move(one, wide)
        return made

    def _in_double(self, func: Any, args: Any, kwargs: Any, change: Any = _as_it_is) -> Any:
        """None for what has no kernel in double precision."""
        try:
            return self.in_double(func, args, kwargs, change)
        except (RuntimeError, NotImplementedError, TypeError):
            return None
