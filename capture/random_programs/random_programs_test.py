"""random_programs_test: random programs, captured by each method. Captures must replay; every failure needs a rule.

    python random_programs_test.py ASSAY [--first SEED] [--count N] [--methods M,..] [--keep DIR]    with the worker's lib/ on PYTHONPATH

`native` and `dispatch` record real runs and may never diverge. The twin of a program has another factor: the
program's capture is replayed against its twin, and must diverge.
"""

import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
from dataclasses import dataclass
from typing import Any

import torch
from torch.utils import _pytree

from random_program import INPUTS, RandomProgram, random_program

RECORDERS = ("native", "dispatch")
METHODS = "native,dispatch,native_composite,symbolic_trace,make_fx,make_fx_grad,aot_joint,aot_joint_compile,export,dynamo"


@dataclass
class Rule:
    """A permitted failure of methods on programs with a feature ("" for all programs), with the reason."""

    methods: str
    feature: str
    outcome: str
    message: str
    reason: str

    def holds(self, program: RandomProgram, row: dict[str, Any]) -> bool:
        return (
            re.fullmatch(self.methods, row["method"]) is not None
            and (not self.feature or self.feature in program.features)
            and row["outcome"] == self.outcome
            and re.search(self.message, f"{row['exception']}: {row['message']}") is not None
        )


_TRACERS = "make_fx.*|aot_joint|export"
RULES: list[Rule] = [
    Rule(".*", "value", "raises", "data-dependent|DataDependentOutput|tracing tensor|control flow|float\\(\\) argument|Data-dependent", "a value decides in Python"),
    Rule("(?!dynamo|aot_joint_compile).*", "value", "diverges", "in run .(?!same)", "the graph has the value, or the branch, of the run that was traced"),
    Rule("(?!dynamo|aot_joint_compile).*", "count", "diverges", "in run .(?!same)", "the graph has the number that Python counted to"),
    Rule("aot_joint", "count", "diverges", "same inputs", "aot_function runs the program twice, and Python counts twice"),
    Rule(f"{_TRACERS}|symbolic_trace", "rebinding", "diverges", "", "a buffer that is replaced is none of the method's results"),
    Rule("symbolic_trace", "write", "raises", "item assignment", "FX has no proxy for an item that is assigned"),
    Rule("symbolic_trace", "state", "raises", "item assignment", "FX has no proxy for an item that is assigned"),
    Rule("symbolic_trace", "state", "diverges", "", "FX runs what is done to a buffer alone while it traces, once"),
    Rule("aot_joint_compile", "draw", "diverges", "", "a draw whose result nobody uses is taken from the graph, and those after it draw other numbers"),
    Rule("make_fx_grad", "checkpoint", "diverges", "in run .(?!same)", "functional_call has taken the weights back when the recomputation asks for them"),
    Rule("symbolic_trace", "mode", "diverges", "", "FX does not see the modes in which a program runs"),
    Rule("symbolic_trace", "mode", "replay_fails", "modified by an inplace operation", "FX does not see that a write runs without gradients"),
    Rule("symbolic_trace", "draw", "diverges", "in run .(?!same)", "FX runs what no input reaches, as randperm, while it traces, once"),
    Rule("make_fx_grad|aot_joint.*", "mode", "diverges", "batch_norm.*expected bfloat16.*found float32", "the fake kernel of batch norm promises statistics in the type of the input, the CPU's gives float32"),
    Rule("aot_joint.*", "write", "raises", "tensor being mutated that has internal overlap", "functionalization refuses what eager allows"),
    Rule("aot_joint_compile|dynamo", "value", "diverges", "same inputs", "the graph has a number that is rounding alone, and float64 another"),
    Rule("symbolic_trace", "", "raises", "cannot be iterated", "the program iterates over a tensor, which FX has a proxy for"),
    Rule("aot_joint.*", "", "unsupported", "no result requires a gradient", "there is no joint graph"),
    Rule("symbolic_trace", "", "raises", "used as inputs to control flow", "a branch hangs on a tensor"),
]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--methods", default=METHODS)
    parser.add_argument("--keep", help="a folder for programs and results")
    return parser.parse_args()


def write_project(folder: str, programs: list[RandomProgram]) -> None:
    """Writes each program to a file, beside a case file with all of them."""
    os.makedirs(f"{folder}/models/random", exist_ok=True)
    os.makedirs(f"{folder}/golden", exist_ok=True)
    for program in programs:
        with open(f"{folder}/models/random/p{program.seed}.py", "w", encoding="utf-8") as file:
            file.write(program.source())
    each = [{"case": f"random/{program.seed}", "factory": f"p{program.seed}.py:Program"} for program in programs]
    with open(f"{folder}/models/random/random.json", "w", encoding="utf-8") as file:
        json.dump({"devices": ["cpu"], "inputs": INPUTS, "each": each}, file)


def check(folder: str, *rest: str) -> list[dict[str, Any]]:
    """The records of all pairs."""
    done = subprocess.run(
        [OPTIONS.assay, "check", "--project", folder, "--methods", OPTIONS.methods, "--device", "cpu", "--results", f"{folder}/results", *rest],
        stdout=subprocess.PIPE, text=True, check=False)  # fmt: skip
    path = f"{folder}/results/results.jsonl"
    if not os.path.exists(path):
        raise AssertionError(done.stdout)
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def same_values(source: str, twin: str) -> bool:
    """Whether two programs have equal results. A program may overwrite the value that differs."""
    given = []
    for text in (source, twin):
        names: dict[str, Any] = {"__name__": "random_program"}
        exec(compile(text, "<program>", "exec"), names)  # noqa: S102
        torch.manual_seed(0)
        model = names["Program"]()
        torch.manual_seed(1)
        leaves = _pytree.tree_leaves(model(*(torch.randint(3, (3,)) if "dtype" in entry else torch.randn(entry["shape"]) for entry in INPUTS)))
        given.append([leaf for leaf in leaves if isinstance(leaf, torch.Tensor)])
    return all(map(torch.equal, *given))


class RandomPrograms(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        warnings.simplefilter("ignore")
        cls.folder = OPTIONS.keep or tempfile.mkdtemp()
        if not OPTIONS.keep:
            cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.programs = {f"random/{seed}": random_program(seed) for seed in range(OPTIONS.first, OPTIONS.first + OPTIONS.count)}
        write_project(cls.folder, list(cls.programs.values()))
        cls.rows = check(cls.folder)

    def test_what_is_captured_replays_and_what_is_not_has_a_stated_rule(self) -> None:
        self.assertEqual(len(self.rows), len(self.programs) * len(OPTIONS.methods.split(",")))
        counted: collections.Counter[str] = collections.Counter()
        for row in self.rows:
            rule = next((rule for rule in RULES if rule.holds(self.programs[row["case"]], row)), None)
            counted[f"{row['method']:20} {row['outcome']:12} {rule.reason if rule else ''}"] += 1
            if row["outcome"] not in ("captured", "guarded") and rule is None:
                with self.subTest(row["case"], method=row["method"]):
                    self.fail(f"{row['outcome']}: {row['exception']}: {row['message'][:600]}\n{self.programs[row['case']].source()}")
        print("\n".join(f"{count:5} {what}" for what, count in sorted(counted.items())))

    def test_a_program_with_another_first_operator_is_found_to_be_another(self) -> None:
        found = 0
        for case, program in self.programs.items():
            graph = f"{self.folder}/results/graphs/{case}/native@cpu.json"
            source = f"{self.folder}/models/random/p{program.seed}.py"
            twin = program.source().replace("v0 = self.linear(x)", "v0 = self.linear(x) * 1.001", 1)
            is_read = re.search(r"\bv0\b", program.results) is not None
            if not os.path.exists(graph) or not is_read or same_values(program.source(), twin):
                continue
            with open(source, "w", encoding="utf-8") as file:
                file.write(twin)
            done = subprocess.run(
                [OPTIONS.assay, "replay", graph, "--project", self.folder, "--case", case, "--json"], capture_output=True, text=True, check=False)  # fmt: skip
            with open(source, "w", encoding="utf-8") as file:
                file.write(program.source())
            with self.subTest(case):
                self.assertEqual(json.loads(done.stdout)["outcome"], "diverges", done.stdout + done.stderr)
            found += 1
        self.assertGreater(found, 0)

    def test_recorders_never_part_from_the_run(self) -> None:
        recorded = [row for row in self.rows if row["method"] in RECORDERS]
        self.assertTrue(recorded)
        for row in recorded:
            with self.subTest(row["case"], method=row["method"]):
                self.assertNotIn("same inputs", row["message"])


if __name__ == "__main__":
    OPTIONS = arguments()
    unittest.main(argv=[sys.argv[0]])
