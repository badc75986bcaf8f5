"""capture_pair_test: how a pair ends whose program cannot run here.

    python capture_pair_test.py ASSAY_CAPTURE
"""

import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "zygote"))
from driven_zygote import Zygote

MODELS = """
import builtins, torch

class Raises(torch.nn.Module):
    def __init__(self, what, says):
        super().__init__()
        self.raised = getattr(builtins, what)(says)

    def forward(self, x):
        raise self.raised
"""
GRAPH = """{"assay_graph": 1, "case": "raises", "method": "make_fx", "device": "cpu", "torch": "2", "python": "3",
 "graphs": [
  {"name": "forward", "nodes": [
   {"id": 0, "kind": "input", "role": "user", "name": "0", "outputs": [{"dtype": "float32", "shape": [3], "stride": [1], "device": "cpu"}]},
   {"id": 1, "kind": "output", "args": {"0": {"%": [0,0]}}}]}]}
"""
OF_ONEDNN = "could not create a primitive descriptor for the matmul primitive. Run workload with .."


class CapturePair(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.models = tempfile.TemporaryDirectory()
        pathlib.Path(cls.models.name, "raises.py").write_text(MODELS, encoding="utf-8")
        cls.zygote = Zygote(sys.argv[1], ["make_fx"])

    @classmethod
    def tearDownClass(cls) -> None:
        cls.zygote.close()
        cls.models.cleanup()

    def ended(self, what: str, says: str, again: bool = False, replay: str = "") -> dict:
        case = {"case": "raises", "factory": "raises.py:Raises", "kwargs": {"what": what, "says": says}, "folder": self.models.name,
                "inputs": [{"shape": [3], "dtype": "float32"}], "train": False}  # fmt: skip
        return self.zygote.run(case, again=again, replay=replay)

    def test_a_kernel_that_onednn_lacks_as_it_is_held_back_here_is_no_failure_of_the_program(self) -> None:
        for again in (False, True):  # in eager's run, which comes first unless what a capture leaves behind is asked for
            ended = self.ended("RuntimeError", OF_ONEDNN, again)
            self.assertEqual((ended["ending"], ended["stage"]), ("unsupported", "capture" if again else "eager"))
            self.assertRegex(ended["message"], "^oneDNN is held to AVX2, so that every machine computes the same, and has no kernel")

    def test_nor_does_a_replay_judge_anything_then(self) -> None:
        file = os.path.join(self.models.name, "graph.json")
        pathlib.Path(file).write_text(GRAPH, encoding="utf-8")
        ended = self.ended("RuntimeError", OF_ONEDNN, replay=file)
        self.assertEqual((ended["ending"], ended["replay"]), ("unsupported", None))
        self.assertRegex(ended["message"], "^oneDNN is held to AVX2")
        ended = self.ended("RuntimeError", "could not create a stream", replay=file)
        self.assertEqual((ended["ending"], ended["replay"]["verdict"]), ("finished", "eager_fails"))

    def test_what_else_raises_is(self) -> None:
        for what, says in (("RuntimeError", "could not create a stream"), ("ValueError", OF_ONEDNN)):
            ended = self.ended(what, says)
            self.assertEqual((ended["ending"], ended["exception"], ended["message"]), ("raised", what, says))

    def test_where_pytorch_lists_its_functions_otherwise_only_a_replay_that_looks_one_up_fails(self) -> None:
        output = '{"id": 1, "kind": "output", "args": {"0": {"%": [0,0]}}}'
        tensor = '"outputs": [{"dtype": "float32", "shape": [3], "stride": [1], "device": "cpu"}]'
        called = '{"id": 1, "kind": "op", "target": "fn:torch.relu", "args": {"input": {"%%": [0,0]}}, %s},\n' % tensor
        files = {"unlisted.py": "import torch.overrides\ntorch.overrides.get_overridable_functions = None\n",
                 "relu.json": GRAPH.replace(output, called + output.replace('"id": 1', '"id": 2').replace("[0,0]", "[1,0]"))}  # fmt: skip
        for name, text in files.items():
            pathlib.Path(self.models.name, name).write_text(text, encoding="utf-8")
        case = {"case": "relu", "factory": "torch.nn:ReLU", "kwargs": {}, "folder": self.models.name,
                "inputs": [{"shape": [3], "dtype": "float32"}], "train": False}  # fmt: skip
        file = os.path.join(self.models.name, "relu.json")
        for preloaded, verdict in (("", "replays"), ("unlisted", "fails")):
            with self.subTest(preloaded), mock.patch.dict(os.environ, ASSAY_PRELOAD=preloaded, PYTHONPATH=self.models.name):
                zygote = Zygote(sys.argv[1], ["make_fx"])
                self.addCleanup(zygote.close)
                self.assertEqual(zygote.run(case)["ending"], "finished")
                replay = zygote.run(case, replay=file)["replay"]
                self.assertEqual(replay["verdict"], verdict, replay)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
