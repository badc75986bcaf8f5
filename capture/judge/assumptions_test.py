"""assumptions_test: what a capture assumes is held against what the program has: a default is there, None is a value.

A guard of Dynamo's on an argument that the program leaves out met "None", and the capture was blamed.
"""

import json
import os
import unittest
from typing import Any

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Defaults(nn.Module):
    """Arguments that nobody gives: Dynamo guards what they are."""

    def __init__(self) -> None:
        super().__init__()
        self.mode: str | None = None

    def forward(self, x: torch.Tensor, mask: Any = None, is_causal: bool = False, scale: float = 2.0) -> torch.Tensor:
        y = x if mask is None and self.mode is None else -x
        return y * scale if not is_causal else y.tril()


def case() -> dict[str, Any]:
    here = os.path.abspath(__file__)
    return {"case": "test/Defaults", "factory": f"{here}:Defaults", "inputs": [{"shape": [4, 4]}], "folder": FOLDER}


class Assumptions(Judge):
    def assume(self, **assumed: Any) -> None:
        """Changes what the file says that its graph assumes."""
        with open(self.path) as file:
            content = json.load(file)
        content["graphs"][0].setdefault("assumes", {}).update(assumed)
        with open(self.path, "w") as file:
            json.dump(content, file)

    def test_an_argument_that_is_left_out_has_its_default(self) -> None:
        report = self.replays(case(), "dynamo")
        self.assertReplays(report)
        self.assertEqual(self.assumed()["input:kw.is_causal"], False)

    def assumed(self) -> dict[str, Any]:
        with open(self.path) as file:
            return json.load(file)["graphs"][0]["assumes"]

    def test_another_default_and_none_are_told_apart(self) -> None:
        for path, assumed, message in (
            ("input:kw.is_causal", True, "guard input:kw.is_causal == True: it is False"),
            ("input:kw.is_causal", None, "guard input:kw.is_causal == None: it is False"),
            ("input:kw.mask", 1, "guard input:kw.mask == 1: it is None"),
            ("mode", "fast", 'guard mode == "fast": it is None'),
        ):
            with self.subTest(path):
                self.replays(case(), "dynamo")
                self.assume(**{path: assumed})
                self.assertIn(message, self.report(case())["message"])
        self.replays(case(), "dynamo")
        self.assume(**{"mode": None, "input:kw.mask": None, "no.such": None})  # what is not there accuses nobody
        self.assertReplays(self.report(case()))


if __name__ == "__main__":
    unittest.main()
