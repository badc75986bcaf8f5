"""guards_test: a guard excuses a difference only where PyTorch itself refuses the run."""

import unittest
from typing import Any

import torch
from torch import nn

from assay_capture import write_graph_file
from assay_python.methods import dynamo, export
from assay_python.program.program import Program

from judge_test import Judge
from judge_test import case as case_of


def case(factory: str, **keys: Any) -> dict[str, Any]:
    return case_of(factory, {"shape": [4, 3]}, of=__file__, **keys)


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


class Guards(Judge):
    def asked(self, given: dict[str, Any]) -> dict[str, Any]:
        """The report on what export makes of `given`, whose own module can be asked."""
        program = Program(given, "cpu", False)
        (captured,) = export.capture(program)
        write_graph_file([captured], program, given, "export", "cpu", self.path)
        return self.report(given, refusal=captured.refusal)

    def test_a_range_that_the_exported_program_does_not_ask_excuses_nothing(self) -> None:
        report = self.asked(case("OneRow", dynamic={"0": [0]}, replay={"inputs": ["one_row"]}))
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("which PyTorch does not ask", report["message"])

    def test_a_bound_that_the_exported_program_asks_does(self) -> None:
        report = self.asked(case("ManyRows", dynamic={"0": [0]}))
        self.assertEqual(report["verdict"], "guarded")
        self.assertRegex(report["message"], "guard s.* <= 8: s.* is 9")

    def test_both_sides_of_a_bound_are_run(self) -> None:
        report = self.asked(case("ManyRows", dynamic={"0": [0]}))
        runs = {run["name"]: run["verdict"] for run in report["runs"]}
        self.assertEqual((runs["size 8"], runs["size 9"]), ("replays", "guarded"))

    def test_a_guard_that_the_file_lost_excuses_nothing(self) -> None:
        given = case("ManyRows", dynamic={"0": [0]})
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
        self.assertReplays(self.replays(case("Calls"), "dynamo"))

        def bake(nodes: list[dict[str, Any]]) -> None:
            (shift,) = [node for node in nodes if node.get("role") == "buffer"]
            from further_runs_test import case_value

            shift.update(role="constant", name="baked", value=case_value(torch.ones(3)))

        self.assertEqual(self.replays(case("Calls"), "dynamo", bake)["verdict"], "diverges")

    def test_a_guard_that_cannot_be_looked_up_accuses_nobody(self) -> None:
        self.assertReplays(self.replays(case("Keyed"), "dynamo"))


if __name__ == "__main__":
    unittest.main()
