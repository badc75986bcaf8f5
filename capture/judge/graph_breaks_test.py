"""graph_breaks_test: a program that Dynamo cuts runs its graphs where they were, with Python between them."""

import functools
import itertools
import unittest
from typing import Any, Iterator

import torch
import torch.nn.functional as F
from torch import nn

from assay_python.judge_mutants.edited_capture import Graphs, Judge, Nodes, X, of_target
from assay_python.judge_mutants.edited_capture import case as case_of

case = functools.partial(case_of, of=__file__)
METHODS = ("dynamo", "aot_joint_compile")
LEARNED = {**X, "requires_grad": True}
SEQUENCE = {"shape": [2, 5, 4], "requires_grad": True}


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


def programs(*factories: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(factory, method, case) of each; its inputs have no other strides, which Dynamo guards."""
    for factory, method in itertools.product(factories, METHODS):
        yield factory, method, case(factory, SEQUENCE if factory == "Recurrent" else X, replay={"policy": ["same_strides"]})


def constants(graphs: Graphs) -> list[tuple[int, int, str]]:
    """(graph, node, argument) of each product with a constant."""
    nodes = [(number, position, node) for number, graph in enumerate(graphs) for position, node in enumerate(graph["nodes"])]
    products = [(number, position, node["args"]) for number, position, node in nodes if "mul" in node.get("target", "")]
    return [(number, position, key) for number, position, args in products for key, value in args.items() if isinstance(value, float)]


class GraphBreaks(Judge):
    def test_what_a_graph_hands_on_reaches_the_next_one(self) -> None:
        def hand_on_another(graphs: Graphs) -> None:
            nodes = graphs[0]["nodes"]
            results = nodes[-1]["args"]
            handed_on = next(label for label in results if label.startswith("saved:"))
            made_by, _ = results["1"]["%"]
            (results[handed_on],) = nodes[made_by]["args"].values()

        for method in METHODS:
            with self.subTest(method):
                self.assertReplays(self.replays(case("Cut", LEARNED), method))
                self.edit_graphs(hand_on_another)
                report = self.report(case("Cut", LEARNED))
                self.assertEqual(self.verdicts(report), ["same inputs: diverges"])
                self.assertIn("result 0", report["message"])

    def test_the_gradient_of_what_a_joint_graph_takes_is_the_tangent_of_the_one_before(self) -> None:
        def give_another_back(graphs: Graphs) -> None:
            args = graphs[1]["nodes"][-1]["args"]
            first, second = [label for label in args if label.startswith("gradient:joint:")]
            args[first], args[second] = args[second], args[first]

        self.capture(case("Cut", LEARNED), "aot_joint_compile")
        self.edit_graphs(give_another_back)
        report = self.report(case("Cut", LEARNED))
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: gradient of ", report["message"])

    def test_python_between_the_graphs_of_a_program_is_python(self) -> None:
        for factory, method, given in programs("Between", "Recurrent", "Looped", "TwiceCalled", "WritesBetween", "Resized", "Stretched"):
            with self.subTest(factory, method=method):
                self.assertReplays(self.replays(given, method))

    def assertFoundIn(self, given: dict[str, Any], method: str, place: tuple[int, int, str]) -> None:
        """The constant at `place` is wrong by 1e-5."""
        number, position, key = place

        def nudge(graphs: Graphs) -> None:
            graphs[number]["nodes"][position]["args"][key] *= 1.00001

        self.capture(given, method)
        self.edit_graphs(nudge)
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges", report["message"])
        self.assertEqual(report["departure"]["graph"], self.graphs()[number]["name"])

    def test_a_constant_that_is_wrong_by_a_little_is_found_in_any_graph(self) -> None:
        for factory, method, given in programs("WritesBetween"):
            self.capture(given, method)
            places = constants(self.graphs())
            self.assertEqual({number for number, _, _ in places}, {0, 1})
            for place in places:
                with self.subTest(factory, method=method, place=place):
                    self.assertFoundIn(given, method, place)

    def test_a_constant_that_is_wrong_by_a_little_is_found_after_any_python(self) -> None:
        for factory, method, given in programs("Recurrent", "Looped", "TwiceCalled"):
            if (factory == "Looped") == (method == "aot_joint_compile"):
                with self.subTest(factory, method=method):
                    self.capture(given, method)
                    last = constants(self.graphs())[-1]
                    self.assertGreater(last[0], 0)
                    self.assertFoundIn(given, method, last)

    def test_inputs_of_a_region_are_known_by_name(self) -> None:
        def turn(nodes: Nodes) -> None:
            nodes[:3] = nodes[2], nodes[0], nodes[1]
            for position, node in enumerate(nodes):
                node["id"] = position
            for argument in of_target(nodes, "fn:torch._C._nn.linear")["args"].values():
                argument["%"][0] = (argument["%"][0] + 1) % 3

        def name_otherwise(nodes: Nodes) -> None:
            turn(nodes)
            nodes[1]["name"], nodes[2]["name"] = nodes[2]["name"], nodes[1]["name"]

        self.assertReplays(self.replays(case("Between", X), "dynamo", turn))
        self.assertNotEqual(self.replays(case("Between", X), "dynamo", name_otherwise)["verdict"], "replays")

    def test_what_an_optimizer_holds_is_read_where_dynamo_has_it(self) -> None:
        def read_another(graphs: Graphs) -> None:
            state = next(node for graph in graphs for node in graph["nodes"] if node.get("name") == "mean")
            state["name"] = "weight"

        given = case("StepsInside", replay={"policy": ["same_strides", "finite"]})
        report = self.replays(given, "dynamo")
        self.assertEqual(self.verdicts(report)[0], "same inputs: replays")
        read = [node.get("name") for graph in self.graphs() for node in graph["nodes"] if node["kind"] == "input"]
        self.assertIn("mean", read)
        self.edit_graphs(read_another)
        report = self.report(given)
        self.assertEqual(report["verdict"], "fails")
        self.assertRegex(report["message"], "input 0 .*'weight'.*: there the program has")

    def test_a_way_that_is_drawn_is_that_of_the_capture(self) -> None:
        for method in METHODS:
            self.assertReplays(self.replays(case("ByDraw"), method))

    def test_a_function_that_python_calls_before_there_is_any_graph_keeps_its_backward(self) -> None:
        def begin(graphs: Graphs) -> None:
            self.assertEqual(graphs[0].pop("resumes"), "no_graph")

        given = case("GoneAround", {"shape": [4], "requires_grad": True})
        self.assertReplays(self.replays(given, "dynamo"))
        self.edit_graphs(begin)
        self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_regions_that_the_file_does_not_have_or_has_otherwise_are_named(self) -> None:
        def forget(graphs: Graphs) -> None:
            del graphs[1]

        def call_otherwise(graphs: Graphs) -> None:
            state = next(node for node in graphs[1]["nodes"] if node.get("role") == "parameter")
            state["name"] = "linear.wieght"

        def add(graphs: Graphs) -> None:
            graphs.append({**graphs[1], "name": graphs[1]["name"].replace("_1", "_7")})

        def take_from_elsewhere(graphs: Graphs) -> None:
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
                    self.edit_graphs(edit)
                    report = self.report(case("WritesBetween"))
                    self.assertEqual(report["verdict"], "fails")
                    self.assertRegex(report["message"], f"^same inputs: {message}")


if __name__ == "__main__":
    unittest.main()
