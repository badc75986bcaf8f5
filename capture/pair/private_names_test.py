"""private_names_test: a worker whose PyTorch lacks a private name starts. Only pairs that need the name are
unsupported.

    python private_names_test.py ASSAY_CAPTURE [NAME]..

NAMEs, such as torch._ops.HigherOrderOperator, replace those below.
"""

import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import torch

from assay_capture import METHODS
from assay_python import torch_private as private

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "zygote"))
from driven_zygote import Zygote

CASE = {"case": "linear", "factory": "torch.nn:Linear", "kwargs": {"in_features": 3, "out_features": 2},
        "inputs": [{"shape": [4, 3]}], "folder": "."}
# A module imported by the worker, which removes NAME from the start.
LACKING = """
import os
from assay_python import torch_private

find = torch_private._found

def found(row):
    if row.name == os.environ["LACKING"]:
        raise AttributeError(row.name)
    return find(row)

torch_private._found = found
"""
NAMES = ["torch._ops.HigherOrderOperator", "torch.utils._pytree.tree_map"]


class PrivateNames(unittest.TestCase):
    def ends(self, name):
        """For each method in a worker that lacks `name`: the pair's verdict, or the reason why it is unsupported."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "lacking.py").write_text(LACKING)
            there = {"ASSAY_PRELOAD": "lacking", "LACKING": name, "PYTHONPATH": f"{folder}:{os.environ['PYTHONPATH']}"}
            with mock.patch.dict(os.environ, there):
                zygote = Zygote(PROGRAM, list(METHODS))
            try:
                ended = {method: zygote.run(CASE, method, judged=True) for method in METHODS}
            finally:
                zygote.close()
        return {method: end["message"] if end["ending"] == "unsupported" else end["replay"]["verdict"] for method, end in ended.items()}

    def test_a_pair_is_unsupported_where_its_method_needs_the_name(self):
        self.assertTrue(NAMES)
        for name in NAMES:
            row = next(row for row in private.TABLE if row.name == name)
            reason = f"needs {name}, which PyTorch {torch.__version__} lacks: {row.lost}"
            needs = lambda method: row.users == private.ALL or method in row.users
            with self.subTest(name):
                self.assertEqual(self.ends(name), {method: reason if needs(method) else "replays" for method in METHODS})


if __name__ == "__main__":
    PROGRAM, *given = sys.argv[1:]
    NAMES = given or NAMES
    unittest.main(argv=sys.argv[:1])
