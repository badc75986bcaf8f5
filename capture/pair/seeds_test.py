"""seeds_test: a captured run draws the same numbers as eager, whatever was drawn for model and inputs.

    python seeds_test.py ASSAY, with the worker's lib/ on PYTHONPATH.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from assay_python.program import seeds

ASSAY = sys.argv[1]
MODEL = '''
import random

import numpy
import torch
from torch import nn

DRAWS = {"torch": lambda: float(torch.rand(())), "python": random.random, "numpy": numpy.random.rand}


class Branches(nn.Module):
    """One branch when it draws `expected`, the other one else; its weights and its input are drawn as well."""

    def __init__(self, kind, expected):
        super().__init__()
        self.linear, self.draw, self.expected = nn.Linear(4, 3), DRAWS[kind], expected

    def forward(self, x):
        y = self.linear(x)
        return y.exp() if self.draw() == self.expected else y.relu()
'''
METHODS = ("dispatch", "native", "native_composite")


def drawn(kind: str, seed: int) -> float:
    """The first number of that kind after seeding with `seed`."""
    made: dict = {}
    exec(compile(MODEL, "model", "exec"), made)
    seeds.start_from(seed)
    return float(made["DRAWS"][kind]())


class Seeds(unittest.TestCase):
    def test_a_capture_takes_the_branch_of_the_draw_that_eager_starts_from_and_of_no_other(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(f"{folder}/models")
            os.makedirs(f"{folder}/golden")
            with open(f"{folder}/models/model.py", "w", encoding="utf-8") as file:
                file.write(MODEL)
            each = [
                {"case": f"drawn/{kind}_{seed}", "kwargs": {"kind": kind, "expected": drawn(kind, seed)}}
                for kind in ("torch", "python", "numpy")
                for seed in (0, 1)
            ]
            with open(f"{folder}/models/drawn.json", "w", encoding="utf-8") as file:
                json.dump({"factory": "model.py:Branches", "inputs": [{"shape": [2, 4]}], "each": each}, file)
            done = subprocess.run(
                [ASSAY, "check", "drawn/*", "--project", folder, "--methods", ",".join(METHODS), "--device", "cpu",
                 "--no-replay", "-j1", "--results", f"{folder}/results"],
                capture_output=True, text=True, check=False)  # fmt: skip
            for one in each:
                for method in METHODS:
                    with self.subTest(f"{one['case']} {method}"):
                        path = f"{folder}/results/graphs/{one['case']}/{method}@cpu.json"
                        self.assertTrue(os.path.exists(path), done.stdout + done.stderr)
                        with open(path, encoding="utf-8") as file:
                            ran = file.read()
                        other = one["case"].endswith("_1")
                        self.assertEqual(("aten.exp.default" in ran, "aten.relu.default" in ran), (not other, other))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
