"""refused_test: whether the loss of a guard shows, on small programs and their graphs.

`refused_test.py ASSAY`.
"""

import os
import pathlib
import sys
import tempfile
import unittest
from typing import Any

import torch
from torch import nn

import refused
from oracle import Known
from oracle_test import module

HERE = os.path.abspath(__file__)
RIGHT = 'graph forward\nsymbol s0 hint=4 lower=2\n%0 = input user "0" : f32[s0]\n%1 = aten.FUNCTION.default(self=%0) : f32[s0]\noutput "0"=%1\n'


class Wide(nn.Module):
    """Computes another function for inputs with few elements."""

    calls, slope = 0, 1.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x.sin() if x.shape[0] > 1 else x.cos()


def document(lower: int, **assumes: Any) -> dict[str, Any]:
    tensor = {"dtype": "float32", "shape": [{"sym": "s0"}], "stride": [1], "device": "cpu"}
    node = {"id": 0, "kind": "input", "role": "user", "name": "0", "outputs": [tensor]}
    return {"graphs": [{"name": "forward", "symbols": [{"name": "s0", "hint": 4, "lower": lower}], "assumes": assumes, "nodes": [node]}]}


class Refused(unittest.TestCase):
    assay = ""

    def shown(self, right: dict[str, Any], wrong: dict[str, Any], function: str = "sin") -> str:
        case = {"case": "test/wide", "factory": f"{HERE}:Wide", "inputs": [{"shape": [4]}], "folder": os.path.dirname(HERE)}
        with tempfile.TemporaryDirectory() as scratch:
            made = module(self.assay, pathlib.Path(scratch), "right", RIGHT.replace("FUNCTION", function))
            return refused.what_shows(case, made, Known({}, set(), False), right, wrong)

    def test_a_lost_bound_shows_where_the_program_does_something_else(self) -> None:
        self.assertEqual(self.shown(document(2), document(1)), "s0 = 1: result 0 is another")
        self.assertEqual(self.shown(document(3), document(2)), "")
        self.assertEqual(self.shown(document(2), document(1), "cos"), "")

    def test_a_lost_assumption_shows_where_the_program_changes_the_attribute(self) -> None:
        self.assertEqual(self.shown(document(2, slope=1.0), document(2)), "")
        self.assertEqual(self.shown(document(2, calls=0), document(2)), "calls: the program changes it")


if __name__ == "__main__":
    Refused.assay = sys.argv[1]
    unittest.main(argv=sys.argv[:1])
