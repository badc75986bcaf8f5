"""python_results_test: results that Dynamo's graphs do not give, or give more than once, are those of Python."""

import functools
import unittest

import torch
import torch.nn.functional as F
from torch import nn

from assay_python.judge_mutants.edited_capture import Graphs, Judge, Nodes, X, of_target
from assay_python.judge_mutants.edited_capture import case as case_of

case = functools.partial(case_of, of=__file__)
METHODS = ("dynamo", "aot_joint_compile")
LEARNED = {**X, "requires_grad": True}
IN_PLACE = {"policy": ["same_strides"]}  # Dynamo guards strides


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


class PythonResults(Judge):
    def test_a_result_that_no_graph_has_is_what_python_gives(self) -> None:
        def triple(nodes: Nodes) -> None:
            next(node for node in nodes if node["kind"] == "op")["args"]["b"] = 3

        given = case("gives_closure", replay=IN_PLACE)
        self.assertReplays(self.replays(given, "dynamo"))
        self.edit(triple)
        self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_result_that_no_joint_graph_has_is_what_python_gives(self) -> None:
        given = case("gives_closure", LEARNED, replay=IN_PLACE)
        self.assertReplays(self.replays(given, "aot_joint_compile"))
        self.edit(lambda nodes: of_target(nodes, "aten.mul.Tensor")["args"].update(other=3))
        self.assertEqual(self.report(given)["verdict"], "diverges")
        report = self.replays(case("gives_made_outside", {"shape": [4]}, replay={"policy": ["same_strides", "finite"]}), "aot_joint_compile")
        self.assertEqual(report["runs"][0]["verdict"], "replays")  # eager itself goes back through it but once

    def test_a_number_that_no_graph_has_is_what_dynamo_gives(self) -> None:
        for method in METHODS:
            with self.subTest(method):
                self.assertReplays(self.replays(case("GivesNumber", LEARNED, replay=IN_PLACE), method))
                report = self.replays(case("GivesNumber", LEARNED, kwargs={"is_same": False}), method)
                self.assertEqual(report["verdict"], "diverges")
                self.assertIn("result 1: eager 1, replay 0", report["message"])

    def test_a_result_that_is_given_twice_is_one_tensor_to_python(self) -> None:
        for kind in ("both", "one", "across", "identity"):
            with self.subTest(kind):
                given = case("GivesTwice", {"shape": [4], "requires_grad": True}, kwargs={"kind": kind}, replay={} if kind == "one" else IN_PLACE)
                self.assertReplaysBy(METHODS, given)
                self.capture(given, "dynamo")
                self.edit(lambda nodes: of_target(nodes, "fn:operator.mul").update(target="fn:operator.truediv"))
                self.assertEqual(self.report(given)["verdict"], "diverges")

    def test_a_result_that_is_the_new_tensor_of_a_buffer_is_both(self) -> None:
        def forget(graphs: Graphs) -> None:
            output = graphs[-1]["nodes"][-1]
            del output["args"]["replacement:seen"]
            del output["results"]["replacement:seen"]

        for method in METHODS:
            for broken, verdict, message in (
                (False, "diverges", "writing into result 0 changes buffer seen in eager"),
                (True, "fails", "results, the program's region"),
            ):
                with self.subTest(method=method, broken=broken):
                    given = case("GivesBuffer", kwargs={"broken": broken}, replay=IN_PLACE if broken else {})
                    self.assertReplays(self.replays(given, method))
                    self.edit_graphs(forget)
                    report = self.report(given)
                    self.assertEqual(report["verdict"], verdict)
                    self.assertIn(message, report["message"])

    def test_a_result_that_is_another_once_more_is_that_tensor_for_what_follows(self) -> None:
        def give_the_input(nodes: Nodes) -> None:
            nodes[-1]["args"]["saved:1"] = {"%": [1, 0]}

        self.assertReplays(self.replays(case("Twice", LEARNED), "dynamo"))
        given = case("Twice", LEARNED, replay=IN_PLACE)
        self.assertReplays(self.replays(given, "aot_joint_compile"))
        self.edit(give_the_input)
        report = self.report(given)
        self.assertEqual(report["verdict"], "fails")
        self.assertIn("result 1 is result 0 in the program, and another tensor in the file", report["message"])


if __name__ == "__main__":
    unittest.main()
