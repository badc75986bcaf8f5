"""preload_test: after `preload`, forked children import nothing more for their method. A missing name is reported.

    python preload_test.py [report [--without NAME] [--ask-cuda] [--method METHOD]]

`report` prints a line per child that imported anything (method, model, modules), started with several threads, or
cannot use CUDA because its parent queried it. The exit status is 1 if there is any. `--without`
drops a name from the list and `--ask-cuda` queries CUDA, to make the check fail.
"""

import argparse
import os
import subprocess
import sys
import unittest

import torch

from assay_capture import METHODS
from assay_python.zygote import preload


class _Log:
    """Replaces the C++ recorder."""

    def input(self, *_: object) -> None: ...
    def before_write(self, *_: object) -> None: ...
    def call(self, *_: object) -> None: ...
    def result(self, *_: object) -> None: ...


def _cases() -> list[dict]:
    """Cases with convolutions, normalisation, attention, recurrence and embeddings."""
    tokens = {"shape": [2, 5], "dtype": "int64", "high": 7}
    described = [
        ("Conv2d", {"in_channels": 3, "out_channels": 4, "kernel_size": 3}, {"shape": [2, 3, 8, 9]}),
        ("BatchNorm1d", {"num_features": 5}, {"shape": [4, 5], "requires_grad": True}),
        ("TransformerEncoderLayer", {"d_model": 8, "nhead": 2, "dim_feedforward": 6}, {"shape": [2, 5, 8]}),
        ("LSTM", {"input_size": 4, "hidden_size": 3}, {"shape": [2, 5, 4]}),
        ("Embedding", {"num_embeddings": 7, "embedding_dim": 3}, tokens),
    ]
    return [
        {"case": name, "factory": f"torch.nn:{name}", "kwargs": kwargs, "inputs": [entry], "folder": "."}
        for name, kwargs, entry in described
    ]


def _child(case: dict, method: str) -> None:
    """Captures in this forked process and prints violations."""
    before = set(sys.modules)
    threads = len(os.listdir("/proc/self/task"))  # capturing may start threads, a parent may not
    modules = sys.modules
    failure = ""
    try:
        program = modules["assay_python.program.program"].Program(case, "cpu", False)
        if method == "eager":
            modules["assay_python.program.eager"].run(program)
        elif method == "dispatch":
            modules["assay_python.methods.dispatch"].record(program, _Log())
        else:
            modules[f"assay_python.methods.{method}"].capture(program)
    except Exception as raised:  # a failed capture does not matter here
        failure = f" after {type(raised).__name__}"
    new = sorted(set(sys.modules) - before)
    asked = torch.cuda._is_in_bad_fork()
    if new or threads != 1 or asked:
        cuda = ", its parent asked for CUDA" if asked else ""
        print(f"{method} {case['case']}{failure}: {threads} thread(s), imported {' '.join(new)}{cuda}", flush=True)
        os._exit(1)
    os._exit(0)


def _without(name: str) -> None:
    preload.NAMES = tuple(each for each in preload.NAMES if each != name)
    preload.COMPILERS = tuple(each for each in preload.COMPILERS if each != name)
    preload.NAMES_OF = {method: tuple(each for each in names if each != name) for method, names in preload.NAMES_OF.items()}


def _children_of(method: str) -> int:
    """The number of the method's children with violations. Its imports stay in a separate process."""
    zygote = os.fork()
    if zygote != 0:
        return os.waitstatus_to_exitcode(os.waitpid(zygote, 0)[1])
    if method != "eager":
        preload.for_method(method)
    bad = 0
    for case in _cases():
        child = os.fork()
        if child == 0:
            _child(case, method)
        bad += os.waitpid(child, 0)[1] != 0
    os._exit(bad)


def report(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", default="")
    parser.add_argument("--ask-cuda", action="store_true")
    parser.add_argument("--method", action="append", choices=("eager", *METHODS))
    options = parser.parse_args(arguments)
    _without(options.without)
    preload.modules()
    if options.ask_cuda:
        torch.cuda.is_available()
    return 1 if sum(_children_of(method) for method in options.method or ("eager", *METHODS)) else 0


class Preload(unittest.TestCase):
    def check(self, *arguments):
        command = [sys.executable, os.path.abspath(__file__), "report", *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def test_a_forked_child_imports_nothing_new_and_a_dropped_name_is_reported(self):
        self.assertTrue(METHODS)
        complete = self.check()
        self.assertEqual((complete.returncode, complete.stdout), (0, ""))
        lacking = self.check("--without", "torch.export._trace", "--method", "make_fx_symbolic")
        self.assertEqual(lacking.returncode, 1)
        self.assertIn("torch.export._trace", lacking.stdout)
        lacking = self.check("--without", "torch._inductor.pattern_matcher", "--method", "aot_min_cut")
        self.assertEqual(lacking.returncode, 1)

    def test_a_parent_that_asked_for_cuda_is_reported(self):
        asked = self.check("--ask-cuda", "--method", "eager")
        self.assertEqual(asked.returncode, 1)
        self.assertIn("imported , its parent asked for CUDA", asked.stdout)


if __name__ == "__main__":
    sys.exit(report(sys.argv[2:]) if sys.argv[1:2] == ["report"] else unittest.main())
