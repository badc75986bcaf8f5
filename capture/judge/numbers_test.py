"""numbers_test: a number or text of Python's among the inputs is another one in a run of its own."""

import functools
import json
import unittest
from typing import Any

import torch
from torch import nn

from assay_capture import write_graph_file
from assay_python.judge_mutants.edited_capture import Judge, of_target
from assay_python.judge_mutants.edited_capture import case as case_of
from assay_python.methods import export
from assay_python.program.program import Program

TRACERS = ("make_fx", "make_fx_plain", "aot", "aot_joint", "dispatch", "native")


def case(factory: str, **keys: Any) -> dict[str, Any]:
    return case_of(factory, of=__file__, inputs=[], **keys)


class Scales(nn.Module):
    """By a number that is an input."""

    def forward(self, x, factor):
        return x * factor


def scales():
    return Scales(), (torch.randn(3, 4, requires_grad=True), 2.0)


class Turns(nn.Module):
    def forward(self, x, turned):
        return -x if turned else x * 2


def turns():
    return Turns(), ((torch.randn(3, 4),), {"turned": False})


def handed_on(forward):
    """As a library wraps what its models do."""

    @functools.wraps(forward)
    def wrapper(self, *args, **kwargs):
        return forward(self, *args, **kwargs)

    return wrapper


class Wrapped(Turns):
    forward = handed_on(Turns.forward)


def wrapped():
    return Wrapped(), ((torch.randn(3, 4),), {"turned": False})


class Sums(nn.Module):
    """By the numbers of a list, and a mode."""

    def forward(self, x, numbers, mode="plain"):
        y = x * numbers[0] + numbers[1]
        return y if mode == "plain" else -y


def sums():
    return Sums(), ((torch.randn(3, 4, requires_grad=True), [2, 3]), {"mode": "plain"})


class Checks(nn.Module):
    """Takes two, and nothing else."""

    def forward(self, x, count):
        if count != 2:
            raise ValueError("not two")
        return x * count


def checks():
    return Checks(), (torch.randn(3, 4), 2)


class Ignores(nn.Module):
    def forward(self, x, factor):
        return x * 2


def ignores():
    return Ignores(), (torch.randn(3, 4, requires_grad=True), 2.0)


def doubles(nodes: list[dict[str, Any]]) -> None:
    """The number becomes a constant where it is read."""
    of_target(nodes, "fn:operator.mul")["args"]["b"] = 2.0


class Numbers(Judge):
    def run_with(self, report: dict[str, Any], name: str) -> dict[str, Any]:
        (run,) = [run for run in report["runs"] if run["name"] == f"another {name}"]
        return run

    def findings(self, report: dict[str, Any]) -> list[str]:
        return [finding["message"] for finding in report["findings"] if finding["kind"] == "specialised"]

    def test_a_number_that_a_tracer_makes_a_constant_is_told_and_is_no_error(self) -> None:
        for method in TRACERS:
            with self.subTest(method):
                report = self.replays(case("scales"), method)
                self.assertReplays(report)
                self.assertIn("input 1: is 2.5, the capture has 2.0", self.run_with(report, "1")["left_out"])
                self.assertEqual(self.findings(report), ["input 1: is 2.5, the capture has 2.0"])

    def test_a_number_on_which_nothing_hangs_is_not_told(self) -> None:
        for method in TRACERS:
            with self.subTest(method):
                self.assertEqual(self.findings(self.replays(case("ignores"), method)), [])

    def test_numbers_of_a_list_and_texts_are_tried_one_by_one(self) -> None:
        for method in ("make_fx", "native", "export", "dynamo"):
            with self.subTest(method):
                report = self.replays(case("sums"), method)
                self.assertReplays(report)
                left_out = [self.run_with(report, name)["left_out"] for name in ("1.0", "1.1", "kw.mode")]
                self.assertTrue(all(left_out))
                self.assertEqual(len(self.findings(report)), 1 if method in TRACERS else 0)

    def test_a_number_that_a_graph_takes_is_tried(self) -> None:
        report = self.replays(case("scales"), "symbolic_trace")
        self.assertReplays(report)
        self.assertEqual(self.run_with(report, "1")["left_out"], "")
        self.assertEqual(self.findings(report), [])

    def test_a_number_that_a_graph_takes_and_does_not_read_diverges(self) -> None:
        report = self.replays(case("scales"), "symbolic_trace", doubles)
        self.assertEqual((report["verdict"], report["runs"][-1]["name"]), ("diverges", "another 1"))

    def test_a_number_that_eager_does_not_take_is_left_out(self) -> None:
        report = self.replays(case("checks"), "make_fx")
        self.assertReplays(report)
        self.assertIn("not two", self.run_with(report, "1")["left_out"])

    def test_what_dynamo_guards_is_its_guard(self) -> None:
        for factory in ("turns", "wrapped"):
            with self.subTest(factory):
                report = self.replays(case(factory), "dynamo")
                self.assertIn(report["verdict"], ("replays", "guarded"))
                self.assertIn("guard", self.run_with(report, "kw.turned")["left_out"])
                self.assertEqual(self.findings(report), [])

    def test_what_a_file_of_dynamo_no_longer_assumes_diverges(self) -> None:
        self.capture(case("turns"), "dynamo")
        with open(self.path) as file:
            content = json.load(file)
        del content["graphs"][0]["assumes"]["input:kw.turned"]
        with open(self.path, "w") as file:
            json.dump(content, file)
        self.assertEqual(self.report(case("turns"))["verdict"], "diverges")

    def test_what_an_exported_program_refuses_is_its_guard(self) -> None:
        given = case("turns")
        program = Program(given, "cpu", False)
        (captured,) = export.capture(program)
        write_graph_file([captured], program, given, "export", "cpu", self.path)
        report = self.report(given, refusal=captured.refusal)
        self.assertReplays(report)
        self.assertNotEqual(self.run_with(report, "kw.turned")["left_out"], "")
        self.assertEqual(self.findings(report), [])
        self.assertEqual(self.report(given, refusal=lambda args, kwargs: "")["verdict"], "diverges")


if __name__ == "__main__":
    unittest.main()
