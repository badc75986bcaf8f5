"""noise: shows the effect of rounding on a program, by moving the results of its operators within their rounding.

In its own precision, each operator also runs in double precision on the same tensors. Its result is moved by up to
`MOST` times its rounding error. An operator that is exact in every element (a copy, a sum of small whole numbers) is
not moved. Composite operators, such as attention, get inputs that are moved by a few roundings. In double precision,
each value that single precision cannot represent is moved by a hundred roundings. Operators that choose among values
(sort, argmax) get distinct values, so that equal values come in any order.

in_kernels: moves 16-bit results only as far as single precision rounds, in which kernels compute.
alike: moves equal values alike, so that they stay equal unless rounding separates them.
"""

import re
from typing import Any

import torch

from .. import torch_private as private
from ..observe import higher_order
from .inputs_drawn import is_fraction

MOST = 8.0
_SINGLE = 2.0**-24  # precision of kernels, also for 16-bit tensors
_IN_DOUBLE = 2.0**-46
_ALIKE = 2.0**-40  # relative distance put between equal values
_LOST = 2.0**-6  # beyond this error an operator does something else in double precision


def is_random(func: Any, args: Any, kwargs: Any) -> bool:
    """Whether `func` draws random numbers. Attention without dropout does not."""
    given = {**{one.name: value for one, value in zip(func._schema.arguments, args)}, **kwargs}
    is_attention = any(one.name == "dropout_p" for one in func._schema.arguments)
    return torch.Tag.nondeterministic_seeded in func.tags and not (is_attention and not given.get("dropout_p"))


def is_view(func: Any) -> bool:
    """Whether `func` returns an argument or a view of an argument."""
    return any(one.alias_info is not None and not one.alias_info.is_write for one in func._schema.returns)


def is_dense(leaf: Any) -> bool:
    """Whether the leaf is a tensor with elements in memory. Autograd's symbolic zeros have none."""
    return isinstance(leaf, torch.Tensor) and leaf.layout == torch.strided and not leaf._is_zerotensor()


def fractions(tree: Any) -> list[torch.Tensor]:
    return [leaf for leaf in private.tree_leaves(tree) if is_dense(leaf) and is_fraction(leaf)]


def _rounded(exact: torch.Tensor) -> torch.Tensor:
    """Rounded to single precision and back."""
    return exact.to(torch.complex64 if exact.is_complex() else torch.float32).to(exact.dtype)


_COUNTS = {"aten::_to_copy", "aten::count_nonzero"}  # their whole numbers count or convert values, whatever their order


def chooses(func: Any, made: Any) -> bool:
    """Whether `made` selects or orders floating values."""
    if func._schema.is_mutable or torch.Tag.dynamic_output_shape in func.tags or func._schema.name in _COUNTS:
        return False
    return any(isinstance(leaf, torch.Tensor) and leaf.dtype == torch.int64 for leaf in private.tree_leaves(made))


_MANY_IN_ONE = re.compile("attention|mm|matmul|conv|rnn|lstm|gru")


def rounds_within(func: Any) -> bool:
    """Whether `func` is a composite of operators that each round."""
    return _MANY_IN_ONE.search(func._schema.name.partition("::")[2]) is not None


def _is_exact(made: Any, exact: Any) -> bool:
    pairs = zip(private.tree_leaves(made), private.tree_leaves(exact))
    return all(one.equal(wide.to(one.dtype)) for one, wide in pairs if is_dense(one) and is_dense(wide) and one.shape == wide.shape)


class Noise:
    def __init__(self, seed: int, in_kernels: bool = False, alike: bool = False) -> None:
        self.seed, self.in_kernels, self.alike = seed, in_kernels, alike
        self.generator = torch.Generator().manual_seed(seed)

    def of(self, tensor: torch.Tensor) -> torch.Tensor:
        """Numbers between -1 and 1 in double precision. Parts of complex numbers are drawn separately."""
        if self.alike:
            return _by_value(tensor, self.seed)
        shape = (*tensor.shape, 2) if tensor.is_complex() else tensor.shape
        drawn = torch.rand(shape, dtype=torch.float64, generator=self.generator) * 2 - 1
        return (torch.view_as_complex(drawn) if tensor.is_complex() else drawn).to(tensor.device)

    def part_equals(self, tree: Any) -> Any:
        """`tree`, in double precision, with distinct elements in each floating tensor."""

        def parted(tensor: torch.Tensor) -> torch.Tensor:
            if self.alike or not tensor.is_floating_point() or tensor.numel() == 0:
                return tensor
            size = tensor.abs().nan_to_num(0, 0, 0)
            return tensor + self.of(tensor) * _ALIKE * (size + size.mean())

        return private.tree_map_only(torch.Tensor, parted, tree)

    def blurred(self, tree: Any) -> Any:
        """`tree`, in double precision, with floating tensors moved by up to four roundings of single precision.

        That is about the rounding inside a composite operator."""

        def moved(tensor: torch.Tensor) -> torch.Tensor:
            return tensor * (1 + self.of(tensor) * 4 * _SINGLE) if is_fraction(tensor) and tensor.numel() else tensor

        return private.tree_map_only(torch.Tensor, moved, tree)

    def move(self, made: torch.Tensor, exact: torch.Tensor) -> None:
        """Moves `made` within its possible rounding of `exact`."""
        if made.shape != exact.shape or not is_fraction(exact) or made.numel() == 0:
            return
        plain = made.to(exact.dtype)
        error, size = (exact - plain).abs(), exact.abs()
        counts = torch.isfinite(error) & (error > 0)
        if not bool(counts.any()) or bool(error[counts].max() > _LOST * size[counts].max()):
            return
        step = size * _SINGLE
        if self.in_kernels and made.dtype not in (torch.float32, torch.complex64):
            counts = counts & (_rounded(exact) != exact)
        else:
            counts, step = torch.isfinite(error), torch.maximum(step, error)  # an exact element is exact by luck
        made.copy_(torch.where(counts, exact + self.of(exact) * MOST * step, plain))

    def move_in_double(self, made: torch.Tensor) -> None:
        if made.dtype not in (torch.float64, torch.complex128) or made.numel() == 0:
            return
        counts = torch.isfinite(made) & (_rounded(made) != made)
        if bool(counts.any()):
            made.copy_(torch.where(counts, made * (1 + self.of(made) * _IN_DOUBLE), made))


def _by_value(tensor: torch.Tensor, seed: int) -> torch.Tensor:
    """Numbers between -1 and 1 from a hash: equal values get equal numbers."""
    parts = torch.view_as_real(tensor) if tensor.is_complex() else tensor
    bits = (parts.double() + 0.0).contiguous().view(torch.int64)  # both zeros hash alike
    mixed = (bits ^ (bits >> 29)) * 0x2545F4914F6CDD1D + seed * 0x9E3779B97F4A7C1
    mixed = (mixed ^ (mixed >> 32)) * 0x2545F4914F6CDD1D
    drawn = ((mixed >> 24) & 0xFFFFFFFF).double() / 2**31 - 1
    return torch.view_as_complex(drawn) if tensor.is_complex() else drawn


def _as_it_is(tree: Any) -> Any:
    return tree


class Disturbing(private.TorchDispatchMode):
    """Runs a program in its own precision and moves each operator's results within their rounding.

    in_double: called with (func, args, kwargs, change), returns the operator's result in double precision. `change`
        is applied to the tensors first."""

    supports_higher_order_operators = True

    def __init__(self, noise: Noise, opened: Any, in_double: Any) -> None:
        super().__init__()
        self.noise, self.opened, self.in_double = noise, opened, in_double

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if higher_order.is_one(func):
            with self:
                return self.opened(func, args, kwargs)
        tensors = [leaf for leaf in private.tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)]
        foreign = any(private.dispatch_keys(tensor).has("Python") or tensor.device.type == "meta" for tensor in tensors)
        if foreign or not fractions((args, kwargs)) or is_random(func, args, kwargs) or is_view(func):
            return func(*args, **kwargs)
        exact = self._in_double(func, args, kwargs) if func._schema.is_mutable else None
        made = func(*args, **kwargs)
        choosing = chooses(func, made)
        if exact is None and not func._schema.is_mutable:
            exact = self._in_double(func, args, kwargs, self.noise.part_equals if choosing else _as_it_is)
            if rounds_within(func) and not _is_exact(made, exact):
                exact = self._in_double(func, args, kwargs, self.noise.blurred)
        if exact is None and not func._schema.is_mutable:  # no kernel in double precision
            for one in fractions(made):
                one.copy_(self.noise.blurred(one.to(torch.complex128 if one.is_complex() else torch.float64)))
            return made
        for one, wide in zip(private.tree_leaves(made), private.tree_leaves(exact)):
            if is_dense(one) and isinstance(wide, torch.Tensor):
                if choosing and one.shape == wide.shape:
                    one.copy_(wide)
                elif is_fraction(one):
                    self.noise.move(one, wide)
        return made

    def _in_double(self, func: Any, args: Any, kwargs: Any, change: Any = _as_it_is) -> Any:
        """None if no kernel for double precision exists."""
        try:
            return self.in_double(func, args, kwargs, change)
        except (RuntimeError, NotImplementedError, TypeError):
            return None
