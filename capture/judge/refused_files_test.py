"""refused_files_test: a file that is no graph of the program fails, and the message names the place."""

import functools
import unittest
from typing import Any

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge, Nodes, of_target
from assay_python.judge_mutants.edited_capture import case as case_of

case = functools.partial(case_of, of=__file__)


class Difference(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.arange(4.0) / 3)

    def forward(self, x):
        return torch.exp(x - self.weight)


class Pair(nn.Module):
    def forward(self, x):
        return {"sine": x.sin(), "cosine": x.cos()}


class RefusedFiles(Judge):
    def fails(self, given: dict[str, Any], message: str) -> None:
        report = self.report(given)
        self.assertEqual((report["verdict"], report["message"], report["runs"]), ("fails", message, report["runs"]))

    def test_a_missing_weight_is_named(self) -> None:
        def rename(nodes: Nodes) -> None:
            nodes[0]["name"] = "wieght"

        self.capture(case("Difference", {"shape": [4]}), "make_fx")
        self.edit(rename)
        self.fails(
            case("Difference", {"shape": [4]}),
            "same inputs: forward: input 0 (parameter 'wieght'): the case's program has no such parameter; "
            "it has 'weight'",
        )

    def test_a_weight_of_another_shape_is_named(self) -> None:
        def widen(nodes: Nodes) -> None:
            nodes[0]["outputs"][0].update({"shape": [5], "stride": [1]})

        self.capture(case("Difference", {"shape": [4]}), "make_fx")
        self.edit(widen)
        self.fails(
            case("Difference", {"shape": [4]}),
            "same inputs: forward: input 0 (parameter 'weight'): the file says float32[5], the case gives float32[4]",
        )

    def test_a_file_that_is_no_graph_is_told_and_nothing_crashes(self) -> None:
        with open(self.path, "w") as file:
            file.write("{")
        report = self.report(case("Pair"))
        self.assertEqual((report["verdict"], report["runs"]), ("fails", []))
        self.assertIn("graph.json", report["message"])

    def test_an_unknown_operator_is_named_with_its_node(self) -> None:
        def invent(nodes: Nodes) -> None:
            of_target(nodes, "aten.sin.default")["target"] = "aten.sinus.default"

        self.capture(case("Pair"), "make_fx")
        self.edit(invent)
        report = self.report(case("Pair"))
        self.assertEqual(report["verdict"], "fails")
        self.assertIn("aten.sinus.default", report["message"])


if __name__ == "__main__":
    unittest.main()
