"""judge_test: what replay says of right captures, and of the same captures with a seeded defect each.

Run with the Python of a worker: `python judge_test.py`. The models below are loaded by path.
"""

import copy
import importlib
import json
import operator
import os
import re
import tempfile
import unittest
from typing import Any, Callable, Iterator

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from assay_capture import METHODS, Executable, replay_file, write_graph_file
from assay_python.program import seeds
from assay_python.program.program import Program

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.norm, self.drop = nn.Linear(5, 4), nn.BatchNorm1d(4), nn.Dropout(0.25)

    def forward(self, x):
        return self.drop(self.norm(self.linear(x)))


class Difference(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.arange(4.0) / 3)

    def forward(self, x):
        return torch.exp(x - self.weight)


class Centred(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.norm = nn.LayerNorm(4, eps=eps)

    def forward(self, x):
        return self.norm(x)


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        return x * self.calls


class WritesACopy(nn.Module):
    """A write whose own result nobody reads."""

    def forward(self, x):
        y = x.clone()
        y.mul_(2.0)
        return y


class WritesAView(nn.Module):
    """A write through a view whose own result nobody reads."""

    def forward(self, x):
        y = x.clone()
        y[0].mul_(2.0)
        return y


class Cut(nn.Module):
    """Two graphs for Dynamo: a value crosses the break and is a result too, another only crosses it."""

    def __init__(self):
        super().__init__()
        self.before, self.drop, self.after = nn.Linear(4, 4), nn.Dropout(0.25), nn.Linear(4, 4)

    def forward(self, x):
        y = self.drop(self.before(x)).tanh()
        z = y.exp()
        torch._dynamo.graph_break()
        return self.after(y) * z + x, y


@torch._dynamo.disable
def outside(x):
    return x.cumsum(0)


class Between(nn.Module):
    def __init__(self, hidden=True):
        super().__init__()
        self.linear, self.between = nn.Linear(4, 4), outside if hidden else torch.exp

    def forward(self, x):
        return self.between(self.linear(x)).sin()


class Means(nn.Module):
    """Asks for its sizes as a list."""

    def forward(self, x):
        rows, columns = x.shape[:2]
        return x.mean(-1).reshape([rows, columns] + [1] * (x.dim() - 2)).squeeze(-1)


class Recurrent(nn.Module):
    """A layer that Dynamo leaves to Python, between two graphs."""

    def __init__(self):
        super().__init__()
        self.recurrent, self.after = nn.LSTM(4, 3, batch_first=True), nn.Linear(3, 2)

    def forward(self, x):
        states, _ = self.recurrent(x * 1.5)
        return self.after(states).sin() * 0.5


class Looped(nn.Module):
    """A break in each turn of a loop; the state that it leaves is written between the graphs."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.register_buffer("seen", torch.zeros(()))

    def step(self, x):
        return self.linear(x * 1.25).tanh()

    def forward(self, x):
        for _ in range(3):
            x = outside(self.step(x))
            self.seen += x.detach().mean()
        return x.cos() * 0.75


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.drop = nn.Linear(4, 4), nn.Dropout(0.25)

    def forward(self, x):
        y = self.drop(self.linear(x) * 1.5)
        torch._dynamo.graph_break()
        return y.sin() * 0.5


class TwiceCalled(nn.Module):
    """The graphs of one module run twice, the second time on what the first gave."""

    def __init__(self):
        super().__init__()
        self.part = Part()

    def forward(self, x):
        return self.part(outside(self.part(x)))


class Resized(nn.Module):
    """A part in which Dynamo takes sizes for symbols when it meets others; what comes after it has one size."""

    def __init__(self):
        super().__init__()
        self.part = Part()

    def forward(self, x):
        return self.part(outside(self.part(x))[:2]).cos() * 0.75


class Stretch(nn.Module):
    def forward(self, x, factor):
        torch._dynamo.graph_break()
        return F.interpolate(x[None], scale_factor=factor)[0] * 1.25


class Stretched(nn.Module):
    """A number that Dynamo takes for a symbol when it meets another; AOTAutograd has it begin anew without."""

    def __init__(self):
        super().__init__()
        self.linear, self.stretch = nn.Linear(4, 4), Stretch()

    def forward(self, x):
        return self.stretch(self.stretch(self.linear(x) * 1.5, 1.5), 2.5)


class WritesBetween(nn.Module):
    """Running statistics in a graph before the break, an input written in the one after it."""

    def __init__(self):
        super().__init__()
        self.norm, self.linear = nn.BatchNorm1d(4), nn.Linear(4, 4)

    def forward(self, x):
        y = self.norm(x.sin()) * 1.5
        torch._dynamo.graph_break()
        x.mul_(0.5)
        return self.linear(y) + x


class GivesBuffer(nn.Module):
    """A result is the tensor that a buffer holds from then on."""

    def __init__(self, broken):
        super().__init__()
        self.linear, self.broken = nn.Linear(4, 4), broken
        self.register_buffer("seen", torch.zeros(3, 4))

    def forward(self, x):
        y = self.linear(x)
        if self.broken:
            torch._dynamo.graph_break()
        self.seen = self.seen * 0.5 + x
        return self.seen, y * 2


def gives_closure(part=False):
    held = torch.arange(4.0)

    class GivesClosure(nn.Module):
        """A result is a tensor that is in no graph of Dynamo's; with `part` there is one of a part of it."""

        def forward(self, x):
            return (held, x * 2, held[1:]) if part else (held, x * 2)

    return GivesClosure()


def gives_made_outside():
    seen = []

    class GivesMadeOutside(nn.Module):
        """A result has a history that began outside: its gradient goes through no graph."""

        def __init__(self):
            super().__init__()
            self.scale = nn.Parameter(torch.full((4,), 0.5))
            seen.append(self.scale * 2)

        def forward(self, x):
            return seen[0], x * self.scale

    return GivesMadeOutside()


class GivesNumber(nn.Module):
    """A number beside a tensor; one that Dynamo is told is always the same need not be."""

    def __init__(self, is_same: bool = True):
        super().__init__()
        self.is_same = is_same
        self.register_buffer("calls", torch.zeros(()))

    @torch._dynamo.assume_constant_result
    def number(self):
        return 4 if self.is_same else int(self.calls)

    def forward(self, x):
        self.calls.add_(1)
        return x * 2, self.number(), x.shape[0]


class GivesTwice(nn.Module):
    """A view of an argument is a result or is handed on, and once more under another name: dropout that is off."""

    def __init__(self, kind="both"):
        super().__init__()
        self.kind = kind
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def forward(self, x):
        row = x.view(2, 2)
        again = F.dropout(row, 0.5, False)
        scaled = again.flatten() * self.scale
        if self.kind == "both":
            return row, again, scaled
        if self.kind == "one":
            return again, scaled
        torch._dynamo.graph_break()
        if self.kind == "across":
            return again, row, scaled * self.scale
        return scaled.view(2, 2) * (again + row) * (2 if row is again else 3)


class Sevenfold(torch.autograd.Function):
    """Doubles, with derivatives of its own. Dynamo goes around what has a tangent, and compiles `forward` by itself."""

    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 7

    @staticmethod
    def jvp(ctx, tangent):
        return tangent * 7


class GoneAround(nn.Module):
    def forward(self, x):
        return Sevenfold.apply(x)


class KeepsPart(nn.Module):
    """Reads a part of its buffer before anything is traced: symbolic_trace makes that a constant, in the buffer's memory."""

    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.arange(4.0))

    def forward(self, x):
        part = self.kept[1:]
        part.add_(x[0, 1:])
        return x * self.kept, part


def writes_closure():
    held = torch.arange(6.0)

    class WritesClosure(nn.Module):
        """Two constants of symbolic_trace in one memory: what is written to the one is in the other."""

        def forward(self, x):
            first, last = held[:4], held[2:]
            last.copy_(x[0])
            return first, x * first

    return WritesClosure()


def writes_gradient(detached=True):
    held = torch.arange(6.0)
    read = held.detach() if detached else held[:]

    class WritesGradient(nn.Module):
        """What is written to the one gives the other a gradient where autograd knows that they share memory."""

        def forward(self, x):
            one, other = held[:4], read[:4]
            one.copy_(x[0])
            return one, x * other

    return WritesGradient()


class StepsInside(nn.Module):
    """An optimizer of its own: Dynamo has the weight's copy, its state and its gradient as attributes of a graph."""

    def __init__(self):
        super().__init__()
        self.weight, self.mean = nn.Parameter(torch.arange(12.0).view(3, 4) / 7), nn.Buffer(torch.full((3, 4), 0.5))

    def forward(self, x):
        weight = self.weight.detach().clone().requires_grad_()
        optimizer = torch.optim.SGD([weight], lr=0.1, momentum=0.9)
        optimizer.state[weight] = {"momentum_buffer": self.mean}
        (x * weight).exp().sum().backward()
        optimizer.step()
        return weight.detach() * 2.0


class ByNumpy(nn.Module):
    """A function, one of a sub-module, a method, an operator and an attribute of NumPy's."""

    def forward(self, x):
        y = x.detach().numpy()
        y = (np.abs(y).clip(0.1, 0.9) + np.linalg.norm(y)).T
        return torch.from_numpy(y.real) * x.t()


class ByValue(nn.Module):
    def forward(self, x):
        y = x.sin()
        return y * 2 if (x * x).sum() > 1 else y * 3


class ReadsFirst(nn.Module):
    """A number read off a tensor before any operator has run."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(0.25))

    def forward(self, x):
        scale = self.scale.item()
        return x.sin() * scale


class ByDraw(nn.Module):
    """Which of its layers runs is drawn between the graphs."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Between(hidden=False) for _ in range(8))

    def forward(self, x):
        for layer in self.layers:
            if torch.rand([]) < 0.5:
                x = layer(x)
        return x


class PythonCounter(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.calls


class Pair(nn.Module):
    def forward(self, x):
        return {"sine": x.sin(), "cosine": x.cos()}


class Views(nn.Module):
    """Two results that are views of one intermediate tensor, and one that is not."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        y = self.linear(x)
        return y[0], y.t(), y.exp()


def weighted(output):
    return (output[0] * 2).sum() + (output[1] * torch.arange(3.0)).sum() + output[2].sum()


class Scaled(nn.Module):
    """A scale that a pass can fold into the layer before it."""

    def __init__(self):
        super().__init__()
        self.linear, self.scale = nn.Linear(4, 3), nn.Parameter(torch.full((3,), 0.5))
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x):
        self.seen.add_(x.sum())
        return self.linear(x) * self.scale


def fold(traced, factor=1.0):
    """The scale becomes part of the layer's states, and its node goes."""
    with torch.no_grad():
        traced.linear.weight.mul_(traced.scale[:, None] * factor)
        traced.linear.bias.mul_(traced.scale)
    (product,) = [node for node in traced.graph.nodes if node.target is operator.mul]
    layer, scale = product.args
    product.replace_all_uses_with(layer)
    traced.graph.erase_node(product)
    traced.graph.erase_node(scale)
    del traced.scale


def fold_and_keep(traced):
    """The scale stays where it was, and nothing reads it, as Inductor leaves norms that it has folded into convolutions."""
    scale = traced.scale
    fold(traced)
    traced.scale = scale


def drop(traced):
    """Neither used nor folded: right only where the scale is one."""
    scale, weight, bias = traced.scale, traced.linear.weight.clone(), traced.linear.bias.clone()
    fold(traced)
    traced.scale = scale
    with torch.no_grad():
        traced.linear.weight.copy_(weight)
        traced.linear.bias.copy_(bias)


def detach(traced):
    """The scale is read, and does not learn."""
    (product,) = [node for node in traced.graph.nodes if node.target is operator.mul]
    with traced.graph.inserting_before(product):
        product.args = (product.args[0], traced.graph.call_method("detach", (product.args[1],)))


def fold_wrongly(traced):
    fold(traced, 1.5)


def fold_and_forget_to_count(traced):
    fold(traced)
    (write,) = traced.graph.find_nodes(op="call_method", target="add_")
    traced.graph.erase_node(write)


def fold_for_once(traced):
    """Right for the values that the scale has when the model is made, and for no others."""
    with torch.no_grad():
        traced.scale.fill_(1.0)
        traced.linear.weight.mul_(0.5)
        traced.linear.bias.mul_(0.5)


class TimesRows(nn.Module):
    """Of `y` no operator reads more than the number of its rows."""

    def forward(self, x, y):
        return x * y.shape[0]


class Turned(nn.Module):
    def forward(self, x):
        return x.t()


class Detached(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        with torch.no_grad():
            y = x * self.weight
        return y


class Attached(Detached):
    def forward(self, x):
        return x * self.weight


class Sign(nn.Module):
    """Its gradient is a tensor of zeros that has no memory; given twice, it is one tensor."""

    def forward(self, x):
        return torch.sgn(x), torch.sgn(x + 1)


class SignWithGradient(nn.Module):
    def forward(self, x):
        return torch.sgn(x) + (x - x.detach()), torch.sgn(x + 1)


def expanded():
    """A row given as several, of which only one is in memory."""
    return torch.ones(1, 4).expand(3, 4), torch.randn(3, 4)


class AddsRows(nn.Module):
    def forward(self, rows, x):
        return rows + x


class Moves(nn.Module):
    """With all that Tensor.to takes by position, and what it takes by keyword only."""

    def forward(self, x):
        return x.to("cpu", torch.float64, True, True, memory_format=torch.preserve_format) * 3


class AddsOnes(nn.Module):
    def forward(self, rows, x):
        return x + 1


class Branch(nn.Module):
    def forward(self, x):
        return x * 2 if x.shape[0] > 3 else x * 3


class Doubled(nn.Module):
    def forward(self, x):
        return x * 2


class WritesFirst(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x, y):
        x.mul_(2.0)
        return (x + y) * self.weight


class RowBesideWrite(nn.Module):
    """Its result 1 is a view of a parameter, and has no tangent; its input 1, which it writes, has one."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3, 4))

    def forward(self, x, y):
        row = self.weight[1]
        y.copy_(row * 2.0)
        return x * self.weight, row


class Twice(nn.Module):
    """One tensor under two names goes from one region to the next, and is a result."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        y = x * self.weight
        z = y.contiguous()
        torch._dynamo.graph_break()
        return y, y.sin() + z.cos()


class Dropped(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5, self.training)


class Wants(nn.Module):
    def forward(self, x):
        if x.shape[0] < 3:
            raise ValueError("too few rows")
        return x.sin()


class WritesSaved(nn.Module):
    def forward(self, x):
        y = x.exp()
        y.add_(1)  # what the backward of exp reads
        return y


class Third(nn.Module):
    def forward(self, x):
        return x / 3


class TimesThird(nn.Module):
    def __init__(self, factor=1 / 3):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor


class FromTheLeft(nn.Module):
    def forward(self, x):
        return (x[0] + x[1]) + x[2]


class FromTheRight(nn.Module):
    def __init__(self, factor=1.0):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x[0] + (x[1] * self.factor + x[2])


def draw_of_all(nodes: list[dict[str, Any]]) -> None:
    """The draw is of the generator of all programs."""
    of_target(nodes, "aten.rand.generator")["args"]["generator"] = None


class OwnGenerator(nn.Module):
    def __init__(self, keep=False):
        super().__init__()
        self.kept = torch.Generator().manual_seed(7) if keep else None

    def forward(self, x):
        generator = self.kept or torch.Generator().manual_seed(7)
        return x * torch.rand(4, generator=generator)


class WithoutValues(nn.Module):
    """A tensor on the meta device beside one that has values."""

    def forward(self, x):
        return x * 2, x.to("meta")


class CountsInTangent(nn.Module):
    """Forward mode makes tensors on the meta device; what Python counts is another number in each call."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def counted(self, x):
        self.calls += 1
        return x * self.calls

    def forward(self, x):
        return torch.func.jvp(self.counted, (x,), (torch.ones_like(x),))[1]


class SameTwice(nn.Module):
    def forward(self, left, right):
        return left * 2 - right.exp()


class Inverses(nn.Module):
    def forward(self, left, right):
        return torch.linalg.inv(left) - 2 * torch.linalg.inv(right)


class Eigenvalues(nn.Module):
    def forward(self, left, right):
        values, vectors = torch.linalg.eig(left)
        return values.abs(), vectors.abs(), torch.linalg.inv(right)


class WritesInput(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        x.mul_(2.0)
        return self.linear(x)


class Held(nn.Module):
    """Reads its weight through an attribute that is no parameter: a capture takes it for a constant."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.view = self.weight.detach()

    def forward(self, x):
        return x * self.view


class WritesDetached(nn.Module):
    """Autograd then makes a view anew that nobody reads; in fake tensors, of a base without values."""

    def forward(self, x):
        x.detach().clamp_(max=2.0)
        return x * 2


def part_of_result():
    return ((torch.arange(5.0).requires_grad_() * 1)[1:],)


def small():
    return (torch.full((3, 4), 0.1),)


def large():
    return (torch.full((3, 4), 0.5),)


def few_rows():
    return (torch.ones(2, 4),)


def more_rows():
    return (torch.full((5, 4), 0.5),)


X = {"shape": [3, 4]}
UNASKED = re.compile("far values|large values|other strides|inf and nan|other draws|another |sizes? ")
SEQUENCE = {"shape": [2, 5, 4], "requires_grad": True}


def case(factory: str, *inputs: dict[str, Any], of: str = __file__, **keys: Any) -> dict[str, Any]:
    """A case of the callable `factory` in the file `of`."""
    here = os.path.abspath(of)
    replay = {"inputs": [], "alias": [], "flip_training": False, **keys.pop("replay", {})}
    replay["inputs"] = [f"{here}:{name}" for name in replay["inputs"]]
    if "loss" in keys:
        keys["loss"] = f"{here}:{keys['loss']}"
    return {
        "case": f"test/{factory}", "factory": f"{here}:{factory}", "inputs": list(inputs) or [X], "folder": FOLDER,
        "replay": replay, **keys,
    }  # fmt: skip


def wrong_constants(right: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(graph, the file with one factor of its wrong by 1e-5) for each product with a constant."""
    for number, graph in enumerate(right["graphs"]):
        for position, node in enumerate(graph["nodes"]):
            for key, value in node.get("args", {}).items():
                if "mul" in node.get("target", "") and isinstance(value, float):
                    wrong = copy.deepcopy(right)
                    wrong["graphs"][number]["nodes"][position]["args"][key] = value * 1.00001
                    yield graph["name"], wrong


Edit = Callable[[list[dict[str, Any]]], None]


def keep_apart(nodes: list[dict[str, Any]]) -> None:
    """The constant that lies in other memory gets its own."""
    (value,) = [node["value"] for node in nodes if "memory_of" in node.get("value", {})]
    del value["memory_of"]


def of_target(nodes: list[dict[str, Any]], target: str) -> dict[str, Any]:
    return next(node for node in nodes if node.get("target") == target)


class Judge(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = os.path.join(holder.name, "graph.json")

    def capture(self, given: dict[str, Any], method: str) -> None:
        torch._dynamo.reset()
        program = Program(given, "cpu", False)
        seeds.start_from(0)
        captured = importlib.import_module(f"assay_python.methods.{method}").capture(program)
        write_graph_file(captured, program, given, method, "cpu", self.path)

    def edit(self, change: Edit) -> None:
        """Changes the nodes of the first graph of the file."""
        with open(self.path) as file:
            content = json.load(file)
        change(content["graphs"][0]["nodes"])
        with open(self.path, "w") as file:
            json.dump(content, file)

    def report(self, given: dict[str, Any], refusal: Any = None) -> dict[str, Any]:
        return json.loads(replay_file(self.path, given, refusal=refusal))

    def replays(self, given: dict[str, Any], method: str, edit: Edit | None = None) -> dict[str, Any]:
        """The report on the file of `given` by `method`, changed by `edit`."""
        self.capture(given, method)
        if edit is not None:
            self.edit(edit)
        return self.report(given)

    def verdicts(self, report: dict[str, Any]) -> list[str]:
        """Of runs that the case did not ask for, those that do not replay."""
        asked = [run for run in report["runs"] if run["verdict"] != "replays" or not UNASKED.match(run["name"])]
        return [f"{run['name']}: {run['verdict']}" for run in asked]

    def assertReplaysBy(self, methods: tuple[str, ...], given: dict[str, Any]) -> None:
        for method in methods:
            with self.subTest(method):
                self.assertReplays(self.replays(given, method))

    def assertReplays(self, report: dict[str, Any]) -> None:
        self.assertEqual((report["verdict"], report["message"], report["departure"]), ("replays", "", None))


class Transforms(Judge):
    def transformed(self, change: str) -> dict[str, Any]:
        given = case("Scaled", {"shape": [2, 4]}, transform=f"judge_test.py:{change}", reference=None)
        program = Program(given, "cpu", False)
        program.transform()
        captured = importlib.import_module("assay_python.methods.symbolic_trace").capture(program)
        write_graph_file(captured, program, given, "symbolic_trace", "cpu", self.path)
        return self.report(given)

    def test_what_a_pass_folds_into_states_is_folded_again_when_they_move(self) -> None:
        self.assertReplays(self.transformed("fold"))

    def test_a_wrong_fold_is_found(self) -> None:
        report = self.transformed("fold_wrongly")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: result 0", report["message"])

    def test_a_parameter_that_stays_and_is_not_read_has_no_gradient_to_compare(self) -> None:
        self.assertReplays(self.transformed("fold_and_keep"))

    def test_a_parameter_that_a_pass_drops_is_found_by_the_result(self) -> None:
        report = self.transformed("drop")
        self.assertEqual(self.verdicts(report), ["same inputs: diverges"])
        self.assertIn("same inputs: result 0", report["message"])

    def test_a_parameter_that_is_read_and_no_longer_gets_its_gradient_is_found(self) -> None:
        report = self.transformed("detach")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: gradient of scale", report["message"])

    def test_a_state_that_is_no_longer_written_is_found(self) -> None:
        report = self.transformed("fold_and_forget_to_count")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("buffer seen afterwards", report["message"])

    def test_a_fold_that_is_right_for_one_set_of_weights_only_is_found(self) -> None:
        report = self.transformed("fold_for_once")
        self.assertEqual(self.verdicts(report), ["same inputs: replays", "fresh values: diverges"])


class Values(Judge):
    def test_every_method_replays_bit_by_bit_with_dropout_and_running_statistics(self) -> None:
        for method in METHODS:
            with self.subTest(method):
                report = self.replays(case("Norm", {"shape": [3, 5]}), method)
                self.assertReplays(report)
                self.assertEqual({run["bitwise"] for run in report["runs"] if not run["left_out"]}, {True})
                self.assertGreater(report["operators"], 0)
                self.assertEqual(report["errors"]["float32"], {"absolute": 0, "relative": 0})

    def test_swapped_operands_are_found_at_their_node_in_every_method(self) -> None:
        def swap(nodes: list[dict[str, Any]]) -> None:
            node = next(node for node in nodes if node.get("target") in ("aten.sub.Tensor", "fn:operator.sub"))
            first, second = ("self", "other") if "self" in node["args"] else list(node["args"])[:2]
            node["args"][first], node["args"][second] = node["args"][second], node["args"][first]
            self.seeded = node["id"]

        def keep(nodes: list[dict[str, Any]]) -> None:
            pass

        square = {"shape": [4]}
        for method in METHODS:
            with self.subTest(method):
                self.assertReplays(self.replays(case("Difference", square), method, keep))
                report = self.replays(case("Difference", square), method, swap)
                self.assertEqual(report["verdict"], "diverges")
                self.assertEqual(report["departure"]["node"], self.seeded)
                self.assertIn("float32[4]: ", report["departure"]["expected"])
                self.assertNotEqual(report["departure"]["expected"], report["departure"]["found"])
                self.assertFalse(report["departure"]["of_type"])

    def test_a_constant_is_found_even_within_tolerance(self) -> None:
        def nudge(nodes: list[dict[str, Any]]) -> None:
            of_target(nodes, "aten.native_layer_norm.default")["args"]["eps"] = 1.01e-5

        report = self.replays(case("Centred"), "make_fx", nudge)
        self.assertEqual(report["verdict"], "diverges")
        self.assertRegex(report["message"], "eager 1.*, replay 1.*; in float64 .* eager 1.*, replay 1")
        self.assertEqual(report["departure"]["target"], "aten.native_layer_norm.default")
        self.assertReplays(self.replays(case("Centred"), "make_fx"))

    def test_other_operators_may_round_otherwise_and_may_not_compute_otherwise(self) -> None:
        self.capture(case("TimesThird"), "make_fx")
        report = self.report(case("Third"))
        self.assertReplays(report)
        self.assertFalse(report["runs"][0]["bitwise"])
        self.assertGreater(report["errors"]["float32"]["absolute"], 0)
        self.capture(case("TimesThird", kwargs={"factor": 0.3334}), "make_fx")
        self.assertEqual(self.report(case("Third"))["verdict"], "diverges")

    def test_double_precision_decides_where_eager_itself_is_far_from_the_truth(self) -> None:
        many = {"shape": [3, 4001], "dtype": "bfloat16"}
        self.capture(case("FromTheRight", many), "make_fx")
        report = self.report(case("FromTheLeft", many))
        self.assertReplays(report)
        self.assertTrue(all(run["fp64"] for run in report["runs"]))
        self.capture(case("FromTheRight", many, kwargs={"factor": 1.05}), "make_fx")
        self.assertEqual(self.report(case("FromTheLeft", many))["verdict"], "diverges")

    def test_a_keyword_of_python_is_one_though_the_schema_takes_it_by_position(self) -> None:
        self.assertReplaysBy(("dynamo", "symbolic_trace"), case("Moves"))

        def to_half(nodes: list[dict[str, Any]]) -> None:
            next(node for node in nodes if node.get("target") == "method:to")["args"]["dtype"] = {"dtype": "float16"}

        self.assertEqual(self.replays(case("Moves"), "symbolic_trace", to_half)["verdict"], "diverges")

    def test_all_parts_of_a_tuple_in_a_list_are_a_list(self) -> None:
        def swap_parts(nodes: list[dict[str, Any]]) -> None:
            of_target(nodes, "fn:operator.add")["args"]["a"].reverse()

        given = case("Means", {"shape": [2, 3, 4]})
        self.assertReplays(self.replays(given, "symbolic_trace"))
        self.assertEqual(self.replays(given, "symbolic_trace", swap_parts)["verdict"], "diverges")

    def test_inputs_of_a_region_are_known_by_name(self) -> None:
        def turn(nodes: list[dict[str, Any]]) -> None:
            nodes[:3] = nodes[2], nodes[0], nodes[1]
            for position, node in enumerate(nodes):
                node["id"] = position
            for argument in of_target(nodes, "fn:torch._C._nn.linear")["args"].values():
                argument["%"][0] = (argument["%"][0] + 1) % 3

        def name_otherwise(nodes: list[dict[str, Any]]) -> None:
            turn(nodes)
            nodes[1]["name"], nodes[2]["name"] = nodes[2]["name"], nodes[1]["name"]

        self.assertReplays(self.replays(case("Between", X), "dynamo", turn))
        self.assertNotEqual(self.replays(case("Between", X), "dynamo", name_otherwise)["verdict"], "replays")

    def test_results_in_each_others_place_are_found(self) -> None:
        def swap_references(nodes: list[dict[str, Any]]) -> None:
            args = nodes[-1]["args"]
            args["sine"], args["cosine"] = args["cosine"], args["sine"]

        for method in ("symbolic_trace", "make_fx", "make_fx_real", "make_fx_symbolic"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("Pair"), method))
                report = self.replays(case("Pair"), method, swap_references)
                self.assertEqual((report["verdict"], report["departure"]["target"]), ("diverges", "output"))

    def test_a_shape_that_the_node_does_not_give_is_found(self) -> None:
        def lengthen(nodes: list[dict[str, Any]]) -> None:
            of_target(nodes, "aten.sin.default")["outputs"][0]["shape"] = [4, 4]
            of_target(nodes, "aten.sin.default")["outputs"][0]["stride"] = [4, 1]

        report = self.replays(case("Pair"), "make_fx", lengthen)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("the file says float32[4, 4], it gives float32[3, 4]", report["message"])


class Gradients(Judge):
    def test_the_tangent_of_a_view_goes_to_its_base(self) -> None:
        given = case("Views", {**X, "requires_grad": True}, loss="weighted")
        self.assertReplaysBy(("aot_joint", "aot", "make_fx_grad", "dispatch", "symbolic_trace"), given)
        report = self.replays(case("Views", {**X, "requires_grad": True}, loss="weighted"), "aot_joint", self.lose_tangent)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("gradient of ", report["message"])

    def test_a_gradient_of_zeros_without_memory_is_compared(self) -> None:
        given = case("Sign", {**X, "requires_grad": True})
        self.assertReplaysBy(("native", "dispatch", "aot_joint", "symbolic_trace"), given)
        self.capture(case("SignWithGradient", {**X, "requires_grad": True}), "symbolic_trace")
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("gradient of ", report["message"])

    def lose_tangent(self, nodes: list[dict[str, Any]]) -> None:
        """Whatever multiplies a tangent gets the forward value twice instead."""
        tangents = {node["id"] for node in nodes if node.get("role") == "tangent"}
        node = next(n for n in nodes if n.get("target") == "aten.mul.Tensor" and n["args"]["self"]["%"][0] in tangents)
        node["args"]["self"] = node["args"]["other"]

    def test_a_tensor_given_twice_has_the_sum_of_its_gradients(self) -> None:
        given = case("SameTwice", {**X, "requires_grad": True}, {"same_as": 0})
        self.assertReplaysBy(("make_fx_grad", "dispatch", "aot_joint", "aot"), given)

        def lose(nodes: list[dict[str, Any]]) -> None:
            gradients = [label for label in nodes[-1]["args"] if label.startswith("gradient:")]
            nodes[-1]["args"][gradients[-1]] = nodes[-1]["args"][gradients[0]]

        self.assertEqual(self.replays(given, "aot_joint", lose)["verdict"], "diverges")

    def test_a_mutated_input_and_a_result_of_one_name_do_not_share_a_tangent(self) -> None:
        for method, graph in (("aot_joint", "joint"), ("aot", "backward")):
            with self.subTest(method):
                self.assertReplays(self.replays(case("WritesInput"), method))
                with open(self.path) as file:
                    content = json.load(file)
                nodes = next(one for one in content["graphs"] if one["name"] == graph)["nodes"]
                self.assertEqual([node["name"] for node in nodes if node.get("role") == "tangent"], ["0"])
                product = of_target(nodes, "aten.mm.default")["id"]
                turned = next(node for node in nodes if node.get("args", {}).get("self") == {"%": [product, 0]})
                nodes[-1]["args"]["gradient:linear.weight"] = {"%": [turned["id"], 0]}
                with open(self.path, "w") as file:
                    json.dump(content, file)
                report = self.report(case("WritesInput"))
                self.assertEqual((report["verdict"], report["runs"][0]["name"]), ("diverges", "same inputs"))

    def test_a_result_that_requires_no_gradient_in_eager_may_not_require_one(self) -> None:
        report = self.replays(case("Detached"), "symbolic_trace")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("result 0 requires a gradient in the replay, not in eager", report["message"])
        self.assertReplays(self.replays(case("Attached"), "symbolic_trace"))


class Effects(Judge):
    """linalg.inv checks for singular matrices by an operator whose only effect is to raise: AOTAutograd hands a token
    through such operators, forwards and, for linalg.eig, backwards."""

    METHODS = ("aot", "aot_min_cut", "aot_joint", "aot_joint_compile")

    def given(self, factory: str) -> dict[str, Any]:
        square = {"shape": [3, 3], "requires_grad": True}
        return case(factory, square, square)

    def test_tokens_are_no_results_of_the_program_and_no_inputs_that_it_has_to_have(self) -> None:
        for factory in ("Inverses", "Eigenvalues"):
            for method in self.METHODS:
                with self.subTest(f"{factory} {method}"):
                    self.assertReplays(self.replays(self.given(factory), method))
                    self.edit(lambda nodes: self.assertTrue([node for node in nodes if "token" in node.get("name", "")]))

    def test_an_operator_behind_a_token_with_another_argument_is_found(self) -> None:
        def swap(nodes: list[dict[str, Any]]) -> None:
            first, second = [node for node in nodes if node.get("target") == "aten.linalg_inv_ex.default"]
            first["args"]["A"], second["args"]["A"] = second["args"]["A"], first["args"]["A"]

        self.assertEqual(self.replays(self.given("Inverses"), "aot_joint", swap)["verdict"], "diverges")


class States(Judge):
    def test_a_dropped_write_is_found_in_the_buffer(self) -> None:
        def drop(nodes: list[dict[str, Any]]) -> None:
            write = of_target(nodes, "aten.add_.Tensor")
            write["target"] = "aten.add.Tensor"
            write.pop("effects", None)
            write.pop("alias", None)

        for method in ("make_fx", "make_fx_real", "dispatch"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("Counter"), method))
                report = self.replays(case("Counter"), method, drop)
                self.assertEqual(report["verdict"], "diverges")
                self.assertIn("buffer calls afterwards", report["message"])

    def test_a_write_that_dead_code_elimination_takes_is_found(self) -> None:
        # pytorch#68301: FX takes a method for pure, whatever it writes
        given = case("WritesACopy")
        self.assertReplays(self.replays(given, "symbolic_trace"))
        program = Program(given, "cpu", False)
        captured = importlib.import_module("assay_python.methods.symbolic_trace").capture(program)
        captured[0].graph.graph.eliminate_dead_code()
        write_graph_file(captured, program, given, "symbolic_trace", "cpu", self.path)
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: result 0", report["message"])

    def test_a_write_through_a_view_that_dead_code_elimination_takes_from_dynamos_graph_is_found(self) -> None:
        # pytorch#104463: the graph that a backend gets, cleaned as FX offers it
        given = case("WritesAView")
        self.assertReplays(self.replays(given, "dynamo"))
        torch._dynamo.reset()
        program = Program(given, "cpu", False)
        seeds.start_from(0)
        captured = importlib.import_module("assay_python.methods.dynamo").capture(program)
        captured[0].graph.graph.eliminate_dead_code()
        write_graph_file(captured, program, given, "dynamo", "cpu", self.path)
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: result 0", report["message"])

    def test_what_python_counted_is_baked_and_what_a_buffer_counts_is_not(self) -> None:
        for method in ("make_fx", "dispatch"):
            with self.subTest(method):
                report = self.replays(case("PythonCounter"), method)
                self.assertEqual(self.verdicts(report), ["same inputs: replays", "fresh values: diverges"])
                self.assertEqual(report["departure"]["target"], "aten.mul.Tensor")
                self.assertReplays(self.replays(case("Counter"), method))

    def test_a_tensor_on_the_meta_device_has_no_values_to_differ(self) -> None:
        def to_the_cpu(nodes: list[dict[str, Any]]) -> None:
            node = of_target(nodes, "aten._to_copy.default")
            node["args"]["device"]["device"] = node["outputs"][0]["device"] = "cpu"

        given = case("WithoutValues", X)
        self.assertReplays(self.replays(given, "make_fx"))
        self.edit(to_the_cpu)
        self.assertIn("eager gives a tensor on meta, replay one on cpu", self.report(given)["message"])

    def test_a_departure_is_found_beside_tensors_on_the_meta_device(self) -> None:
        report = self.replays(case("CountsInTangent", {**X, "dtype": "float64"}), "aot")
        self.assertEqual((report["verdict"], report["departure"]["target"]), ("diverges", "aten.mul.Tensor"))

    def test_a_weight_that_was_baked_in_is_found_once_it_moves(self) -> None:
        for method in ("make_fx", "make_fx_grad", "export"):
            with self.subTest(method):
                given = case("Held", {**X, "requires_grad": True})
                self.assertReplays(self.replays(given, method))  # the graph holds a view of the weight, not its values
                self.edit(keep_apart)
                verdicts = self.verdicts(self.report(given))
                self.assertEqual(verdicts, ["same inputs: replays", "fresh values: diverges"])

    def test_a_view_may_not_become_a_copy(self) -> None:
        def copy(nodes: list[dict[str, Any]]) -> None:
            node = of_target(nodes, "aten.t.default")
            node["target"] = "aten.t_copy.default"
            node.pop("alias", None)

        self.assertReplays(self.replays(case("Turned"), "make_fx"))
        report = self.replays(case("Turned"), "make_fx", copy)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("writing into result 0 changes input 0 in eager, not in the replay", report["message"])


class FurtherRuns(Judge):
    def test_a_size_is_baked_guarded_or_followed(self) -> None:
        given = case("Branch", replay={"inputs": ["more_rows"]})
        diverges = self.replays(given, "make_fx")
        self.assertEqual(self.verdicts(diverges)[-1], "replay.inputs[0]: diverges")
        guarded = self.replays(given, "make_fx_symbolic")
        self.assertEqual(guarded["verdict"], "guarded")
        self.assertIn("s0 is 5", guarded["message"])
        self.assertIsNone(guarded["departure"])
        self.assertReplays(self.replays(case("Doubled", replay={"inputs": ["more_rows"]}), "make_fx_symbolic"))

    def test_a_guard_that_the_captures_own_inputs_break_excuses_nothing(self) -> None:
        self.assertReplays(self.replays(case("Doubled"), "make_fx_symbolic"))
        with open(self.path) as file:
            content = json.load(file)
        content["graphs"][0]["guards"] = ["s0 < 3"]
        with open(self.path, "w") as file:
            json.dump(content, file)
        report = self.report(case("Doubled"))
        self.assertEqual(self.verdicts(report), ["same inputs: diverges"])
        self.assertIn("break its own guard: guard s0 < 3: s0 is 3", report["message"])

    def test_dynamic_dimensions_get_other_sizes(self) -> None:
        report = self.replays(case("Doubled", dynamic={"0": [0]}), "make_fx_symbolic")
        self.assertEqual(self.verdicts(report)[2:], ["larger sizes: replays", "smaller sizes: replays"])
        self.assertEqual(self.verdicts(self.replays(case("Doubled", dynamic={"0": [0]}), "make_fx"))[2:], [])

    def test_a_size_of_a_tensor_that_the_graph_does_not_take_is_bound(self) -> None:
        for inputs, dynamic in (({"shape": [2, 5]}, {"1": [0]}), ({"shape": [6, 2]}, {"1": [0, 1]})):
            given = case("TimesRows", {"shape": [3], "requires_grad": True}, inputs, dynamic=dynamic)
            for method in ("dynamo", "aot_joint_compile"):
                with self.subTest(method):
                    report = self.replays(given, method)
                    self.assertReplays(report)
                    self.assertEqual(self.verdicts(report)[2:], ["larger sizes: replays", "smaller sizes: replays"])

    def test_another_size_of_it_is_found(self) -> None:
        def columns(nodes: list[dict[str, Any]]) -> None:
            (size,) = [node for node in nodes if node.get("name") == "1.size(0)"]
            size["name"] = "1.size(1)"

        report = self.replays(case("TimesRows", {"shape": [3]}, {"shape": [2, 5]}, dynamic={"1": [0]}), "dynamo", columns)
        self.assertEqual(self.verdicts(report), ["same inputs: diverges"])
        self.assertIn("result 0", report["message"])

    def test_one_tensor_in_two_places_is_found_where_the_capture_assumed_two(self) -> None:
        given = case("WritesFirst", X, X, replay={"alias": [[0, 1]]})
        self.assertReplays(self.replays(given, "make_fx"))
        report = self.replays(case("WritesFirst", {**X}, {**X}, replay={"alias": [[0, 1]]}), "aot")
        self.assertEqual(self.verdicts(report)[-1], "replay.alias[0]: diverges")

    def test_the_other_mode_finds_a_baked_flag(self) -> None:
        self.assertEqual(
            self.verdicts(self.replays(case("Dropped", replay={"flip_training": True}), "symbolic_trace"))[-1],
            "the other of train and eval: diverges",
        )
        self.assertReplays(self.replays(case("Dropped"), "symbolic_trace"))
        self.assertReplays(self.replays(case("Doubled", replay={"flip_training": True}), "symbolic_trace"))

    def test_rows_that_are_one_in_memory_get_other_values_too(self) -> None:
        expanded = {"inputs": f"{os.path.abspath(__file__)}:expanded"}
        report = self.replays({**case("AddsRows"), **expanded}, "make_fx")
        self.assertEqual(self.verdicts(report), ["same inputs: replays", "fresh values: replays"])
        self.assertEqual(report["runs"][1]["message"], "")
        self.capture({**case("AddsOnes"), **expanded}, "make_fx")
        report = self.report({**case("AddsRows"), **expanded})
        self.assertEqual(self.verdicts(report), ["same inputs: replays", "fresh values: diverges"])

    def test_inputs_that_eager_refuses_are_left_out(self) -> None:
        report = self.replays(case("Wants", replay={"inputs": ["few_rows", "more_rows"]}), "make_fx_symbolic")
        self.assertReplays(report)
        left_out = {run["name"]: run["left_out"] for run in report["runs"]}
        self.assertEqual(left_out["replay.inputs[0]"], "eager itself raises ValueError: too few rows")
        self.assertEqual(left_out["replay.inputs[1]"], "")

    def test_a_program_whose_backward_eager_refuses_is_no_fault_of_the_file(self) -> None:
        learned = {"shape": [2, 3], "requires_grad": True}
        report = self.replays(case("WritesSaved", learned), "symbolic_trace")
        self.assertEqual((report["verdict"], report["runs"]), ("eager_fails", []))
        self.assertRegex(report["message"], "^eager itself raises RuntimeError: one of the variables needed for gradient computation")
        self.assertReplays(self.replays(case("WritesSaved", X), "symbolic_trace"))


class Parts(Judge):
    """Captures of a program that Dynamo cuts, and of what Python does around its graphs."""

    def edit_file(self, change: Edit) -> None:
        with open(self.path) as file:
            content = json.load(file)
        change(content["graphs"])
        with open(self.path, "w") as file:
            json.dump(content, file)

    def test_what_a_graph_hands_on_reaches_the_next_one(self) -> None:
        def hand_on_another(graphs: list[dict[str, Any]]) -> None:
            nodes = graphs[0]["nodes"]
            results = nodes[-1]["args"]
            handed_on = next(label for label in results if label.startswith("saved:"))
            made_by, _ = results["1"]["%"]
            (results[handed_on],) = nodes[made_by]["args"].values()

        for method in ("dynamo", "aot_joint_compile"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("Cut", {**X, "requires_grad": True}), method))
                self.edit_file(hand_on_another)
                report = self.report(case("Cut", {**X, "requires_grad": True}))
                self.assertEqual(self.verdicts(report), ["same inputs: diverges"])
                self.assertIn("result 0", report["message"])

    def test_the_gradient_of_what_a_joint_graph_takes_is_the_tangent_of_the_one_before(self) -> None:
        def give_another_back(graphs: list[dict[str, Any]]) -> None:
            args = graphs[1]["nodes"][-1]["args"]
            first, second = [label for label in args if label.startswith("gradient:joint:")]
            args[first], args[second] = args[second], args[first]

        self.assertReplays(self.replays(case("Cut", {**X, "requires_grad": True}), "aot_joint_compile"))
        self.edit_file(give_another_back)
        report = self.report(case("Cut", {**X, "requires_grad": True}))
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: gradient of ", report["message"])

    def test_python_between_the_graphs_of_a_program_is_python(self) -> None:
        for factory in ("Between", "Recurrent", "Looped", "TwiceCalled", "WritesBetween", "Resized", "Stretched"):
            for method in ("dynamo", "aot_joint_compile"):
                with self.subTest(factory, method=method):
                    self.assertReplays(self.replays(case(factory, SEQUENCE if factory == "Recurrent" else X), method))

    def test_a_constant_that_is_wrong_by_a_little_is_found_in_any_graph(self) -> None:
        for factory in ("Recurrent", "Looped", "TwiceCalled", "WritesBetween"):
            given = case(factory, SEQUENCE if factory == "Recurrent" else X)
            for method in ("dynamo", "aot_joint_compile"):
                self.capture(given, method)
                with open(self.path) as file:
                    right = json.load(file)
                wrong = list(wrong_constants(right))
                self.assertGreater(len({graph for graph, _ in wrong}), 1, "constants in several graphs")
                for graph, content in wrong:
                    with self.subTest(factory, method=method, graph=graph):
                        with open(self.path, "w") as file:
                            json.dump(content, file)
                        report = self.report(given)
                        self.assertEqual(report["verdict"], "diverges", report["message"])
                        self.assertEqual(report["departure"]["graph"], graph)

    def test_what_an_optimizer_holds_is_read_where_dynamo_has_it(self) -> None:
        def read_another(graphs: list[dict[str, Any]]) -> None:
            state = next(node for graph in graphs for node in graph["nodes"] if node.get("name") == "mean")
            state["name"] = "weight"

        given = case("StepsInside", {"shape": [3, 4]})
        report = self.replays(given, "dynamo")
        self.assertEqual(self.verdicts(report)[0], "same inputs: replays")
        with open(self.path) as file:
            read = [node.get("name") for graph in json.load(file)["graphs"] for node in graph["nodes"] if node["kind"] == "input"]
        self.assertIn("mean", read)
        self.edit_file(read_another)
        report = self.report(given)
        self.assertEqual(report["verdict"], "fails")
        self.assertRegex(report["message"], "input 0 .*'weight'.*: there the program has")

    def test_numpy_within_a_program_replays(self) -> None:
        def clip_elsewhere(nodes: list[dict[str, Any]]) -> None:
            clip = next(node for node in nodes if node.get("target", "").endswith("numpy_method_wrapper.clip"))
            clip["args"]["args"]["tuple"][2] = 0.8

        self.assertReplays(self.replays(case("ByNumpy"), "dynamo"))
        with open(self.path) as file:
            targets = {node.get("target", "") for node in json.load(file)["graphs"][0]["nodes"]}
        for name in ("to_tensor_wrapper.absolute", "to_tensor_wrapper.linalg.norm", "method_wrapper.clip", "operator_wrapper.add"):
            self.assertIn(f"fn:torch._dynamo.utils.numpy_{name}", targets)
        self.edit(clip_elsewhere)
        report = self.report(case("ByNumpy"))
        self.assertEqual(report["verdict"], "diverges", report["message"])

    def test_regions_that_the_file_does_not_have_or_has_otherwise_are_named(self) -> None:
        def forget(graphs: list[dict[str, Any]]) -> None:
            del graphs[1]

        def call_otherwise(graphs: list[dict[str, Any]]) -> None:
            state = next(node for node in graphs[1]["nodes"] if node.get("role") == "parameter")
            state["name"] = "linear.wieght"

        def add(graphs: list[dict[str, Any]]) -> None:
            graphs.append({**graphs[1], "name": graphs[1]["name"].replace("_1", "_7")})

        def take_from_elsewhere(graphs: list[dict[str, Any]]) -> None:
            state = next(node for node in graphs[1]["nodes"] if node.get("role") == "saved")
            state["name"] = "eager:7"

        for method, name in (("dynamo", "forward_1"), ("aot_joint_compile", "joint_1")):
            for edit, message in (
                (forget, f"{name}: .*the file has no graph of it"),
                (call_otherwise, rf"{name}: input \d+ \(parameter 'linear.wieght'\): there the program has parameter 'linear"),
                (add, f"{name[:-2]}_7: the program has no such region"),
                (take_from_elsewhere, rf"{name}: input \d+ \(saved 'eager:7'\): there the program has saved '"),
            ):
                with self.subTest(method, edit=edit.__name__):
                    self.capture(case("WritesBetween"), method)
                    self.edit_file(edit)
                    report = self.report(case("WritesBetween"))
                    self.assertEqual(report["verdict"], "fails")
                    self.assertRegex(report["message"], f"^same inputs: {message}")

    def test_a_branch_that_python_takes_otherwise_is_guarded(self) -> None:
        report = self.replays(case("ByValue", replay={"inputs": ["large"]}), "dynamo")
        self.assertIn("replay.inputs[0]: replays", self.verdicts(report))
        report = self.replays(case("ByValue", replay={"inputs": ["small"]}), "dynamo")
        self.assertEqual(self.verdicts(report)[-1], "replay.inputs[0]: guarded")
        self.assertIn("Python goes another way than at capture", report["message"])

    def test_a_number_read_before_the_first_graph_is_guarded(self) -> None:
        def forget(graphs: list[dict[str, Any]]) -> None:
            del graphs[0]["resumes"]

        report = self.replays(case("ReadsFirst"), "dynamo")
        self.assertEqual(self.verdicts(report)[:2], ["same inputs: replays", "fresh values: guarded"])
        self.assertRegex(report["message"], r"guard of .*___stack\d+ == 0.25")
        self.edit_file(forget)
        self.assertEqual(self.report(case("ReadsFirst"))["verdict"], "diverges")

    def test_a_way_that_is_drawn_is_that_of_the_capture(self) -> None:
        for method in ("dynamo", "aot_joint_compile"):
            self.assertReplays(self.replays(case("ByDraw"), method))

    def test_sizes_that_dynamo_compiles_anew_for_are_guarded(self) -> None:
        for method in ("dynamo", "aot_joint_compile"):
            report = self.replays(case("Cut", replay={"inputs": ["more_rows", "large"]}), method)
            self.assertEqual(self.verdicts(report)[2:], ["replay.inputs[0]: guarded", "replay.inputs[1]: replays"])
            self.assertRegex(report["message"], "guard of .*: .*size")

    def test_an_attribute_that_dynamo_guards_excuses_runs_in_which_it_is_another(self) -> None:
        def forget(graphs: list[dict[str, Any]]) -> None:
            del graphs[0]["assumes"]

        def assume_another(graphs: list[dict[str, Any]]) -> None:
            graphs[0]["assumes"]["calls"] = 7

        report = self.replays(case("PythonCounter"), "dynamo")
        self.assertEqual(self.verdicts(report), ["same inputs: replays", "fresh values: replays"])  # with the counter put back
        self.edit_file(assume_another)
        self.assertEqual(self.verdicts(self.report(case("PythonCounter"))), ["same inputs: diverges"])
        self.edit_file(forget)
        self.assertEqual(self.report(case("PythonCounter"))["verdict"], "diverges")

    def test_one_tensor_in_two_places_breaks_a_guard_of_dynamos(self) -> None:
        given = case("WritesFirst", X, X, replay={"alias": [[0, 1]]})
        report = self.replays(given, "aot_joint_compile")
        self.assertEqual(self.verdicts(report)[-1], "replay.alias[0]: guarded")
        self.assertIn('Duplicate tensors found: ["x", "y"]', report["message"])
        self.assertReplays(self.replays(case("WritesFirst", X, X), "aot_joint_compile"))

    def test_what_is_written_has_a_tangent_of_its_own_beside_the_result_of_its_name(self) -> None:
        def double(nodes: list[dict[str, Any]]) -> None:
            next(node for node in nodes if 2.0 in node.get("args", {}).values())["args"]["other"] = 4.0

        for method in ("aot_joint", "aot_joint_compile"):
            self.assertReplays(self.replays(case("RowBesideWrite", X, X), method))
            self.edit(double)
            self.assertEqual(self.report(case("RowBesideWrite", X, X))["verdict"], "diverges")

    def test_a_result_that_no_graph_has_is_what_python_gives(self) -> None:
        def triple(nodes: list[dict[str, Any]]) -> None:
            next(node for node in nodes if node["kind"] == "op")["args"]["b"] = 3

        given = case("gives_closure", X)
        self.assertReplays(self.replays(given, "dynamo"))
        self.edit(triple)
        self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_result_that_no_joint_graph_has_is_what_python_gives(self) -> None:
        given = case("gives_closure", {**X, "requires_grad": True})
        self.assertReplays(self.replays(given, "aot_joint_compile"))
        self.edit(lambda nodes: of_target(nodes, "aten.mul.Tensor")["args"].update(other=3))
        self.assertEqual(self.report(given)["verdict"], "diverges")
        report = self.replays(case("gives_made_outside", {"shape": [4]}), "aot_joint_compile")
        self.assertEqual(report["runs"][0]["verdict"], "replays")  # eager itself goes back through it but once

    def test_a_number_that_no_graph_has_is_what_dynamo_gives(self) -> None:
        given = {**X, "requires_grad": True}
        for method in ("dynamo", "aot_joint_compile"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("GivesNumber", given), method))
                report = self.replays(case("GivesNumber", given, kwargs={"is_same": False}), method)
                self.assertEqual(report["verdict"], "diverges")
                self.assertIn("result 1: eager 1, replay 0", report["message"])

    def test_a_result_that_is_given_twice_is_one_tensor_to_python(self) -> None:
        for kind in ("both", "one", "across", "identity"):
            given = case("GivesTwice", {"shape": [4], "requires_grad": True}, kwargs={"kind": kind})
            with self.subTest(kind):
                self.assertReplaysBy(("dynamo", "aot_joint_compile"), given)
                self.edit(lambda nodes: of_target(nodes, "aten.mul.Tensor").update(target="aten.div.Tensor"))
                self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_function_that_python_calls_before_there_is_any_graph_keeps_its_backward(self) -> None:
        def begin(graphs: list[dict[str, Any]]) -> None:
            self.assertEqual(graphs[0].pop("resumes"), "no_graph")

        given = case("GoneAround", {"shape": [4], "requires_grad": True})
        self.assertReplays(self.replays(given, "dynamo"))
        self.edit_file(begin)
        self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_constant_that_is_read_twice_is_one_tensor(self) -> None:
        def read_anew(nodes: list[dict[str, Any]]) -> None:
            (constant,) = [node for node in nodes if node.get("role") == "constant"]
            output = nodes.pop()
            nodes += [{**constant, "id": output["id"]}, {**output, "id": output["id"] + 1}]
            nodes[-1]["args"]["0"] = {"%": [output["id"], 0]}

        given = case("gives_closure", X, kwargs={"part": True})
        self.assertReplays(self.replays(given, "make_fx"))
        self.edit(read_anew)
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("writing into result 0 changes result 2 in eager, not in the replay", report["message"])

    def test_a_constant_in_the_memory_of_a_state_or_of_another_is_a_part_of_that(self) -> None:
        for factory in ("KeepsPart", "writes_closure"):
            with self.subTest(factory):
                given = case(factory, X)
                self.assertReplays(self.replays(given, "symbolic_trace"))
                self.edit(keep_apart)
                self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_constant_that_autograd_takes_for_another_tensor_gets_no_gradient_by_its_memory(self) -> None:
        def turn(nodes: list[dict[str, Any]]) -> None:
            (memory,) = [node["value"]["memory_of"] for node in nodes if "memory_of" in node.get("value", {})]
            self.assertEqual(memory.pop("detached", False), detached)
            memory["detached"] = not detached

        for detached in (True, False):
            with self.subTest(detached=detached):
                given = case("writes_gradient", {**X, "requires_grad": True}, kwargs={"detached": detached})
                self.assertReplays(self.replays(given, "symbolic_trace"))
                self.edit(turn)
                self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_constant_that_the_memory_of_its_state_has_no_room_for_is_told(self) -> None:
        def move(nodes: list[dict[str, Any]]) -> None:
            (value,) = [node["value"] for node in nodes if "memory_of" in node.get("value", {})]
            self.assertEqual(value["memory_of"], {"role": "buffer", "name": "kept", "offset": 4})
            value["memory_of"]["offset"] = 8

        report = self.replays(case("KeepsPart", X), "symbolic_trace", move)
        self.assertEqual(report["verdict"], "fails")
        expected = "in the memory of 'kept': expected an offset within its memory, found 8"
        self.assertIn(expected, report["message"])

    def test_a_constant_without_a_value_is_needed_where_more_than_dead_views_read_it(self) -> None:
        def give(nodes: list[dict[str, Any]]) -> None:
            (constant,) = [node["id"] for node in nodes if node.get("role") == "constant"]
            view = next(node for node in nodes if node.get("args", {}).get("self") == {"%": [constant, 0]})
            nodes[-1]["args"]["0"] = {"%": [view["id"], 0]}

        given = {**case("WritesDetached"), "inputs": f"{os.path.abspath(__file__)}:part_of_result"}
        for method in ("make_fx", "make_fx_grad"):
            with self.subTest(method):
                self.assertReplays(self.replays(given, method))
                self.edit(give)
                report = self.report(given)
                self.assertEqual(report["verdict"], "fails")
                self.assertIn("(constant '_tensor_constant0'): the file does not have its value", report["message"])

    def test_a_result_that_is_the_new_tensor_of_a_buffer_is_both(self) -> None:
        def forget(graphs: list[dict[str, Any]]) -> None:
            output = graphs[-1]["nodes"][-1]
            del output["args"]["replacement:seen"]
            del output["results"]["replacement:seen"]

        for method in ("dynamo", "aot_joint_compile"):
            for broken, verdict, message in (False, "diverges", "writing into result 0 changes buffer seen in eager"), (True, "fails", "results, the program's region"):
                with self.subTest(method=method, broken=broken):
                    given = case("GivesBuffer", X, kwargs={"broken": broken})
                    self.assertReplays(self.replays(given, method))
                    self.edit_file(forget)
                    report = self.report(given)
                    self.assertEqual(report["verdict"], verdict)
                    self.assertIn(message, report["message"])

    def test_a_result_that_is_another_once_more_is_that_tensor_for_what_follows(self) -> None:
        def give_the_input(nodes: list[dict[str, Any]]) -> None:
            nodes[-1]["args"]["saved:1"] = {"%": [1, 0]}

        given = case("Twice", {**X, "requires_grad": True})
        for method in ("dynamo", "aot_joint_compile"):
            self.assertReplays(self.replays(given, method))
        self.edit(give_the_input)
        report = self.report(given)
        self.assertEqual(report["verdict"], "fails")
        self.assertIn("result 1 is result 0 in the program, and another tensor in the file", report["message"])

    def test_a_tensor_that_a_module_keeps_is_read_anew(self) -> None:
        given = case("Held", {**X, "requires_grad": True})
        self.assertReplays(self.replays(given, "dynamo"))
        self.replays(given, "export", keep_apart)
        self.assertEqual(self.report(given)["verdict"], "diverges")


class Settings(Judge):
    """What a file changes beside values is as it was after the run."""

    STATES = (
        ("fn:torch.set_default_dtype", [{"dtype": "float64"}], torch.get_default_dtype),
        ("fn:torch._C._set_grad_enabled", [False], torch.is_grad_enabled),
        ("fn:torch.autograd.grad_mode._enter_inference_mode", [True], torch.is_inference_mode_enabled),
        ("fn:torch.set_autocast_enabled", ["cpu", True], lambda: torch.is_autocast_enabled("cpu")),
        ("fn:torch._C._set_sdp_use_math", [False], torch.backends.cuda.math_sdp_enabled),
        ("fn:torch._C._functorch._grad_increment_nesting", [], torch._C._functorch.maybe_current_level),
    )

    def with_call(self, target: str, values: list[Any]) -> None:
        """`x * 2`, and after it a call of `target`."""

        def insert(nodes: list[dict[str, Any]]) -> None:
            output = nodes.pop()
            call = {"id": output["id"], "kind": "op", "target": target, "bound": False, "outputs": [None]}
            if "increment" in target:
                call["outputs"] = [{"sym": "1", "type": "int"}]
            if "inference" in target:
                call["outputs"] = [{"opaque": "guard"}]
            nodes.append({**call, "args": {str(i): value for i, value in enumerate(values)}})
            nodes.append({**output, "id": output["id"] + 1})

        self.capture(case("Doubled"), "symbolic_trace")
        self.edit(insert)

    def test_it_is_put_back_after_a_replay(self) -> None:
        for target, values, state in self.STATES:
            with self.subTest(target):
                before = state()
                self.with_call(target, values)
                self.assertReplays(self.report(case("Doubled")))
                self.assertEqual(state(), before)

    def test_without_a_replay_around_it_stays(self) -> None:
        for target, values, state in self.STATES[:2]:  # which the line after the run puts back
            with self.subTest(target):
                before = state()
                self.with_call(target, values)
                Executable(self.path, "forward", Doubled()).run([torch.ones(3, 4)])
                changed = state() != before
                torch.set_default_dtype(torch.float32)
                torch._C._set_grad_enabled(True)
                self.assertTrue(changed)


class Refused(Judge):
    def fails(self, given: dict[str, Any], message: str) -> None:
        report = self.report(given)
        self.assertEqual((report["verdict"], report["message"], report["runs"]), ("fails", message, report["runs"]))

    def test_a_missing_weight_is_named(self) -> None:
        def rename(nodes: list[dict[str, Any]]) -> None:
            nodes[0]["name"] = "wieght"

        self.capture(case("Difference", {"shape": [4]}), "make_fx")
        self.edit(rename)
        self.fails(
            case("Difference", {"shape": [4]}),
            "same inputs: forward: input 0 (parameter 'wieght'): the case's program has no such parameter; "
            "it has 'weight'",
        )

    def test_a_weight_of_another_shape_is_named(self) -> None:
        def widen(nodes: list[dict[str, Any]]) -> None:
            nodes[0]["outputs"][0].update({"shape": [5], "stride": [1]})

        self.capture(case("Difference", {"shape": [4]}), "make_fx")
        self.edit(widen)
        self.fails(
            case("Difference", {"shape": [4]}),
            "same inputs: forward: input 0 (parameter 'weight'): the file says float32[5], the case gives float32[4]",
        )

    def test_a_generator_is_the_programs_own_or_is_refused(self) -> None:
        for method in ("make_fx_real", "export"):
            self.assertReplays(self.replays(case("OwnGenerator", kwargs={"keep": True}), method))
        self.assertEqual(self.replays(case("OwnGenerator", kwargs={"keep": True}), "export", draw_of_all)["verdict"], "diverges")
        self.capture(case("OwnGenerator"), "make_fx_real")
        report = self.report(case("OwnGenerator"))
        self.assertEqual(report["verdict"], "fails")
        self.assertIn("holds no such generator, and its state is not in the file", report["message"])

    def test_a_file_that_is_no_graph_is_told_and_nothing_crashes(self) -> None:
        with open(self.path, "w") as file:
            file.write("{")
        report = self.report(case("Pair"))
        self.assertEqual((report["verdict"], report["runs"]), ("fails", []))
        self.assertIn("graph.json", report["message"])

    def test_an_unknown_operator_is_named_with_its_node(self) -> None:
        def invent(nodes: list[dict[str, Any]]) -> None:
            of_target(nodes, "aten.sin.default")["target"] = "aten.sinus.default"

        self.capture(case("Pair"), "make_fx")
        self.edit(invent)
        report = self.report(case("Pair"))
        self.assertEqual(report["verdict"], "fails")
        self.assertIn("aten.sinus.default", report["message"])


if __name__ == "__main__":
    unittest.main()
