"""program: builds a case on a device: model, inputs and loss."""

from __future__ import annotations

import contextlib
import copy
import inspect
from typing import Any, Callable, Iterator

import torch
from torch.fx.experimental.symbolic_shapes import ShapeEnv

import assay_capture

from .. import torch_private as private
from ..captured.captured import Input, Unsupported
from . import device_constants, entries, fallback, naming, pass_effect, reference, scripts, seeds, sources, tracing
from .carried import Carried, one_thread
from .making import ForPhantom, making
from .moved import Mover
from .points import Points
from .tangents import Start, Tangents


def _once(named: Any) -> tuple[dict[str, torch.Tensor], dict[str, list[str]]]:
    """(tensor by its first name, first name -> its other names)."""
    first: dict[int, str] = {}
    tensors: dict[str, torch.Tensor] = {}
    also: dict[str, list[str]] = {}
    for name, tensor in named:
        known = first.setdefault(id(tensor), name)
        if known == name:
            tensors[name] = tensor
        else:
            also.setdefault(known, []).append(name)
    return tensors, also


def _carried(original: torch.nn.Module, made: torch.nn.Module) -> set[str]:
    """Names of the states that a pass left unchanged."""
    left, right = naming.states(original), naming.states(made)
    same = lambda a, b: a.shape == b.shape and a.dtype == b.dtype and torch.equal(a, b)
    return {name for name in left if name in right and same(left[name], right[name])}


def _has_fractions(leaf: Any) -> bool:
    return isinstance(leaf, torch.Tensor) and (leaf.is_floating_point() or leaf.is_complex())


def _has_gradient(leaf: torch.Tensor) -> bool:
    """Whether a backward pass can start at `leaf`. `requires_grad` alone is not enough.

    Views made without gradients inherit it from their base. Results of operators without a derivative have it too."""
    is_derived = leaf.grad_fn is None or type(leaf.grad_fn).__name__ != "NotImplemented"
    return leaf.requires_grad and is_derived and (leaf.grad_fn is not None or leaf._base is None)


def _require_shapes(model: torch.nn.Module) -> None:
    if any(torch.nn.parameter.is_lazy(state) for state in [*model.parameters(), *model.buffers()]):
        raise Unsupported("parameters without shapes: a lazy module that has not run yet; run it once in the factory")


def _gave(ref: str, made: Any, wanted: str) -> TypeError:
    """The error of a factory or a pass that returns a wrong type."""
    found = type(made).__name__
    return TypeError(f"{ref} gave {'an' if found[0] in 'aeiouAEIOU' else 'a'} {found}, not a {wanted}")


@contextlib.contextmanager
def tracing_mode(program: "Program") -> Iterator[private.FakeTensorMode]:
    """Context and fake mode for tracing by AOTAutograd: the program's own on the phantom.

    The default mode would refuse tensors that the model keeps as plain attributes. Here they become constants. On
    the phantom these constants are fake too, so PyTorch's check for fake tensors in a graph is disabled."""
    if program.fake_mode is None:
        with private.FakeTensorMode(allow_non_fake_inputs=True) as mode:
            yield mode
        return
    with private.replaced("assert_no_fake_params_or_buffers", lambda _: None), program.fake_mode as mode:
        yield mode


class Program:
    """Builds model and inputs of `case`. For the phantom they are made on the CPU and moved to `cuda`, as fake tensors
    of a single mode.

    Exceptions of the factory, the inputs and the loss pass through unchanged.

    case: the validated, expanded case with its `folder`.
    device: "cpu" or "cuda"."""

    def __init__(self, case: dict[str, Any], device: str, phantom: bool) -> None:
        scripts.run_as_written()
        self.case, self.device, self.phantom = case, device, phantom
        self.train = bool(case.get("train", True))
        self.dynamic = case.get("dynamic", {})
        self.tangents = Tangents()
        self.fake_mode: private.FakeTensorMode | None = None
        self.values: Carried | None = None  # values of the fake mode's tensors
        if phantom:
            device_constants.forget_values_on_device()
            fallback.run_on_cpu()
            self.fake_mode = private.FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)
            self.values = Carried(self.fake_mode)
        with making(device, self.values) as kept:
            seeds.start_from(0)
            made = self.resolve(case["factory"])(**case.get("kwargs", {}))
            self.model, given = made if isinstance(made, tuple) else (made, ())
            if not isinstance(self.model, torch.nn.Module):
                raise _gave(case["factory"], self.model, "torch.nn.Module")
            self.model.train(self.train)
            _require_shapes(self.model)
            seeds.start_from(0)
            self.given = case.get("inputs") or given
            self.args, self.kwargs = self._inputs(self.given)
            if not self.args and not self.kwargs:
                self._require_no_input()
        if self.values is not None:
            self._move(self.values, kept)
        if case.get("own_sources"):
            sources.require_own(case["folder"])
        self.original: torch.nn.Module | None = None  # the model before `transform`
        self.carried: set[str] = set()  # states of the original that the pass left unchanged
        self.find_states()

    def _move(self, values: Carried, kept: list[torch.Tensor]) -> None:
        """Moves model and inputs to the phantom, without the tensors in `kept`."""
        mover = Mover(values, torch.device(self.device, 0 if self.device == "cuda" else None), kept)
        self.model = mover.moved(self.model)
        self.args, self.kwargs = mover.moved(self.args), mover.moved(self.kwargs)

    def transform(self) -> None:
        """Replaces the model by the result of the case's pass. No effect without a pass.

        Raises the exceptions of tracing, the pass and the graph's lint. Raises PassError if the pass returns the
        graph unchanged (pass_effect.py)."""
        if self.case.get("transform"):
            self.original, self.model = self.model, self.transformed(self.model)
            self.find_states()
            self.carried = set() if self.phantom else _carried(self.original, self.model)

    def transformed(self, model: torch.nn.Module) -> torch.fx.GraphModule:
        """The result of the case's pass on a trace of a copy of `model`.

        The pass may change its graph in place and return None, or return another graph. No fake mode is active: fake
        tensors are copied with the values they carry."""
        with ForPhantom(self.values) if self.values is not None else contextlib.nullcontext():
            traced, applied = tracing.symbolic_trace(copy.deepcopy(model)), self.resolve(self.case["transform"])
            handed = pass_effect.Handed(traced, model, self._held)
            with handed.noted():
                made = applied(traced)
            made = traced if made is None else made
            if not isinstance(made, torch.fx.GraphModule):
                raise _gave(self.case["transform"], made, "torch.fx.GraphModule")
            made.graph.lint()
            made.recompile()
            if self.original is None:  # after states have moved, the pass may find less to do
                pass_effect.require_effect(handed, made, self.case, applied)
        return made.train(self.train)

    def again(self) -> "Program":
        """A new program of the same case, in the state before any run."""
        made = Program(self.case, self.device, self.phantom)
        made.transform()
        return made

    def _held(self, tensor: torch.Tensor) -> torch.Tensor | None:
        """The value of a state. On the phantom the carried value, or None if unknown."""
        return self.values.mode.assay_value_of(tensor) if isinstance(tensor, private.FakeTensor) else tensor

    def require_supported(self, method: str) -> None:
        """Raises Unsupported if this PyTorch lacks `method`, or if it cannot run on the phantom."""
        reason = assay_capture.unsupported_reason(method, self.phantom, torch.__version__)
        if reason:
            raise Unsupported(reason)

    def find_states(self) -> None:
        """Updates the names of the model's current parameters and buffers. A run may replace some."""
        self.parameters, tied = _once(self.model.named_parameters(remove_duplicate=False))
        self.buffers, shared = _once(self.model.named_buffers(remove_duplicate=False))
        self.also = {**tied, **shared}

    def remake_inputs(self, given: Any, seed: int) -> None:
        """Makes new inputs from a REF, from entries, or from the factory's result."""
        with self.context(), torch.device(self.device):
            seeds.start_from(seed)
            self.args, self.kwargs = self._inputs(given)

    def resolve(self, ref: str) -> Any:
        return reference.resolve(ref, self.case["folder"])

    def _require_no_input(self) -> None:
        """Raises TypeError if the model's forward needs inputs and the case has none."""
        try:
            signature = inspect.signature(self.model.forward)
        except ValueError:  # a compiled forward has no signature
            return
        try:
            signature.bind()
        except TypeError as missing:
            raise TypeError(
                f"no inputs ({missing}): return (module, (tensor, ..)) from {self.case['factory']}, or list \"inputs\" in a case file"
            ) from None

    def _inputs(self, given: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """(args, kwargs) from a REF, from entries, or from the factory's result."""
        if isinstance(given, str):
            return entries.split(self.resolve(given)())
        described = given.values() if isinstance(given, dict) else given
        if not (self.case.get("inputs") and all(isinstance(entry, dict) for entry in described)):
            return entries.split(given)
        made = entries.tensors(list(described))
        return ((), dict(zip(given, made))) if isinstance(given, dict) else (tuple(made), {})

    def context(self) -> Any:
        """Context for tracing the model: its fake mode on the phantom, else none."""
        return self.fake_mode if self.fake_mode is not None else contextlib.nullcontext()

    def running(self) -> Any:
        """Context for running the model: on the phantom its fake mode with the values of tensors, else none."""
        return self.values.on() if self.values is not None else contextlib.nullcontext()

    def loss(self, output: Any) -> torch.Tensor | None:
        """The scalar to differentiate: the case's REF applied to `output`, or the sum of its floating tensors.

        Complex tensors add their real and imaginary parts. None if the case has no loss, or if there is nothing to
        sum."""
        named = self.case.get("loss")
        if named is None:
            return None
        if named != "sum":
            return self.resolve(named)(output)
        total = None
        for _, leaf in naming.leaves(naming.opened(output)):
            if _has_fractions(leaf):
                term = leaf.real.sum() + leaf.imag.sum() if leaf.is_complex() else leaf.sum()
                total = term if total is None else total + term
        return total

    def start(self, output: Any, tangent: Callable[[torch.Tensor, int, int], torch.Tensor] | None = None) -> Start | None:
        """The start of a backward pass of `output`; None if nothing requires a gradient.

        It is the case's loss, else each floating or complex result that requires a gradient, with a tangent.
        `tangent` makes it, by default `tangents`."""
        if self.case.get("loss") is not None:
            loss = self.loss(output)
            return Start([loss], [], None) if loss is not None and loss.requires_grad else None
        first: dict[int, tuple[str, torch.Tensor]] = {}
        for name, leaf in naming.leaves(naming.opened(output)):
            if _has_fractions(leaf) and _has_gradient(leaf):
                first.setdefault(id(leaf), (name, leaf))
        results = [leaf for _, leaf in first.values()]
        make = tangent or self.tangents.like
        made = [make(leaf, number, len(results)) for number, leaf in enumerate(results)]
        return Start(results, [name for name, _ in first.values()], made) if results else None

    def gradients(self, start: Start | None, asked: Points) -> list[torch.Tensor | None]:
        """A gradient per point of `asked`, None if `start` does not depend on it.

        Empty if no point is asked for, or if nothing requires a gradient."""
        if start is None or not asked:
            return []
        with one_thread() if self.values is not None else contextlib.nullcontext():
            return asked.gradients(start.outputs, start.tangents)

    def inputs(self) -> list[Input]:
        """Parameters, buffers, then user inputs, in the order in which captures flatten them."""
        states = [
            Input(role, name, self.also.get(name, []), value)
            for role, named in (("parameter", self.parameters), ("buffer", self.buffers))
            for name, value in named.items()
        ]
        given = naming.leaves(self.args) if self.args else []
        given += naming.leaves(self.kwargs, "kw.") if self.kwargs else []
        return states + [Input("user", name, [], value) for name, value in given]

    def wanted(self, inputs: list[Input]) -> list[int]:
        """Positions of the inputs that need a gradient. Each tensor counts once."""
        seen: set[int] = set()
        found = []
        for position, given in enumerate(inputs):
            value = given.value
            if isinstance(value, torch.Tensor) and value.requires_grad and id(value) not in seen:
                seen.add(id(value))
                found.append(position)
        return found
