"""oracle: decides without replay whether two graph files are the same program.

Both are modules of torch.fx (`assay export --to fx`), run in double precision with the same random values in every
placeholder. It compares results, final inputs and states, gradients of graphs above autograd, and memory shared
among results. The accepted difference is the movement of the right graph when its inputs move by a rounding.
"""

import dataclasses
import enum
import importlib.util
import math
import pathlib
from dataclasses import dataclass, field
from typing import Any, Callable

import torch
from torch import fx
from torch.utils import _pytree

from double import widen, widened

DRAWS = ("own", "normal", "positive", "coarse")  # kinds of values, see Values.of
OUT_OF_RANGE = (math.inf, -math.inf, math.nan)
COARSE = torch.tensor([8, -8, 0, 0.5, -0.0, 0.5, 3, -3, 1, -0.5, 6, -1, 12, 0, 2, -2], dtype=torch.float64)


@dataclass(frozen=True)
class Precision:
    wide: bool
    epsilon: float
    marginal: float  # factor of a result's movement under rounding: smaller differences are the same program
    certain: float  # larger differences are another program
    relative: float  # smaller relative differences of an element are the same program


DOUBLE = Precision(True, 2.0**-52, 1e3, 1e5, 1e-10)
SINGLE = Precision(False, 2.0**-23, 16, 256, 1e-5)  # for graphs that do not run in double precision
BITS = Precision(False, 0.0, 0, 0, 0)  # any other bit is rounding


class Sameness(enum.StrEnum):
    SAME = "same"
    ROUNDING = "rounding"  # equal in double precision only
    MARGINAL = "marginal"  # neither clearly the same nor clearly another
    ALIASING = "aliasing"  # equal values, other memory
    NOT_FINITE = "nonfinite"  # equal values, except where an input is inf or nan
    CONTRADICTS = "contradicts"  # equal values through other shapes or types than in the file
    UNSEEN = "unseen"  # assumes less about things that no run changes
    OTHER = "other"
    INVALID = "invalid"  # raises, the right graph does not
    UNDECIDED = "undecided"  # the right graph does not run


@dataclass
class Verdict:
    sameness: Sameness
    reason: str = ""


@dataclass
class Known:
    """Facts about a case's graph inputs: values by (role, name), and the user inputs that need gradients."""

    values: dict[tuple[str, str], Any]
    wanted: set[tuple[str, str]]
    above_autograd: bool
    symbols: dict[str, int] = field(default_factory=dict)


@dataclass
class Outcome:
    values: dict[str, Any]
    memory: dict[str, str]  # values of a graph with the same word share memory


def built(path: pathlib.Path, wide: bool) -> dict[str, fx.GraphModule]:
    """The modules of a graph file. Each node has its number in meta["number"]."""
    spec = importlib.util.spec_from_file_location("exported", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("input", "state", "constant", "op", "over_graphs", "call", "method", "module"):
        setattr(module.Maker, name, _numbered(getattr(module.Maker, name)))
    module.Maker.finish = _telling_slots(module.Maker.finish)
    graphs = module.build(path.parent)
    return {name: widen(graph) for name, graph in graphs.items()} if wide else graphs


def _numbered(make: Callable[..., fx.Node]) -> Callable[..., fx.Node]:
    def made(maker: Any, *args: Any, **kwargs: Any) -> fx.Node:
        node = make(maker, *args, **kwargs)
        node.meta["number"] = maker.made = getattr(maker, "made", -1) + 1
        return node

    return made


def _telling_slots(finish: Callable[..., fx.GraphModule]) -> Callable[..., fx.GraphModule]:
    """meta["slots"]: place in the module -> name of its state. A mutant may have exchanged states."""

    def finished(maker: Any) -> fx.GraphModule:
        made = finish(maker)
        names = {id(tensor): name for name, tensor in maker._states.items()}
        held = [*made.named_parameters(remove_duplicate=False), *made.named_buffers(remove_duplicate=False)]
        made.meta["slots"] = {slot: names[id(tensor)] for slot, tensor in held if id(tensor) in names}
        return made

    return finished


class Numbered(fx.Interpreter):
    """Runs a graph and keeps the value of each node of the graph file."""

    def __init__(self, graph: fx.GraphModule) -> None:
        super().__init__(graph)
        self.given: dict[int, Any] = {}

    def run_node(self, n: fx.Node) -> Any:
        value = super().run_node(n)
        if "number" in n.meta:
            self.given[n.meta["number"]] = value
        return value


def _drawn(shape: list[int], draw: str, generator: torch.Generator, name: str) -> torch.Tensor:
    if draw == "positive":
        return torch.rand(shape, generator=generator, dtype=torch.float64) + 0.5
    if draw == "coarse":  # ties, zeros, values beyond bounds
        count = math.prod(shape)
        value = COARSE.repeat(count // len(COARSE) + 1)[:count][torch.randperm(count, generator=generator)].reshape(shape)
    else:
        value = torch.randn(shape, generator=generator, dtype=torch.float64)
    return value.abs() + 0.125 if "var" in name else value


def _whole(own: Any, shape: list[int], dtype: torch.dtype, draw: str, generator: torch.Generator) -> torch.Tensor:
    """Whole numbers within the range of the case's own numbers.

    If all own numbers are equal, the range includes a neighbour. Without own numbers all are 0."""
    if dtype == torch.bool:
        return torch.randint(0, 2, shape, generator=generator).bool()
    if not isinstance(own, torch.Tensor) or own.numel() == 0:
        return torch.zeros(shape, dtype=dtype)
    least, most = int(own.min()), int(own.max())
    if least == most:
        least, most = (least - 1, most) if least > 0 else (least, least + 1)
    elif draw != "positive":
        return own.flatten()[torch.randint(0, own.numel(), shape, generator=generator)].to(dtype)
    return torch.randint(least, most + 1, shape, generator=generator).to(dtype)


class Values:
    """Values for placeholders, equal for all graphs of both files. nudge: relative movement of each value."""

    def __init__(self, known: Known, draw: str, seed: int, wide: bool, nudge: float) -> None:
        self.known, self.draw, self.seed, self.wide, self.nudge = known, draw, seed, wide, nudge
        self.symbols = dict(known.symbols)

    def _generator(self, *key: str) -> torch.Generator:
        return torch.Generator().manual_seed(hash_of(str(self.seed), self.draw, *key))

    def of(self, role: str, name: str, told: Any) -> Any:
        if not isinstance(told, tuple):
            return self._plain(told)
        dtype, shape, stride, _ = told
        element, sizes = getattr(torch, dtype), [self._size(size) for size in shape]
        own, generator = self.known.values.get((role, name)), self._generator(role, name)
        owned = isinstance(own, torch.Tensor) and self.draw == "own" and list(own.shape) == sizes
        if owned and role != "tangent":
            value = own.detach().clone()
        elif element.is_floating_point:
            value = _drawn(sizes, self.draw, generator, name)
        elif element.is_complex:
            value = torch.complex(_drawn(sizes, self.draw, generator, name), _drawn(sizes, self.draw, generator, name))
        elif role == "buffer" and isinstance(own, torch.Tensor):
            value = own.detach().clone()
            if self.draw == "coarse":
                mixed = value.flatten()[torch.randperm(value.numel(), generator=generator)].reshape(value.shape)
                value = mixed if value.numel() != 1 or element == torch.bool else value + 1  # a counter
        else:
            value = _whole(own, sizes, element, self.draw, generator)
        if self.draw == "not_finite" and role == "user" and element.is_floating_point and value.numel() > len(OUT_OF_RANGE):
            at = torch.randperm(value.numel(), generator=generator)[: len(OUT_OF_RANGE)]
            value = value.flatten().index_copy(0, at, torch.tensor(OUT_OF_RANGE, dtype=value.dtype)).reshape(value.shape)
        return self._laid(self._typed(value, element, role, name), stride)

    def _typed(self, value: torch.Tensor, element: torch.dtype, role: str, name: str) -> torch.Tensor:
        value = value.to(element)  # both precisions use equal numbers
        value = widened(value) if self.wide else value
        if self.nudge and (value.is_floating_point() or value.is_complex()):
            value = value * (1 + self.nudge * torch.randn(value.shape, generator=self._generator("nudge", role, name), dtype=torch.float64)).to(value.dtype)
        return value

    def _laid(self, value: torch.Tensor, stride: Any) -> torch.Tensor:
        if stride is None or value.numel() == 0 or any(isinstance(step, str) for step in stride):
            return value.clone()
        reach = sum((size - 1) * step for size, step in zip(value.shape, stride)) + 1
        if reach != value.numel():
            return value.clone()
        return torch.empty_strided(value.shape, stride, dtype=value.dtype).copy_(value)

    def _size(self, size: Any) -> int:
        return int(eval(size, {"__builtins__": {}, **FUNCTIONS}, self.symbols)) if isinstance(size, str) else size

    def _plain(self, told: str) -> Any:
        if told.startswith("int("):
            return self._size(told[4:-1])
        return torch.Generator().manual_seed(self.seed) if "Generator" in told else None


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Eq": lambda a, b: a == b,
    "Ne": lambda a, b: a != b,
    "Max": max,
    "Min": min,
    "Mod": lambda a, b: a % b if b else math.nan,
    "And": lambda *a: all(a),
    "Or": lambda *a: any(a),
    "Not": lambda a: not a,
}


def hash_of(*texts: str) -> int:
    number = 1469598103934665603
    for byte in "\0".join(texts).encode():
        number = (number ^ byte) * 1099511628211 % 2**63
    return number


def _memory(tensors: dict[str, Any]) -> dict[str, int]:
    """A number for each tensor with memory. Tensors that share memory have the same number."""
    numbers: dict[int, int] = {}
    shared: dict[str, int] = {}
    for name, tensor in tensors.items():
        if isinstance(tensor, torch.Tensor) and tensor.layout == torch.strided and tensor.untyped_storage().nbytes():
            at = tensor.untyped_storage().data_ptr()
            shared[name] = numbers.setdefault(at, len(numbers))
    return shared


class Run:
    """A run of all graphs of a file, in order. A backward graph reads the values that its forward saved."""

    def __init__(self, graphs: dict[str, fx.GraphModule], values: Values) -> None:
        self.graphs, self.values = graphs, values
        self.saved: dict[str, Any] = {}
        self.held: dict[tuple[str, str], Any] = {}  # inputs and states after the graphs so far
        self.leaves: dict[str, torch.Tensor] = {}
        self.found: dict[str, Any] = {}
        self.memory: dict[str, str] = {}
        self.given: dict[str, dict[int, Any]] | None = None  # values by graph and node, if requested

    def outcome(self) -> Outcome:
        torch.manual_seed(self.values.seed)
        before = torch.get_default_dtype()
        torch.set_default_dtype(torch.float64 if self.values.wide else torch.float32)
        try:
            for name, graph in self.graphs.items():
                self._one(name, graph)
        finally:
            torch.set_default_dtype(before)
        return Outcome(self.found, self.memory)

    def _one(self, name: str, graph: fx.GraphModule) -> None:
        known = self.values.known
        told = [node.meta["assay"] for node in graph.graph.nodes if node.op == "placeholder"]
        given = self._inputs(told)
        states = self._load(graph)
        self.leaves.update({label: state for label, state in states.items() if state.requires_grad})
        with torch.set_grad_enabled(known.above_autograd):
            results = list(self._results(name, graph, given))
        labels = [f"{role} {label}" for role, label in graph.meta["assay"]["results"]]
        held = {f"left {one['role']} {one['name']}": value for one, value in zip(told, given) if one["role"] != "saved"}
        held.update({f"left {label}": state for label, state in states.items()})
        public = {label: value for label, value in zip(labels, results) if not label.startswith("saved ")}
        self.saved.update({label[6:]: value for label, value in zip(labels, results) if label.startswith("saved ")})
        if known.above_autograd:
            public.update(self._gradients({**public, **held}, self.leaves))
        self._keep(name, public, held)

    def _results(self, name: str, graph: fx.GraphModule, given: list[Any]) -> Any:
        if self.given is None:
            return graph.forward(*given)  # a call of the module would print exceptions
        numbered = Numbered(graph)
        results = numbered.run(*given)
        self.given[name] = numbered.given
        return results

    def _inputs(self, told: list[dict[str, Any]]) -> list[Any]:
        return [self._input(one["role"], one["name"], one["value"]) for one in told]

    def _input(self, role: str, name: str, told: Any) -> Any:
        if role == "saved" and name in self.saved:
            return self.saved[name]
        if (role, name) in self.held:
            return self.held[role, name]
        value = self.values.of(role, name, told)
        wants = role == "parameter" or (role, name) in self.values.known.wanted
        if self.values.known.above_autograd and wants and isinstance(value, torch.Tensor) and value.is_floating_point():
            leaf = self.leaves[f"{role} {name}"] = value.requires_grad_()
            value = leaf if role == "parameter" else leaf.clone()  # a copy that the graph may write
        self.held[role, name] = value
        return value

    def _load(self, graph: fx.GraphModule) -> dict[str, torch.Tensor]:
        """Sets the states that a module owns (of called modules too), by role and name; returns them."""
        states = {}
        for node in graph.graph.nodes:
            told = node.meta.get("assay", {})
            if node.op == "get_attr" and told.get("role") in ("parameter", "buffer"):
                owner, _, last = node.target.rpartition(".")
                tensor = getattr(graph.get_submodule(owner), last)
                with torch.no_grad():
                    tensor.copy_(self.values.of(told["role"], node.target, told["value"]))
                states[f"{told['role']} {node.target}"] = tensor
        for slot, tensor in [*graph.named_parameters(), *graph.named_buffers()]:
            role = "parameter" if isinstance(tensor, torch.nn.Parameter) else "buffer"
            name = graph.meta["slots"].get(slot, slot)
            if f"{role} {name}" in states or (role, name) not in self.values.known.values:
                continue
            own = (str(self.values.known.values[role, name].dtype)[6:], list(tensor.shape), None, "cpu")
            with torch.no_grad():
                tensor.copy_(self.values.of(role, name, own))
            states[f"{role} {name}"] = tensor
        return states

    def _gradients(self, found: dict[str, Any], leaves: dict[str, torch.Tensor]) -> dict[str, Any]:
        """Gradients of all results and of final inputs and states, with tangents that separate all elements."""
        ends, tangents, seen = [], [], set()
        for label, value in found.items():
            if isinstance(value, torch.Tensor) and value.requires_grad and value.grad_fn is not None and id(value) not in seen:
                seen.add(id(value))
                generator = torch.Generator().manual_seed(hash_of("tangent", label))
                ends.append(value)
                tangents.append(torch.randn(value.shape, generator=generator, dtype=torch.float64).to(value.dtype))
        if not ends or not leaves:
            return {}
        made = torch.autograd.grad(ends, list(leaves.values()), tangents, allow_unused=True)
        return {f"gradient of {label}": gradient for label, gradient in zip(leaves, made)}

    def _keep(self, graph: str, public: dict[str, Any], held: dict[str, Any]) -> None:
        for label, value in held.items():
            self.found[label] = _copied(value)
        for label, value in public.items():
            role, _, name = label.partition(" ")
            if role in ("mutation", "replacement"):  # final values of an input or a state
                ends = [one for one in self.found if one.startswith("left ") and one.split(" ", 2)[2] == name]
                for one in ends or [f"left user {name}"]:
                    self.found[one] = _copied(value)
                    self.held[one.split(" ", 2)[1], name] = value
            else:
                self.found[f"{graph}: {label}"] = _copied(value)
        results = {f"{graph}: {label}": value for label, value in public.items() if not label.startswith("gradient")}
        for label, number in _memory({**held, **results}).items():
            self.memory[label] = f"{graph} {number}"


def _copied(value: Any) -> Any:
    return _pytree.tree_map_only(torch.Tensor, lambda one: one.detach().clone(), value)


def _apart(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Distance per element: inf if exactly one value is nan, 0 if both are nan or equally infinite."""
    left, right = (one.to(torch.complex128 if one.is_complex() else torch.float64) for one in (left, right))
    apart = (left - right).abs()
    alike = (left == right) | (left.isnan() & right.isnan())
    return torch.where(alike, torch.zeros_like(apart), torch.where(apart.isnan(), torch.full_like(apart, math.inf), apart))


class Comparison:
    """Compares outcomes with the original's.

    right: the outcome of the original.
    moved: its outcome with inputs moved by a rounding."""

    def __init__(self, right: Outcome, moved: Outcome, precision: Precision) -> None:
        self.right, self.moved, self.precision = right, moved, precision

    def with_(self, wrong: Outcome) -> Verdict:
        worst = Verdict(Sameness.SAME)
        for label in {**self.right.values, **wrong.values}:
            found = self._one(label, self.right.values.get(label), wrong.values.get(label), self.moved.values.get(label))
            if found.sameness == Sameness.OTHER:
                return found
            if found.sameness == Sameness.MARGINAL:
                worst = found
        if worst.sameness == Sameness.SAME and not _alike(self.right.memory, wrong.memory):
            return Verdict(Sameness.ALIASING, _first_of_memory(self.right.memory, wrong.memory))
        return worst

    def _one(self, label: str, right: Any, wrong: Any, moved: Any) -> Verdict:
        if isinstance(right, (list, tuple)) and isinstance(wrong, (list, tuple)) and len(right) == len(wrong):
            found = [self._one(f"{label}[{place}]", *parts) for place, parts in enumerate(zip(right, wrong, moved))]
            return next((one for one in found if one.sameness != Sameness.SAME), Verdict(Sameness.SAME))
        if not isinstance(right, torch.Tensor) or not isinstance(wrong, torch.Tensor):
            same = right is wrong or (not isinstance(right, torch.Tensor) and not isinstance(wrong, torch.Tensor) and right == wrong)
            if (right is None or wrong is None) and self._vanishes(wrong if right is None else right, moved):
                return Verdict(Sameness.MARGINAL, f"{label}: None and zeros")
            return Verdict(Sameness.SAME if same else Sameness.OTHER, f"{label}: {type(right).__name__} and {type(wrong).__name__}")
        if right.dtype != wrong.dtype or right.shape != wrong.shape:
            return Verdict(Sameness.OTHER, f"{label}: {right.dtype}{list(right.shape)} and {wrong.dtype}{list(wrong.shape)}")
        if right.numel() == 0 or right.layout != torch.strided:
            return Verdict(Sameness.SAME)
        return self._of_tensors(label, right, wrong, moved)

    def _vanishes(self, value: Any, moved: Any) -> bool:
        """Whether `value` is zero, up to the movement that rounding causes."""
        if not isinstance(value, torch.Tensor) or not value.is_floating_point():
            return False
        noise = float(_apart(value, moved).max()) if isinstance(moved, torch.Tensor) and value.numel() else 0.0
        return not value.any() or float(value.abs().max()) <= self.precision.marginal * noise

    def _of_tensors(self, label: str, right: torch.Tensor, wrong: torch.Tensor, moved: torch.Tensor) -> Verdict:
        noise = _apart(right, moved)
        loud = float(noise.max())
        apart = _apart(right, wrong)
        if not right.is_floating_point() and not right.is_complex():
            differ = bool(apart.any())
            return Verdict(Sameness.SAME if not differ else Sameness.MARGINAL if loud else Sameness.OTHER, f"{label}: whole numbers")
        if self.precision is BITS:
            return Verdict(Sameness.MARGINAL if bool(apart.any()) else Sameness.SAME, f"{label}: {float(apart.max()):.3g} apart")
        size = torch.where(right.isfinite(), right.abs().double(), torch.zeros_like(apart))
        floor = self.precision.epsilon * float(size.max()) + loud
        scaled = apart / (self.precision.certain * floor + self.precision.relative * size + 1e-300)
        place = int(scaled.argmax())
        text = f"{label}: {_number(right, place)} and {_number(wrong, place)} at {place}"
        if float(scaled.max()) > 1:
            return Verdict(Sameness.OTHER, text)
        same = bool((apart <= self.precision.marginal * floor).all())
        return Verdict(Sameness.SAME if same else Sameness.MARGINAL, text)


def _number(tensor: torch.Tensor, place: int) -> str:
    return f"{tensor.flatten()[place].item():.6g}"


def _alike(left: dict[str, str], right: dict[str, str]) -> bool:
    return _first_of_memory(left, right) == ""


def _first_of_memory(left: dict[str, str], right: dict[str, str]) -> str:
    """The first pair that shares memory in only `left` or `right`; "" for none."""
    both = [label for label in left if label in right]
    for place, one in enumerate(both):
        for other in both[:place]:
            if (left[one] == left[other]) != (right[one] == right[other]):
                return f"{other} and {one}"
    return ""


class Oracle:
    """Keeps the outcomes of the original file. `judge` classifies a mutant. sizes: further values of symbols."""

    def __init__(self, original: pathlib.Path, known: Known, sizes: list[dict[str, int]], seed: int = 0) -> None:
        self.original, self.known, self.seed, self.failed = original, known, seed, ""
        others = [dataclasses.replace(known, symbols=symbols) for symbols in sizes]
        tried = [(known, draw) for draw in DRAWS] + [(other, "normal") for other in others]
        self.sure: list[tuple[Values, Comparison]] = []
        for precision in (DOUBLE, SINGLE):
            self.sure = self.sure or self._all(tried, precision)
        self.bits: list[tuple[Values, Comparison]] | None = None
        self.not_finite: list[tuple[Values, Comparison]] | None = None

    def _all(self, tried: list[tuple[Known, str]], precision: Precision) -> list[tuple[Values, Comparison]]:
        return [one for one in (self._prepared(*draw, precision) for draw in tried) if one is not None]

    def _prepared(self, known: Known, draw: str, precision: Precision) -> tuple[Values, Comparison] | None:
        def outcome(nudge: float) -> Outcome:
            return Run(built(self.original, precision.wide), Values(known, draw, self.seed, precision.wide, nudge)).outcome()

        try:
            right, again = outcome(0.0), outcome(0.0)
            comparison = Comparison(right, outcome(precision.epsilon), precision)
            differs = comparison.with_(again)
        except Exception as error:
            self.failed = f"{type(error).__name__}: {str(error)[:200]}"
            return None
        if differs.sameness != Sameness.SAME:
            self.failed = f"two runs of one file differ: {differs.reason}"
            return None
        return Values(known, draw, self.seed, precision.wide, 0.0), comparison

    @property
    def decides(self) -> bool:
        return bool(self.sure)

    def judge(self, mutant: pathlib.Path, in_own_precision: bool) -> Verdict:
        found = self._by(self.sure, mutant)
        if found.sameness == Sameness.SAME:
            found = self._out_of_range(mutant)
        if found.sameness != Sameness.SAME or not in_own_precision:
            return found
        if self.bits is None:
            self.bits = self._all([(self.known, draw) for draw in DRAWS[:2]], BITS)
        narrow = self._by(self.bits, mutant)
        return Verdict(Sameness.ROUNDING, narrow.reason) if narrow.sameness == Sameness.MARGINAL else narrow

    def _out_of_range(self, mutant: pathlib.Path) -> Verdict:
        """Compares runs with infinite inputs. For mutants that agree on all finite inputs."""
        if self.not_finite is None:
            self.not_finite = self._all([(self.known, "not_finite")], DOUBLE)
        found = self._by(self.not_finite, mutant)
        if self.not_finite and found.sameness not in (Sameness.SAME, Sameness.MARGINAL):
            return Verdict(Sameness.NOT_FINITE, found.reason)
        return Verdict(Sameness.SAME)

    def _by(self, prepared: list[tuple[Values, Comparison]], mutant: pathlib.Path) -> Verdict:
        worst = Verdict(Sameness.SAME if prepared else Sameness.UNDECIDED)
        raised = []
        for values, comparison in prepared:
            try:
                found = comparison.with_(Run(built(mutant, values.wide), values).outcome())
            except Exception as error:
                raised.append(f"{values.draw}: {type(error).__name__}: {str(error)[:160]}")
                continue
            if found.sameness == Sameness.OTHER:
                return Verdict(found.sameness, f"{values.draw}: {found.reason}")
            if found.sameness != Sameness.SAME and worst.sameness != Sameness.MARGINAL:
                worst = Verdict(found.sameness, f"{values.draw}: {found.reason}")
        if raised:
            return Verdict(Sameness.INVALID if len(raised) == len(prepared) else Sameness.OTHER, raised[0])
        return worst
