"""capture_pair_test: the ending of a pair whose program cannot run here.

    python capture_pair_test.py ASSAY_CAPTURE
"""

import os
import pathlib
import signal
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


class Refused(torch.nn.Module):
    '''One kernel that says what oneDNN says.'''

    def __init__(self, operator, says):
        super().__init__()
        self.operator, self.library = operator, torch.library.Library("aten", "IMPL")
        def refuse(*args, **kwargs):
            raise RuntimeError(says)
        self.library.impl(operator, refuse, "CPU", allow_override=True)

    def forward(self, x):
        if self.operator == "mm":
            return x @ x
        whole, one = torch.ones(16, 16).to(torch.float8_e4m3fn), torch.ones(())
        return torch._scaled_mm(whole, whole.t(), scale_a=one, scale_b=one, out_dtype=torch.float32) + x[0, 0]
"""
# Each kills its process in one stage.
KILLED = """
import itertools, os, platform, signal, torch

calls = itertools.count(1)

def kill(*ignored):
    os.kill(os.getpid(), signal.SIGSEGV)

class Killed(torch.nn.Module):
    def __init__(self, call):
        super().__init__()
        self.call = call
        if call == 0:
            kill()

    def forward(self, x):
        if next(calls) == self.call:
            kill()
        return x * 2

class KilledInWrite(torch.nn.Module):
    def __init__(self):
        super().__init__()
        platform.python_version = kill

    def forward(self, x):
        return x * 2

class Compared:
    '''Asked for the first time when two runs of eager are compared.'''
    __eq__ = kill

class KilledInEagersComparison(torch.nn.Module):
    def forward(self, x):
        return x * 2, Compared()

class Note(str):
    __eq__ = kill
    __hash__ = str.__hash__

class KilledInComparison(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.note = Note("note")

    def forward(self, x):
        self.note = Note("another")
        return x * 2
"""
GRAPH = """{"assay_graph": 1, "case": "raises", "method": "make_fx", "device": "cpu", "torch": "2", "python": "3",
 "graphs": [
  {"name": "forward", "nodes": [
   {"id": 0, "kind": "input", "role": "user", "name": "0", "outputs": [{"dtype": "float32", "shape": [3], "stride": [1], "device": "cpu"}]},
   {"id": 1, "kind": "output", "args": {"0": {"%": [0,0]}}}]}]}
"""
OF_ONEDNN = "could not create a primitive descriptor for the matmul primitive. Run workload with .."
HELD_BACK = "^oneDNN is held to AVX2, so that every machine computes the same, and has no kernel for the float8 product"


class CapturePair(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.models = tempfile.TemporaryDirectory()
        pathlib.Path(cls.models.name, "raises.py").write_text(MODELS, encoding="utf-8")
        pathlib.Path(cls.models.name, "killed.py").write_text(KILLED, encoding="utf-8")
        cls.zygote = Zygote(sys.argv[1], ["make_fx", "dispatch"])

    @classmethod
    def tearDownClass(cls) -> None:
        cls.zygote.close()
        cls.models.cleanup()

    def ended(self, what: str, says: str, again: bool = False, replay: str = "") -> dict:
        case = {"case": "raises", "factory": "raises.py:Raises", "kwargs": {"what": what, "says": says}, "folder": self.models.name,
                "inputs": [{"shape": [3], "dtype": "float32"}], "train": False}  # fmt: skip
        return self.zygote.run(case, again=again, replay=replay)

    def refused(self, operator: str, says: str = OF_ONEDNN, again: bool = False, replay: str = "") -> dict:
        case = {"case": "raises", "factory": "raises.py:Refused", "kwargs": {"operator": operator, "says": says}, "folder": self.models.name,
                "inputs": [{"shape": [3, 3], "dtype": "float32"}], "train": False}  # fmt: skip
        return self.zygote.run(case, method="dispatch" if again else "make_fx", again=again, replay=replay)

    def test_a_float8_product_that_onednn_lacks_as_it_is_held_back_here_is_no_failure_of_the_program(self) -> None:
        for again in (False, True):  # in eager's run, which comes first unless a check of side effects is requested
            ended = self.refused("_scaled_mm", again=again)
            self.assertEqual((ended["ending"], ended["stage"]), ("unsupported", "capture" if again else "eager"), ended["traceback"])
            self.assertRegex(ended["message"], HELD_BACK)

    def test_what_else_onednn_refuses_is(self) -> None:
        for operator, says in (("mm", OF_ONEDNN), ("_scaled_mm", "could not create a primitive descriptor for the convolution primitive")):
            ended = self.refused(operator, says)
            self.assertEqual((ended["ending"], ended["stage"], ended["message"]), ("raised", "eager", says))

    def test_nor_does_a_replay_judge_anything_then(self) -> None:
        file = os.path.join(self.models.name, "graph.json")
        pathlib.Path(file).write_text(GRAPH.replace("[3]", "[3, 3]").replace('"stride": [1]', '"stride": [3, 1]'), encoding="utf-8")
        ended = self.refused("_scaled_mm", replay=file)
        self.assertEqual((ended["ending"], ended["replay"]), ("unsupported", None))
        self.assertRegex(ended["message"], HELD_BACK)
        ended = self.refused("mm", replay=file)
        self.assertEqual((ended["ending"], ended["replay"]["verdict"]), ("finished", "eager_fails"))

    def killed(self, factory: str, **kwargs: int) -> tuple[str, str, int]:
        case = {"case": "killed", "factory": f"killed.py:{factory}", "kwargs": kwargs, "folder": self.models.name,
                "inputs": [{"shape": [3], "dtype": "float32"}], "train": False}  # fmt: skip
        ended = self.zygote.run(case, method="dispatch", judged=True)
        return ended["ending"], ended["stage"], ended["signal"]

    def test_whatever_ends_the_process_is_told_with_the_stage_that_it_came_to(self) -> None:
        calls = {"load": 0, "eager": 2, "capture": 3, "replay": 4}  # eager runs twice, then the capture, then the replay's eager
        for stage, call in calls.items():
            with self.subTest(stage):
                self.assertEqual(self.killed("Killed", call=call), ("died", stage, signal.SIGSEGV))
        self.assertEqual(self.killed("Killed", call=99), ("finished", "compare", 0))
        self.assertEqual(self.killed("KilledInWrite"), ("died", "write", signal.SIGSEGV))
        self.assertEqual(self.killed("KilledInEagersComparison"), ("died", "compare", signal.SIGSEGV))
        self.assertEqual(self.killed("KilledInComparison"), ("died", "compare", signal.SIGSEGV))

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
