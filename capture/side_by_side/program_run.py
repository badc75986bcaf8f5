"""program_run: takes a program of its own through the runs of a replay, one after another.

C++ (capture/side_by_side, capture/judge) chooses the next run, binds graph inputs, compares and decides. Models and
losses run here. A replay has two program_runs of a case: eager's, and the program_run that owns the states and inputs of the
captured graph. Each run sees the buffers and the Python state that the run before it left.
"""

import contextlib
import functools
import hashlib
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator

import torch

from .. import torch_private as private
from ..captured.captured import Name
from ..observe import higher_order
from ..observe.record import told_tangents
from ..program import naming, seeds
from ..program.arguments import arguments
from ..program.points import Points
from ..program.program import Program
from ..program.tangents import Tangents
from . import double_precision, left_over, time_limit, variants
from .any_order import drawn_by_shape_if


@dataclass
class Ran:
    """An eager run.

    results: (name, value) of each result leaf.
    layout: the tree structure of the results.
    gradients: by name, of each value asked for.
    tangents: as asked for.
    midway: the states before the backward pass (see ProgramRun.states)."""

    results: list[tuple[str, Any]]
    layout: Any
    gradients: dict[str, Any] = field(default_factory=dict)
    tangents: list[Any] = field(default_factory=list)
    midway: list[tuple[str, str, Any]] = field(default_factory=list)


class Tracing(private.TorchDispatchMode):
    """Runs every operator, and shows it to a C++ trace before and after."""

    supports_higher_order_operators = True

    def __init__(self, trace: Any) -> None:
        super().__init__()
        self.trace = trace

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if higher_order.is_one(func):
            with self:
                return higher_order.opened(func, args, kwargs)
        left_over.refuse(types, f"what {func} is given")
        self.trace.before(func, args, kwargs)
        out = func(*args, **kwargs)
        self.trace.after(func, out)
        return out


class NullTrace:
    """A trace that ignores everything."""

    def before(self, func: Any, args: Any, kwargs: Any) -> None:
        pass

    def after(self, func: Any, out: Any) -> None:
        pass


class _OfCompiled:
    """A mode under which torch.compile still compiles. Under a mode not marked as PyTorch's own it leaves the program
    to Python."""

    @classmethod
    def is_infra_mode(cls) -> bool:
        return True


class _TracingCompiled(_OfCompiled, Tracing):
    pass


class _WideningCompiled(_OfCompiled, double_precision.Widening):
    pass


def watched_by(trace: Any, compiled: bool = False) -> Any:
    """Context in which `trace` sees every operator. None: no effect. compiled: also under torch.compile."""
    if trace is None:
        return contextlib.nullcontext()
    return _TracingCompiled(trace) if compiled else Tracing(trace)


def widened_if(wide: bool, compiled: bool = False, disturbed: int = 0, kind: str = "operators", factories: bool = False) -> Any:
    """Context in which everything runs in double precision. No effect where neither `wide` nor `disturbed` is set.

    compiled: also under torch.compile; a compiled program is not disturbed.
    disturbed: a seed, which moves results within their rounding by noise of this `kind` (see
        `double_precision.disturbing`).
    factories: see `Widening`."""
    if disturbed:
        return double_precision.Widening(disturbed, factories) if wide else double_precision.disturbing(disturbed, kind)
    if not wide:
        return contextlib.nullcontext()
    return (_WideningCompiled if compiled else double_precision.Widening)(factories=factories)


def recorded_by(recorder: Any) -> Any:
    """Context in which a C++ recorder sees the operators the dispatcher runs. None: no effect."""
    return contextlib.nullcontext() if recorder is None else recorder


@contextlib.contextmanager
def _as_on_gpu() -> Iterator[None]:
    """Makes the CPU behave like a GPU for models that do not ask a tensor for its device.

    Autocast for `cuda` becomes autocast for `cpu`. Optimizers use their foreach implementation by default, as on a
    GPU."""
    autocast = torch.amp.autocast_mode.autocast
    made = autocast.__init__

    @functools.wraps(made)  # Dynamo reads its signature
    def on_cpu(self: Any, device_type: str, *args: Any, **kwargs: Any) -> None:
        made(self, "cpu" if device_type == "cuda" else device_type, *args, **kwargs)

    autocast.__init__ = on_cpu
    try:
        with private.replaced("get_foreach_kernels_supported_devices", lambda: ["cpu", "cuda"]):
            yield
    finally:
        autocast.__init__ = made


def _agreed(case: dict[str, Any]) -> dict[str, Any]:
    """The case a transformed model must agree with: its reference, else the original model."""
    return {**case, "factory": case.get("reference") or case["factory"], "transform": None}


class ProgramRun:
    """A program that keeps its state from run to run.

    side: "eager" or "replay". The replay's model is transformed by the case's pass, if any.
    for_cuda: runs on `device` in place of a missing GPU.
    wide: runs in double precision.
    any_order: random numbers do not depend on the order of the draws.
    disturbed, noise, factories: see `widened_if`."""

    def __init__(
        self, case: dict[str, Any], device: str, side: str, for_cuda: bool, wide: bool, any_order: bool = False, disturbed: int = 0,
        noise: str = "operators", factories: bool = False,
    ) -> None:  # fmt: skip
        self.wide, self.for_cuda, self.any_order = wide, for_cuda, any_order
        self.disturbed, self.noise, self.factories = disturbed, noise, factories
        self.at_start: dict[str, Any] = {}  # plain attributes before the first run
        self.takes_gradients = True  # in the next run
        self.longest = 0.0  # seconds of the model's longest run
        self.program = Program(case if side == "replay" else _agreed(case), device, phantom=False)
        self.has_halves = variants.has_halves(self.program)
        if self.wide:
            variants.widen(self.program)  # before the pass, which may compute new states
        self.program.transform()
        if self.wide:
            variants.widen(self.program)

    def prepare(
        self, kind: str, index: int, seed: int, whole: str = "mixed", puts_back: bool = False, keeps_states: bool = False,
        gradients: str = "as_case",
    ) -> None:  # fmt: skip
        """Makes the inputs, the mode and the tangents of the next run; see `variants`.

        puts_back: resets plain attributes to their values before the first run.
        gradients: "off" runs without grad mode. "turned" reverses `requires_grad` of every floating input."""
        self.at_start = self.at_start or self.plain_attributes()
        for path, value in self.at_start.items() if puts_back else ():
            self.rebind(path, value)
        self.program.tangents = Tangents(seed, variants.TANGENTS.get(kind, "drawn"), self.has_halves)
        if kind != "same":
            variants.vary(self.program, kind, index, seed, variants.Kept(whole, keeps_states))
            if self.wide:
                variants.widen(self.program)
        elif seed:
            self.program.remake_inputs(self.program.given, seed)
        self.takes_gradients = gradients != "off"
        if gradients == "turned":
            variants.turn_gradients(self.program)

    def values(self, method: str) -> list[tuple[str, list[str], Any]]:
        """(role, names, current value) of everything that a graph of `method` may ask for by name."""
        self.program.find_states()
        given = self.program.inputs()
        found = [(one.role, [one.name, *one.also], one.value) for one in given]
        if method == "symbolic_trace":  # its placeholders are arguments, not leaves
            found += [("user", [one.name], one.value) for one in arguments(self.program).values()]
        return found

    def states(self) -> list[tuple[str, str, Any]]:
        """(role, name, copy) of each parameter, buffer and input tensor. Copying is hidden from traces, and no state
        is renamed."""
        model = self.program.model
        held = [("parameter", *one) for one in model.named_parameters()] + [("buffer", *one) for one in model.named_buffers()]
        held += [(one.role, one.name, one.value) for one in self.program.inputs() if one.role == "user"]
        with private.no_dispatch(), torch.no_grad():
            return [(role, name, value.detach().clone()) for role, name, value in held if isinstance(value, torch.Tensor)]

    def attribute(self, path: str) -> list[Any]:
        """The attribute or item of the model at the dotted `path`, in a list; empty if none."""
        at: list[Any] = [self.program.model]
        for step in path.split("."):
            at = at and _at(at[0], step)
        return at

    def plain_attributes(self) -> dict[str, Any]:
        """Path to value of every number, text and None that a module holds."""
        return {f"{path}{name}": value for path, name, value in self._attributes() if isinstance(value, _PLAIN)}

    def python_state(self) -> dict[str, Any]:
        """`plain_attributes`, and a text for each list, dictionary, set and tensor that is not a state."""
        others = {
            f"{path}{name}": _told(value)
            for path, name, value in self._attributes()
            if name not in _OF_MODULE and isinstance(value, (list, tuple, dict, set, torch.Tensor))
        }
        return self.plain_attributes() | others

    def _attributes(self) -> Iterator[tuple[str, str, Any]]:
        """(path to the module, with a final dot; name; value) of each attribute of each module."""
        for path, module in self.program.model.named_modules():
            for name, value in vars(module).items():
                yield f"{path}." if path else "", name, value

    def rebind(self, path: str, value: Any) -> bool:
        """Binds `value` at `path`, a state or an attribute. An unknown name becomes a buffer. Returns False if `path`
        has no owner."""
        *way, name = path.split(".")
        found = self.attribute(".".join(way)) if way else [self.program.model]
        owner = found[0] if found else None
        if isinstance(owner, (dict, list)):
            owner[name if isinstance(owner, dict) else int(name)] = value
        elif isinstance(owner, torch.nn.Module):
            places = (owner._parameters, owner._buffers, vars(owner))
            next((held for held in places if name in held), owner._buffers)[name] = value
        else:
            return False
        return True

    def input(self, path: str) -> list[Any]:
        """The input that the program calls `path`, in a list; empty if none. Includes defaults of inputs the program
        omits."""
        given = [*self.program.inputs(), *arguments(self.program).values()]
        return [one.value for one in given if one.name == path][:1]

    def plain_inputs(self) -> list[str]:
        """Names of the inputs that are Python numbers or texts."""
        return [one.name for one in self.program.inputs() if one.role == "user" and variants.is_plain(one.value)]

    def refusal(self, ask: Callable[[Any, Any], str]) -> str:
        """Why PyTorch's capture refuses the inputs of the next run; "" if it accepts them."""
        return ask(self.program.args, self.program.kwargs)

    def generators(self) -> list[torch.Generator]:
        """The program's generators: first those among its inputs, then those of its modules."""
        held = [leaf for _, leaf in naming.leaves((self.program.args, self.program.kwargs))]
        held += [value for module in self.program.model.modules() for value in vars(module).values()]
        return list({id(one): one for one in held if isinstance(one, torch.Generator)}.values())

    def run(
        self,
        seed: int,
        asked: list[tuple[str, Any]],
        about: Callable[[list[tuple[str, Any]]], list[Name | None] | None] | None,
        trace: Any = None,
        recorder: Any = None,
        model: Any = None,
    ) -> Ran:
        """Runs the model, or `model`, a compiled form of it, and takes gradients of `asked`.

        about: gets the results, and names those whose tangents start the backward pass. The tangents are the
            program's own. None, or a result of None, means the program's own backward pass.
        recorder: sees the operators that a graph contains, without those that turn a loss into tangents."""
        seeds.start_from(seed)
        with (
            drawn_by_shape_if(self.any_order, model is not None),
            widened_if(self.wide, model is not None, self.disturbed, self.noise, self.factories),
            watched_by(trace, model is not None),
            contextlib.nullcontext() if self.takes_gradients else torch.no_grad(),
            _as_on_gpu() if self.for_cuda else contextlib.nullcontext(),
        ):
            asked_at = Points([value for _, value in asked])
            with recorded_by(recorder):
                output = self._called(self.program.model if model is None else model)
            results = naming.opened(output)
            leaves, layout = private.tree_flatten(results)
            ran = Ran(naming.leaves(results), layout)
            left_over.refuse([type(leaf) for leaf in leaves], "a result")
            ran.midway = self.states() if asked else []
            named = None if about is None else about(ran.results)
            if named is None:
                found = self.gradients(output, asked_at, recorder)
            else:
                ran.tangents, found = self._through_tangents(ran, leaves, asked_at, named, recorder)
        ran.gradients = dict(zip([name for name, _ in asked], found))
        return ran

    def _called(self, model: Any) -> Any:
        """The output of `model`. Runs after the first have a time limit: with other values a loop may never end."""
        start = time.monotonic()
        limit = max(time_limit.SHORTEST, time_limit.MOST * self.longest) if self.longest else None
        with time_limit.at_most(limit):
            output = model(*self.program.args, **self.program.kwargs)
        self.longest = max(self.longest, time.monotonic() - start)
        return output

    def replayed_gradients(self, leaves: list[Any], layout: Any, asked: Points, recorder: Any = None) -> list[Any]:
        """Gradients at the points `asked`, of a replayed result."""
        return self.gradients(private.tree_unflatten(leaves, layout), asked, recorder)

    def gradients(self, output: Any, asked: Points, recorder: Any) -> list[Any]:
        """Gradients of `output` at the points `asked`."""
        with recorded_by(recorder):
            start = self.program.start(output) if asked else None
        told_tangents(recorder, start if recorder is not None else None)
        with recorded_by(recorder):
            return self.program.gradients(start, asked)

    def _subject(self, named: dict[str, Any], name: Name) -> torch.Tensor | None:
        """The tensor that gets a tangent: a result, its base, or a written input or state. None if it has no
        gradient."""
        if name.base and name.result != "mutation":
            view = named[name.path]
            return view if view._base is None else view._base
        value = named.get(name.path)
        if name.result == "mutation":
            value = next((one.value for one in self.program.inputs() if name.path in (one.name, *one.also)), None)
            return value if isinstance(value, torch.Tensor) and value.grad_fn is not None else None
        return value if isinstance(value, torch.Tensor) and value.requires_grad else None

    def _through_tangents(
        self, ran: Ran, leaves: list[Any], asked: Points, about: list[Name | None], recorder: Any
    ) -> Any:
        """(tangents, gradients). `about` names results, bases of results, and written inputs or states.

        Tangents of written inputs and states are drawn, like those of results."""
        named = dict(ran.results)
        live = [None if name is None else self._subject(named, name) for name in about]
        read = [None if name is None or name.result == "mutation" else one for name, one in zip(about, live)]
        stand_ins = [None if one is None else one.detach().requires_grad_() for one in read]
        replaced = [_replaced(leaf, read, stand_ins, about) for leaf in leaves]
        start = self.program.start(private.tree_unflatten(replaced, ran.layout))
        there = [position for position, one in enumerate(live) if one is not None]
        of = [position for position, one in enumerate(stand_ins) if one is not None]
        tangents = [None] * len(about)
        if start is not None and of:
            made = torch.autograd.grad(start.outputs, [stand_ins[position] for position in of], start.tangents, allow_unused=True)
            tangents = _placed(made, of, len(about))
        for position in there:
            if about[position].result == "mutation":
                tangents[position] = self.program.tangents.like(live[position], len(leaves) + position, len(about))
            elif tangents[position] is None:
                tangents[position] = torch.zeros_like(live[position])
        if not asked or not there:
            return tangents, [None] * len(asked)
        results, with_tangents = [live[p] for p in there], [tangents[p] for p in there]
        if recorder is not None:
            for position in there:
                recorder.input("tangent", about[position].path, [], tangents[position])
        with recorded_by(recorder):
            return tangents, asked.gradients(results, with_tangents)


_PLAIN = (bool, int, float, complex, str, type(None))
_OF_MODULE = set(vars(torch.nn.Module()))
_MOST_TOLD = 2**20  # elements of a tensor, items of a list
_DEEPEST = 8


def _told(value: Any, depth: int = 0) -> str:
    """A text of `value` that differs for different values. Containers deeper than `_DEEPEST` appear as their type."""
    if isinstance(value, torch.Tensor):
        return _told_tensor(value)
    if isinstance(value, (dict, list, tuple, set)) and depth > _DEEPEST:
        return type(value).__name__
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_told(one, depth + 1)}" for key, one in list(value.items())[:_MOST_TOLD]) + "}"
    if isinstance(value, (list, tuple, set)):
        return "[" + ", ".join(_told(one, depth + 1) for one in list(value)[:_MOST_TOLD]) + "]"
    return str(value) if isinstance(value, _PLAIN) else type(value).__name__


def _told_tensor(value: torch.Tensor) -> str:
    text = f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"
    is_plain = type(value) in (torch.Tensor, torch.nn.Parameter) and value.layout == torch.strided and not value.is_meta
    if not is_plain or value.is_quantized or value.numel() > _MOST_TOLD or value.untyped_storage().nbytes() == 0:
        return text
    held = value.detach().resolve_conj().resolve_neg().cpu().contiguous().reshape(-1)
    return f"{text} {hashlib.sha256(held.view(torch.uint8).numpy()).hexdigest()[:8]}"


def _at(owner: Any, step: str) -> list[Any]:
    """The attribute or item `step` of `owner`, in a list; empty if none."""
    if isinstance(owner, dict):
        held = [key for key in owner if key == step or (isinstance(key, int) and str(key) == step)]
        return [owner[key] for key in held[:1]]
    if isinstance(owner, (list, tuple)):
        return [owner[int(step)]] if step.isdigit() and int(step) < len(owner) else []
    return [getattr(owner, step)] if hasattr(owner, step) else []


def _placed(values: Any, where: list[int], size: int) -> list[Any]:
    """`values` at the positions `where` in a list of `size`."""
    placed = [None] * size
    for position, value in zip(where, values):
        placed[position] = value
    return placed


def _replaced(leaf: Any, live: list[Any], stand_ins: list[Any], about: list[Name | None]) -> Any:
    """The leaf that the loss reads instead of `leaf`: its stand-in, the same view of its base's stand-in, or `leaf`
    detached."""
    if not isinstance(leaf, torch.Tensor):
        return leaf
    for one, stand_in in zip(live, stand_ins):
        if one is leaf:
            return stand_in
    for one, stand_in, name in zip(live, stand_ins, about):
        if name is not None and name.base and leaf._base is one:
            return stand_in.as_strided(leaf.size(), leaf.stride(), leaf.storage_offset())
    return leaf.detach()
