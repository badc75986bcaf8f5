"""seeded_defects_test: wrong programs seeded in captured graphs, and how many of them replay finds.

`seeded_defects_test.py ASSAY SEED_DEFECTS PROJECT [SEED]`. Takes the CPU goldens of small families, seeds each
defect that may change a value, and replays the wrong file against its case. One that replay accepts counts as
missed unless it cannot change a value: it lies in dead code, or the wrong graph gives the right graph's values
bit by bit on values that replay never used. All others must be found; what a replay cannot find is in SAME, with why.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import torch

from assay_capture import CannotReplay, Executable, replay_file, same
from assay_python.program.program import Program
from assay_python.zygote import preload

FAMILIES = ("seed", "aliasing")
METHODS = ("symbolic_trace", "make_fx", "make_fx_symbolic", "make_fx_grad", "dispatch", "aot_joint", "aot")
_OF_ONE_TENSOR = "one tensor is two inputs: its gradient is the sum of both"
SAME = {  # of seed 1
    "aliasing/same_input_twice aot return_another_node": _OF_ONE_TENSOR,
    "aliasing/same_input_twice aot_joint swap_two_results": _OF_ONE_TENSOR,
}


def cases(assay: str, project: str) -> dict[str, dict[str, Any]]:
    """Case id -> the case as a worker gets it."""
    listed = subprocess.run([assay, "--project", project, "list", "cases", "--json"], capture_output=True, check=True)
    return {row["id"]: row["expanded"] for row in json.loads(listed.stdout)}


def methods_of(golden: str) -> list[str]:
    """The METHODS of which the golden holds the CPU's graphs."""
    with open(golden) as file:
        pairs = {line.split()[1].partition("@") for line in file if line.startswith("holds ")}
    return sorted(method for method, _, device in pairs if device == "cpu" and method in METHODS)


def graphs_of(path: str) -> list[str]:
    with open(path) as file:
        return [one["name"] for one in json.load(file)["graphs"] if "of" not in one]


def tensor_like(described: Any, seed: int) -> Any:
    """Other values than any replay used, as (dtype, shape, stride, device) says; positive, since some are variances."""
    if described is None:
        return None
    dtype, shape, _, _ = described
    generator = torch.Generator().manual_seed(seed)
    if dtype.is_floating_point or dtype.is_complex:
        return (torch.rand(shape, generator=generator) + 0.5).to(dtype)
    return torch.randint(0, 2, shape, generator=generator).to(dtype)


def outcome(path: str, model: Any, seed: int) -> Any:
    """What the graphs of a file give and leave in their inputs, a backward reading what the forward saved, or the
    text of what they raise."""
    shown, saved = [], {}
    try:
        for graph in graphs_of(path):
            executable = Executable(path, graph, model)
            inputs = []
            for number, given in enumerate(executable.inputs()):
                known = saved.get(given.name.path) if given.role == "saved" else tensor_like(given.value, seed + number)
                inputs.append(None if given.role == "constant" else known)
            torch.manual_seed(seed)
            named = list(zip(executable.results(), executable.run(inputs), strict=True))
            saved.update({result.name: value for result, value in named if result.role == "saved"})
            told = {f"{one.role} {one.name}": value for one, value in named if one.role != "saved" and value is not None}
            shown += [sorted(told), told, inputs if not saved else None]
        return shown
    except (CannotReplay, RuntimeError) as error:
        return str(error)


def changes_values(right: str, wrong: str, case: dict[str, Any]) -> bool:
    """Whether the wrong file gives other bits than the right one anywhere, on three sets of other values."""
    model = Program(case, "cpu", False).model  # for module targets
    states = {name: value.clone() for name, value in model.state_dict().items()}
    for seed in (101, 202, 303):
        model.load_state_dict(states)
        left = outcome(right, model, seed)
        model.load_state_dict(states)
        if not same(left, outcome(wrong, model, seed)):
            return True
    return False


def verdict(golden: str, case: dict[str, Any], folder: str, defect: dict[str, Any] | None) -> str:
    """"found ..", "accepted", or why the defect cannot change a value."""
    wrong = golden if defect is None else os.path.join(folder, defect["file"])
    report = json.loads(replay_file(wrong, case))
    if report["verdict"] == "diverges":
        return "found" if report["departure"] else "found without a place"
    if report["verdict"] != "replays":
        return "found " + report["verdict"]
    if defect is None:
        return "accepted"
    if not defect["live"]:
        return "in dead code"
    return "accepted" if changes_values(golden, wrong, case) else "the same bits on other values too"


class SeededDefects(unittest.TestCase):
    assay = seeder = project = ""
    seed = 1

    def goldens(self) -> list[tuple[str, str, str]]:
        """(path, case id, method), of which the newest version is meant."""
        files = [file for family in FAMILIES for file in sorted(pathlib.Path(self.project, "golden", family).glob("*.txt"))]
        return [(str(file), f"{file.parent.name}/{file.stem}", method) for file in files for method in methods_of(str(file))]

    def exported(self, golden: str, method: str, folder: str) -> str:
        """The graphs of one pair as a worker reads them, with the constants that lie beside the golden."""
        path = os.path.join(folder, "golden.json")
        pair = ["--pair", f"{method}@cpu", "--to", "json", "-o", path]
        subprocess.run([self.assay, "export", golden, *pair], check=True)
        for name in os.listdir(os.path.dirname(golden)):
            if name.endswith(".bin"):
                os.symlink(os.path.join(os.path.dirname(golden), name), os.path.join(folder, name))
        return path

    def seeded(self, golden: str, folder: str) -> list[dict[str, Any]]:
        lines = subprocess.run([self.seeder, golden, folder, str(self.seed)], capture_output=True, check=True).stdout
        return [json.loads(line) for line in lines.splitlines()]

    def verdicts(self, golden: str, case: dict[str, Any], folder: str) -> list[str]:
        """What became of the untouched golden and then of each wrong file, one line each, in children: some
        kernels crash on wrong arguments. Torch's autograd must not have run in the process that forks."""
        seeded = self.seeded(golden, folder)
        lines: list[str] = []
        while len(lines) < len(seeded) + 1:
            before = len(lines)
            reader, writer = os.pipe()
            if (child := os.fork()) == 0:
                with os.fdopen(writer, "w", buffering=1) as out:
                    for position in range(before, len(seeded) + 1):
                        out.write(verdict(golden, case, folder, None if position == 0 else seeded[position - 1]) + "\n")
                os._exit(0)
            os.close(writer)
            with os.fdopen(reader) as told:
                lines += told.read().splitlines()
            os.waitpid(child, 0)
            if len(lines) < len(seeded) + 1:
                lines.append("found crash")
        names = ["untouched", *(defect["defect"] for defect in seeded)]
        return [f"{name} {line}" for name, line in zip(names, lines)]

    def test_replay_finds_what_changes_a_value_and_accepts_the_untouched_graph(self) -> None:
        preload.modules()  # for the children
        known = cases(self.assay, self.project)
        kinds: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        missed: list[str] = []
        replayed = 0
        for golden, case, method in self.goldens():
            with tempfile.TemporaryDirectory() as folder:
                (untouched, *lines) = self.verdicts(self.exported(golden, method, folder), known[case], folder)
            if untouched != "untouched accepted":
                continue  # a capture that is expected to be wrong says nothing about defects
            replayed += 1
            for line in lines:
                defect, _, what = line.partition(" ")
                kinds[what][defect] += 1
                if what == "accepted":
                    missed.append(f"{case} {method} {defect}")
        self.report(replayed, kinds, missed)

    def report(self, replayed: int, kinds: dict[str, collections.Counter[str]], missed: list[str]) -> None:
        found = sum(sum(counts.values()) for what, counts in kinds.items() if what.startswith("found"))
        total = found + len(missed)
        named = found - sum(kinds["found without a place"].values())
        drawn = sum(sum(counts.values()) for counts in kinds.values())
        print(f"{replayed} graphs, {drawn} defects: {found} of {total} that change a value found "
              f"({found / max(total, 1):.1%}), {named} of them with their place")
        for what, counts in sorted(kinds.items()):
            for defect, count in sorted(counts.items()):
                print(f"  {count:4} {defect}: {what}")
        for line in missed:
            print(f"  missed: {line} ({SAME.get(line, 'no reason')})")
        self.assertGreater(replayed, 100)
        self.assertGreater(total, 1000)
        self.assertEqual([line for line in missed if line not in SAME], [])


if __name__ == "__main__":
    SeededDefects.assay, SeededDefects.seeder, SeededDefects.project = sys.argv[1:4]
    SeededDefects.seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    unittest.main(argv=sys.argv[:1])
