"""carried: on the phantom, fake tensors on `cuda` that carry the values they would have, on the CPU.

A run on a GPU reads values: a mask's `all()`, a count, the condition of a `while_loop`. Where a program runs
(`Carried.on`), each operator is computed on the CPU beside its fake kernel, devices mapped and operators of a GPU replaced
as a replay does it (StandIn), and what asks for a value gets that of the CPU. Where PyTorch traces or compiles, fake
tensors have no values, as they have none on any device. What cannot be computed has no value, nor has what comes of it.
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
    """An argument has none."""


def _is_mask(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.dtype in (torch.bool, torch.uint8)


def _asks(func: private.OpOverload, args: Any, kwargs: Any) -> bool:
    """Whether what `func` gives depends on values: numbers, or sizes. Indexing does by masks alone."""
    if func is torch.ops.aten.index.Tensor:
        return any(map(_is_mask, args[1]))
    if func is torch.ops.aten.is_nonzero.default:  # of its part `item` the tags say so
        return True
    return any(tag in func.tags for tag in _ASKS)


def _has_symbols(leaf: Any) -> bool:
    return isinstance(leaf, _SYMBOLS) or (isinstance(leaf, torch.Tensor) and any(isinstance(one, torch.SymInt) for one in leaf.shape))


def _memory(value: torch.Tensor) -> int:
    """What its views have in common with it, while it lives; a sparse tensor has none."""
    return value.untyped_storage()._cdata if memory.has_strides(value) else id(value)


def one_thread() -> Any:
    """A context of which a backward has no threads of its own: a fake mode knows one thread, and autograd has one for the CPU and
    one for each GPU."""
    return torch.autograd.set_multithreading_enabled(False)


class Carried:
    """Values of the tensors of one fake mode, which it changes: those of a tensor are its `real_tensor`."""

    def __init__(self, mode: private.FakeTensorMode) -> None:
        self.mode = mode
        self._fake = mode.dispatch
        self._stand_in = assay_capture.StandIn()
        self._generators: dict[torch.Generator, torch.Generator] = {}
        self._lost: dict[int, torch.Tensor] = {}  # by memory: values that an operator should have written
        self._is_on = False
        mode.dispatch = self._dispatch
        mode.__deepcopy__ = lambda memo: mode  # of a fake tensor that is copied: its mode stays one
        mode.assay_value_of = self._known  # asked for constants (capture/walker/graph_builder.cc)

    @contextlib.contextmanager
    def on(self) -> Iterator[private.FakeTensorMode]:
        """The mode, in which the program runs."""
        was, self._is_on = self._is_on, True
        try:
            with self.mode, one_thread():
                yield self.mode
        finally:
            self._is_on = was

    def give(self, fake: private.FakeTensor, value: torch.Tensor) -> None:
        """From now on `fake`, of the mode, has this value."""
        fake.real_tensor = value.detach()

    def _runs(self) -> bool:
        """Whether the program runs, rather than being traced or compiled."""
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
        self._is_on = False  # what the fake kernel is made of is no step of the program
        try:
            made = self._fake(func, types, args, kwargs)
        finally:
            self._is_on = True
        if given is None:
            self._lose(func, args, kwargs)
        elif any(map(_has_symbols, private.tree_leaves(made))):  # as a fake kernel says that sizes hang on values
            return self._as_fakes(self._computed(func, *given), args, kwargs)
        else:
            self._compute(func, args, kwargs, given, made)
        return made

    def _known(self, fake: private.FakeTensor) -> torch.Tensor | None:
        """Its value, where it has one."""
        value = fake.real_tensor
        return None if value is None or _memory(value) in self._lost else value

    def _value(self, leaf: Any) -> Any:
        """`leaf` as the CPU takes it."""
        if isinstance(leaf, private.FakeTensor):
            value = self._known(leaf)
            if value is None:
                raise NoValue
            return value
        if isinstance(leaf, torch.Tensor):  # really on the phantom: what `torch.tensor` makes, which no operator may read
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
        except Exception:  # the CPU cannot: a value less
            self._lose(func, args, kwargs)
            return
        fakes, reals = private.tree_leaves(made), private.tree_leaves(values)
        for fake, real in zip(fakes, reals) if len(fakes) == len(reals) else ():
            if isinstance(fake, private.FakeTensor) and isinstance(real, torch.Tensor):
                same = real.dtype == fake.dtype and real.shape == fake.shape
                fake.real_tensor = real if same else None

    def _lose(self, func: private.OpOverload, args: Any, kwargs: Any) -> None:
        """What `func` should have written has no value any more, under no view."""
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
        """Numbers as such; tensors with the sizes that they have, where the arguments are."""
        given = [leaf for leaf in private.tree_leaves((args, kwargs)) if isinstance(leaf, private.FakeTensor)]
        device = next((one.fake_device for one in given if one.dim() > 0), given[0].fake_device) if given else None

        def as_fake(value: torch.Tensor) -> private.FakeTensor:
            fake = fakes.like(self.mode, value, device or value.device)
            fake.real_tensor = value
            return fake

        return private.tree_map_only(torch.Tensor, as_fake, values)
