"""carried: fake tensors on the phantom's `cuda` that carry their values on the CPU.

A run on a GPU reads values: a mask's `all()`, a count, the condition of a `while_loop`. While a program runs
(`Carried.on`), each operator also runs on the CPU beside its fake kernel. Devices are mapped, and GPU operators are
replaced like in a replay (StandIn). A read returns the CPU's value. While PyTorch traces or compiles, fake tensors
have no values, like on any device. A result that cannot be computed has no value, and neither do results that depend
on it.
"""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

import torch

import assay_capture

from .. import torch_private as private
from ..native import aside
from . import fakes, memory

_SYMBOLS = (torch.SymInt, torch.SymFloat, torch.SymBool)
_ASKS = (torch.Tag.data_dependent_output, torch.Tag.dynamic_output_shape)


class NoValue(Exception):
    """An argument has no value."""


def _is_mask(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.dtype in (torch.bool, torch.uint8)


def _asks(func: private.OpOverload, args: Any, kwargs: Any) -> bool:
    """Whether the sizes or numbers that `func` returns depend on values. Indexing depends on them only through
    masks."""
    if func is torch.ops.aten.index.Tensor:
        return any(map(_is_mask, args[1]))
    if func is torch.ops.aten.is_nonzero.default:  # only its part `item` has the tags
        return True
    return any(tag in func.tags for tag in _ASKS)


def _has_symbols(leaf: Any) -> bool:
    return isinstance(leaf, _SYMBOLS) or (isinstance(leaf, torch.Tensor) and any(isinstance(one, torch.SymInt) for one in leaf.shape))


def _memory(value: torch.Tensor) -> int:
    """Identity of the memory shared with its views, while it lives. Sparse tensors share none."""
    return value.untyped_storage()._cdata if memory.has_strides(value) else id(value)


def one_thread() -> Any:
    """Context in which backward passes start no threads. A fake mode works in a single thread, autograd uses a thread
    per device."""
    return torch.autograd.set_multithreading_enabled(False)


class Carried:
    """Values of a fake mode's tensors, as their `real_tensor`. Changes the mode."""

    def __init__(self, mode: private.FakeTensorMode) -> None:
        self.mode = mode
        self._fake = mode.dispatch
        self._stand_in = assay_capture.StandIn()
        self._generators: dict[torch.Generator, torch.Generator] = {}
        self._lost: dict[int, torch.Tensor] = {}  # by memory: values that an operator failed to write
        self._is_on = False
        mode.dispatch = self._dispatch
        mode.__deepcopy__ = lambda memo: mode  # copied fake tensors share their mode
        mode.assay_value_of = self._known  # read for constants (capture/walker/graph_builder.cc)

    @contextlib.contextmanager
    def on(self) -> Iterator[private.FakeTensorMode]:
        """Context in which the program runs; yields the mode."""
        was, self._is_on = self._is_on, True
        try:
            with self.mode, one_thread():
                yield self.mode
        finally:
            self._is_on = was

    def give(self, fake: private.FakeTensor, value: torch.Tensor) -> None:
        """Gives `fake`, a tensor of the mode, this value."""
        fake.real_tensor = value.detach()

    def _runs(self) -> bool:
        """Whether the program runs. False while it is traced or compiled."""
        return self._is_on and private.TracingContext.try_get() is None and not aside.is_on()

    def _dispatch(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if not isinstance(func, private.OpOverload) or not self._runs():
            return self._fake(func, types, args, kwargs)
        assay_capture.reached_mode(func._schema.name, func._schema.overload_name)
        try:
            with assay_capture.Unrecorded(), private.no_dispatch():
                given = private.tree_map(self._value, (args, kwargs))
        except NoValue:
            given = None
        if given is not None and _asks(func, args, kwargs):
            return self._as_fakes(self._computed(func, *given), args, kwargs)
        self._is_on = False  # operators inside the fake kernel are not steps of the program
        try:
            made = self._fake(func, types, args, kwargs)
        finally:
            self._is_on = True
        if given is None:
            self._lose(func, args, kwargs)
        elif any(map(_has_symbols, private.tree_leaves(made))):  # the fake kernel reports that sizes depend on values
            return self._as_fakes(self._computed(func, *given), args, kwargs)
        else:
            self._compute(func, args, kwargs, given, made)
        return made

    def _known(self, fake: private.FakeTensor) -> torch.Tensor | None:
        """Its value; None if unknown."""
        value = fake.real_tensor
        return None if value is None or _memory(value) in self._lost else value

    def _value(self, leaf: Any) -> Any:
        """`leaf` for the CPU. Raises NoValue."""
        if isinstance(leaf, private.FakeTensor):
            value = self._known(leaf)
            if value is None:
                raise NoValue
            return value
        if isinstance(leaf, torch.Tensor):  # a real tensor on the phantom, made by `torch.tensor`, which no operator may read
            return leaf.detach().cpu() if leaf.device.type == "cuda" else leaf.detach()
        if isinstance(leaf, _SYMBOLS):
            raise NoValue
        if isinstance(leaf, torch.device):
            return torch.device("cpu") if leaf.type == "cuda" else leaf
        if isinstance(leaf, torch.Generator) and leaf.device.type == "cuda":
            known = self._generators
            return known.setdefault(leaf, torch.Generator().manual_seed(leaf.initial_seed()))
        return leaf

    def _computed(self, func: private.OpOverload, args: Any, kwargs: Any) -> Any:
        with assay_capture.Unrecorded(), private.no_dispatch(), torch.no_grad():
            made = self._stand_in(func, *args, **kwargs)
            return func(*args, **kwargs) if made is NotImplemented else made

    def _compute(self, func: private.OpOverload, args: Any, kwargs: Any, given: Any, made: Any) -> None:
        try:
            values = self._computed(func, *given)
        except Exception:  # the CPU cannot compute it
            self._lose(func, args, kwargs)
            return
        fakes, reals = private.tree_leaves(made), private.tree_leaves(values)
        for fake, real in zip(fakes, reals) if len(fakes) == len(reals) else ():
            if isinstance(fake, private.FakeTensor) and isinstance(real, torch.Tensor):
                same = real.dtype == fake.dtype and real.shape == fake.shape
                fake.real_tensor = real if same else None

    def _lose(self, func: private.OpOverload, args: Any, kwargs: Any) -> None:
        """Discards the values of the tensors that `func` should have written, under all views."""
        declared = func._schema.arguments
        named = {argument.name: value for argument, value in zip(declared, args)} | kwargs
        for argument in declared:
            if argument.alias_info is None or not argument.alias_info.is_write:
                continue
            for leaf in private.tree_leaves(named.get(argument.name)):
                value = leaf.real_tensor if isinstance(leaf, private.FakeTensor) else None
                if value is not None:
                    self._lost[_memory(value)] = value

    def _as_fakes(self, values: Any, args: Any, kwargs: Any) -> Any:
        """Numbers unchanged; tensors as fakes of the same sizes, on the arguments' device."""
        given = [leaf for leaf in private.tree_leaves((args, kwargs)) if isinstance(leaf, private.FakeTensor)]
        device = next((one.fake_device for one in given if one.dim() > 0), given[0].fake_device) if given else None

        def as_fake(value: torch.Tensor) -> private.FakeTensor:
            fake = fakes.like(self.mode, value, device or value.device)
            fake.real_tensor = value
            return fake

        return private.tree_map_only(torch.Tensor, as_fake, values)
