"""double_precision: runs a program, eager or a graph, in double precision. Both follow the same rules.

Operators get and return double tensors. A type asked for by name becomes the double type, as does the promotion of
whole numbers beside fractions. Tensors made from no tensor (`full`, `tensor`) are made in the program's type and
then widened. With `factories` they are made in double precision, like those of a program that asks a tensor for its
type. Without a tensor, both draw in single precision. Otherwise a program that asks a tensor for the type would find
a double, and draw other numbers than the graph that names float32.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, Callable

import torch
from assay_capture import widened

from .. import torch_private as private
from ..observe import higher_order
from . import noise

WIDE = {
    torch.float16: torch.float64,
    torch.bfloat16: torch.float64,
    torch.float32: torch.float64,
    torch.complex32: torch.complex128,
    torch.complex64: torch.complex128,
}


_LIKE = {"aten::rand_like", "aten::randn_like"}
_FACTORIES = {"aten::rand", "aten::randn", *_LIKE}
_FILLS = {"aten::uniform", "aten::normal_functional", "aten::exponential", "aten::log_normal", "aten::cauchy", "aten::geometric"}
_FILLS_IN_PLACE = {"aten::normal_", *(f"{name}_" for name in _FILLS)}
_ALL_FILLS = _FILLS | _FILLS_IN_PLACE


def _drawn(func: Any, args: Any, kwargs: Any) -> torch.Tensor | None:
    """The numbers that `func` draws. None if it draws no fractions, or if its draw depends on values."""
    name = func._schema.name
    if name in _FACTORIES:
        dtype = kwargs.get("dtype") or (args[0].dtype if name in _LIKE else torch.get_default_dtype())
        return widened(func(*args, **{**kwargs, "dtype": torch.float32})) if dtype.is_floating_point else None
    if name not in _ALL_FILLS or not args[0].is_floating_point():
        return None
    made = func(torch.empty_like(args[0], dtype=torch.float32), *args[1:], **kwargs)
    return args[0].copy_(widened(made)) if name in _FILLS_IN_PLACE else widened(made)


def _written(func: Any, args: Any, kwargs: Any) -> set[int]:
    """Ids of the tensors that `func` writes. They keep their identity."""
    arguments = func._schema.arguments
    given = [*zip(arguments, args), *((one, kwargs[one.name]) for one in arguments if one.name in kwargs)]
    places = [value for one, value in given if one.alias_info is not None and one.alias_info.is_write]
    return {id(leaf) for leaf in private.tree_leaves(places)}


def _tensors(tree: Any) -> list[torch.Tensor]:
    return [leaf for leaf in private.tree_leaves(tree) if isinstance(leaf, torch.Tensor)]


@contextlib.contextmanager
def _wide_promotion(func: Any, tensors: list[torch.Tensor], kwargs: Any) -> Iterator[None]:
    """Context in which `func` promotes whole numbers to double, by the default dtype.

    Applies only if `tensors` has no fractions. `out` arguments do not count."""
    narrow = torch.get_default_dtype()
    out = {id(leaf) for one in func._schema.arguments if one.is_out for leaf in _tensors(kwargs.get(one.name))}
    read = [leaf for leaf in tensors if id(leaf) not in out]
    if not read or any(leaf.is_floating_point() or leaf.is_complex() for leaf in read):
        yield
        return
    torch.set_default_dtype(WIDE.get(narrow, narrow))
    try:
        yield
    finally:
        torch.set_default_dtype(narrow)


def once(func: Any, args: Any, kwargs: Any, change: Callable[[Any], Any]) -> Any:
    """The result of `func` in double precision, from tensors that `change` is applied to. The arguments stay
    unchanged."""
    written = _written(func, args, kwargs)

    def given(leaf: Any) -> Any:
        if isinstance(leaf, torch.Tensor):
            made = leaf.to(WIDE.get(leaf.dtype, leaf.dtype))  # equal values
            return made.clone() if id(leaf) in written and made is leaf else made
        return WIDE.get(leaf, leaf) if isinstance(leaf, torch.dtype) else leaf

    args, kwargs = change(private.tree_map(given, (args, kwargs)))
    with _wide_promotion(func, _tensors((args, kwargs)), kwargs):
        return func(*args, **kwargs)


def disturbing(seed: int, kind: str = "operators") -> private.TorchDispatchMode:
    """kind: the noise, "operators", "kernels" or "alike"."""
    return noise.Disturbing(noise.Noise(seed, kind == "kernels", kind == "alike"), higher_order.opened, once)


def _made_wide(func: Any, args: Any, kwargs: Any, made: Any) -> Any:
    """`made` by `func` from no tensor. In double precision if `func` takes a type and draws nothing."""
    narrow = isinstance(made, torch.Tensor) and made.dtype in WIDE
    takes_type = any(one.name == "dtype" for one in func._schema.arguments)
    if not narrow or not takes_type or torch.Tag.nondeterministic_seeded in func.tags:
        return made
    return func(*args, **{**kwargs, "dtype": WIDE[made.dtype]})


class Widening(private.TorchDispatchMode):
    """Runs every operator in double precision. A model's own tracing is unchanged.

    seed: nonzero moves results within a hundred roundings of double precision.
    factories: tensors made from no tensor are made in double precision too."""

    supports_higher_order_operators = True

    def __init__(self, seed: int = 0, factories: bool = False) -> None:
        super().__init__()
        self.factories = factories
        self.noise = noise.Noise(seed) if seed else None

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if higher_order.is_one(func):
            with self:
                return higher_order.opened(func, args, kwargs)
        tensors = _tensors((args, kwargs))
        if any(private.dispatch_keys(tensor).has("Python") for tensor in tensors):
            return func(*args, **kwargs)
        drawn = _drawn(func, args, kwargs)
        if drawn is not None:
            return drawn
        written = _written(func, args, kwargs)

        def given(leaf: Any) -> Any:
            if isinstance(leaf, torch.Tensor):
                return leaf if id(leaf) in written else widened(leaf)
            return WIDE.get(leaf, leaf) if isinstance(leaf, torch.dtype) and tensors else leaf

        args, kwargs = private.tree_map(given, (args, kwargs))
        with _wide_promotion(func, tensors, kwargs):  # `kwargs` has the original `out`
            result = func(*args, **kwargs)
        if self.factories and not tensors:
            result = _made_wide(func, args, kwargs, result)
        if self.noise is not None and noise.fractions((args, kwargs)) and noise.chooses(func, result):
            args, kwargs = self.noise.part_equals((args, kwargs))
            result = func(*args, **kwargs)
        result = private.tree_map_only(torch.Tensor, lambda made: made if id(made) in written else widened(made), result)
        if self.noise is not None and not noise.is_view(func):
            for made in noise.fractions(result):
                self.noise.move_in_double(made)
        return result
