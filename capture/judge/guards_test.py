"""guards_test: a guard excuses a difference only where PyTorch itself refuses the run: that of an exported program, or one of Dynamo's."""

import functools
import unittest
from typing import Any

import torch
from torch import nn

from assay_capture import write_graph_file
from assay_python.judge_mutants.edited_capture import Graphs, Judge, Nodes, X
from assay_python.judge_mutants.edited_capture import case as case_of
from assay_python.methods import export
from assay_python.program.program import Program

case = functools.partial(case_of, of=__file__)
ROWS = {"shape": [4, 3]}
IN_PLACE = {"policy": ["same_strides"]}  # Dynamo guards strides


class OneRow(nn.Module):
    """Another program for one row, of which no guard of the exported program's own module asks."""

    def forward(self, x):
        return x * 2 if x.shape[0] == 1 else x * 3


class ManyRows(nn.Module):
    def forward(self, x):
        return x * 2 if x.shape[0] > 8 else x * 3


class Calls(nn.Module):
    """Counts its calls, of which nothing else hangs, and adds a buffer."""

    def __init__(self):
        super().__init__()
        self.calls = 0
        self.register_buffer("shift", torch.ones(3))

    def forward(self, x):
        self.calls += 1
        return x + self.shift if self.calls < 100 else x


class Keyed(nn.Module):
    """Reads a number of a dictionary with keys that are no names."""

    def __init__(self):
        super().__init__()
        self.sizes = {4: 2.0, "x": 3.0}

    def forward(self, x):
        return x * self.sizes[4] * self.sizes["x"]


def one_row():
    return (torch.full((1, 3), 0.5),)


class Doubled(nn.Module):
    def forward(self, x):
        return x * 2


class TimesRows(nn.Module):
    """Of `y` no operator reads more than the number of its rows."""

    def forward(self, x, y):
        return x * y.shape[0]


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


class PythonCounter(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.calls


class WritesFirst(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x, y):
        x.mul_(2.0)
        return (x + y) * self.weight


def small():
    return (torch.full((3, 4), 0.1),)


def large():
    return (torch.full((3, 4), 0.5),)


def more_rows():
    return (torch.full((5, 4), 0.5),)


class Resumes(nn.Module):
    """Two graphs for Dynamo."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        y = self.linear(x)
        torch._dynamo.graph_break()
        return y.exp() + x


class Guards(Judge):
    def asked(self, given: dict[str, Any]) -> dict[str, Any]:
        """The report on what export makes of `given`, whose own module can be asked."""
        program = Program(given, "cpu", False)
        (captured,) = export.capture(program)
        write_graph_file([captured], program, given, "export", "cpu", self.path)
        return self.report(given, refusal=captured.refusal)

    def test_a_range_that_the_exported_program_does_not_ask_excuses_nothing(self) -> None:
        report = self.asked(case("OneRow", ROWS, dynamic={"0": [0]}, replay={"inputs": ["one_row"]}))
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("which PyTorch does not ask", report["message"])

    def test_a_bound_that_the_exported_program_asks_does(self) -> None:
        report = self.asked(case("ManyRows", ROWS, dynamic={"0": [0]}))
        self.assertEqual(report["verdict"], "guarded")
        self.assertRegex(report["message"], "guard s.* <= 8: s.* is 9")

    def test_both_sides_of_a_bound_are_run(self) -> None:
        report = self.asked(case("ManyRows", ROWS, dynamic={"0": [0]}))
        runs = {run["name"]: run["verdict"] for run in report["runs"]}
        self.assertEqual((runs["size 8"], runs["size 9"]), ("replays", "guarded"))

    def test_a_guard_that_the_file_lost_excuses_nothing(self) -> None:
        given = case("ManyRows", ROWS, dynamic={"0": [0]})
        program = Program(given, "cpu", False)
        (captured,) = export.capture(program)
        captured.guards = []
        for symbol in captured.shape_env.var_to_range:
            captured.shape_env.var_to_range[symbol] = type(captured.shape_env.var_to_range[symbol])(2, 1000)
        write_graph_file([captured], program, given, "export", "cpu", self.path)
        report = self.report(given, refusal=captured.refusal)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("the file does not say so", report["message"])

    def test_a_call_counter_does_not_hide_what_else_is_wrong(self) -> None:
        self.assertReplays(self.replays(case("Calls", ROWS), "dynamo"))

        def bake(nodes: Nodes) -> None:
            (shift,) = [node for node in nodes if node.get("role") == "buffer"]
            from further_runs_test import case_value

            shift.update(role="constant", name="baked", value=case_value(torch.ones(3)))

        self.assertEqual(self.replays(case("Calls", ROWS), "dynamo", bake)["verdict"], "diverges")

    def test_a_guard_that_cannot_be_looked_up_accuses_nobody(self) -> None:
        self.assertReplays(self.replays(case("Keyed", ROWS), "dynamo"))

    def test_a_guard_that_the_captures_own_inputs_break_excuses_nothing(self) -> None:
        self.assertReplays(self.replays(case("Doubled"), "make_fx_symbolic"))
        self.edit_graphs(lambda graphs: graphs[0].update(guards=["s0 < 3"]))
        report = self.report(case("Doubled"))
        self.assertEqual(self.verdicts(report), ["same inputs: diverges"])
        self.assertIn("break its own guard: guard s0 < 3: s0 is 3", report["message"])


class GuardsOfDynamo(Judge):
    def test_a_size_of_a_tensor_that_the_graph_does_not_take_is_bound(self) -> None:
        for inputs, dynamic in (({"shape": [2, 5]}, {"1": [0]}), ({"shape": [6, 2]}, {"1": [0, 1]})):
            given = case("TimesRows", {"shape": [3], "requires_grad": True}, inputs, dynamic=dynamic, replay=IN_PLACE)
            for method in ("dynamo", "aot_joint_compile"):
                with self.subTest(method):
                    report = self.replays(given, method)
                    self.assertReplays(report)
                    self.assertEqual(self.verdicts(report)[2:], ["larger sizes: replays", "smaller sizes: replays"])

    def test_another_size_of_it_is_found(self) -> None:
        def columns(nodes: Nodes) -> None:
            (size,) = [node for node in nodes if node.get("name") == "1.size(0)"]
            size["name"] = "1.size(1)"

        report = self.replays(case("TimesRows", {"shape": [3]}, {"shape": [2, 5]}, dynamic={"1": [0]}), "dynamo", columns)
        self.assertEqual(self.verdicts(report), ["same inputs: diverges"])
        self.assertIn("result 0", report["message"])

    def test_a_branch_that_python_takes_otherwise_is_guarded(self) -> None:
        report = self.replays(case("ByValue", replay={"inputs": ["large", "small"], **IN_PLACE}), "dynamo")
        self.assertEqual(self.verdicts(report)[-2:], ["replay.inputs[0]: replays", "replay.inputs[1]: guarded"])
        self.assertIn("Python goes another way than at capture", report["message"])

    def test_a_number_read_before_the_first_graph_is_guarded(self) -> None:
        def forget(graphs: Graphs) -> None:
            del graphs[0]["resumes"]

        report = self.replays(case("ReadsFirst", replay=IN_PLACE), "dynamo")
        self.assertEqual(self.verdicts(report)[:2], ["same inputs: replays", "fresh values: guarded"])
        self.assertRegex(report["message"], r"guard of .*___stack\d+ == 0.25")
        self.edit_graphs(forget)
        self.assertEqual(self.report(case("ReadsFirst", replay=IN_PLACE))["verdict"], "diverges")

    def test_sizes_that_dynamo_compiles_anew_for_are_guarded(self) -> None:
        for method in ("dynamo", "aot_joint_compile"):
            report = self.replays(case("Resumes", replay={"inputs": ["more_rows", "large"], **IN_PLACE}), method)
            self.assertEqual(self.verdicts(report)[2:], ["replay.inputs[0]: guarded", "replay.inputs[1]: replays"])
            self.assertRegex(report["message"], "guard of .*: .*size")

    def test_an_attribute_that_dynamo_guards_excuses_runs_in_which_it_is_another(self) -> None:
        def forget(graphs: Graphs) -> None:
            del graphs[0]["assumes"]

        def assume_another(graphs: Graphs) -> None:
            graphs[0]["assumes"]["calls"] = 7

        report = self.replays(case("PythonCounter"), "dynamo")
        self.assertEqual(self.verdicts(report), ["same inputs: replays", "fresh values: replays"])  # with the counter put back
        self.edit_graphs(assume_another)
        self.assertEqual(self.verdicts(self.report(case("PythonCounter"))), ["same inputs: diverges"])
        self.edit_graphs(forget)
        self.assertEqual(self.report(case("PythonCounter"))["verdict"], "diverges")

    def test_one_tensor_in_two_places_breaks_a_guard_of_dynamos(self) -> None:
        given = case("WritesFirst", X, X, replay={"alias": [[0, 1]]})
        report = self.replays(given, "aot_joint_compile")
        self.assertEqual(self.verdicts(report)[-1], "replay.alias[0]: guarded")
        self.assertIn('Duplicate tensors found: ["x", "y"]', report["message"])
        self.assertReplays(self.replays(case("WritesFirst", X, X), "aot_joint_compile"))


if __name__ == "__main__":
    unittest.main()
