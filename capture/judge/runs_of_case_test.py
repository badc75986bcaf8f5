"""runs_of_case_test: runs that the case asks for, other sizes, one tensor in two places, the other mode, tell a capture from its program."""

import functools
import os
import unittest

import torch
import torch.nn.functional as F
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge, X
from assay_python.judge_mutants.edited_capture import case as case_of

case = functools.partial(case_of, of=__file__)


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


class Dropped(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5, self.training)


def expanded():
    """A row given as several, of which only one is in memory."""
    return torch.ones(1, 4).expand(3, 4), torch.randn(3, 4)


class AddsRows(nn.Module):
    def forward(self, rows, x):
        return rows + x


class AddsOnes(nn.Module):
    def forward(self, rows, x):
        return x + 1


class Wants(nn.Module):
    def forward(self, x):
        if x.shape[0] < 3:
            raise ValueError("too few rows")
        return x.sin()


def few_rows():
    return (torch.ones(2, 4),)


def more_rows():
    return (torch.full((5, 4), 0.5),)


class RunsOfCase(Judge):
    def test_a_size_is_baked_guarded_or_followed(self) -> None:
        given = case("Branch", replay={"inputs": ["more_rows"]})
        diverges = self.replays(given, "make_fx")
        self.assertEqual(self.verdicts(diverges)[-1], "replay.inputs[0]: diverges")
        guarded = self.replays(given, "make_fx_symbolic")
        self.assertEqual(guarded["verdict"], "guarded")
        self.assertIn("s0 is 5", guarded["message"])
        self.assertIsNone(guarded["departure"])
        self.assertReplays(self.replays(case("Doubled", replay={"inputs": ["more_rows"]}), "make_fx_symbolic"))

    def test_dynamic_dimensions_get_other_sizes(self) -> None:
        report = self.replays(case("Doubled", dynamic={"0": [0]}), "make_fx_symbolic")
        self.assertEqual(self.verdicts(report)[2:], ["larger sizes: replays", "smaller sizes: replays"])
        self.assertEqual(self.verdicts(self.replays(case("Doubled", dynamic={"0": [0]}), "make_fx"))[2:], [])

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


if __name__ == "__main__":
    unittest.main()
