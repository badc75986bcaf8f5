"""mutation_suite: the share of wrong graphs that the judge finds, and whether it accuses right graphs.

    mutation_suite.py ASSAY MAKE_MUTANTS PROJECT [--fast] [--rows FILE] ..

Each pair of pairs.json is captured. Mutants of its file are judged twice: by the oracle, which says whether it is
another program, and by the replay. Rows go to FILE, as one JSON object per line. Pairs already in FILE are skipped.
The survivors must equal those of survivors.json, and no right graph may be accused. Otherwise, or if a required pair
was not judged, the exit status is 1.
"""

import argparse
import collections
import fnmatch
import importlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from typing import Any, Callable, Iterator

import torch

from assay_capture import METHODS, replay_file, write_graph_file
from assay_python.program import seeds
from assay_python.program.program import Program
from assay_python.zygote import preload

import guards
import recorded
import refused
from oracle import Known, Oracle, Sameness, Verdict
from table import complaints, print_table

HERE = pathlib.Path(__file__).parent
ABOVE_AUTOGRAD = ("symbolic_trace", "export", "export_strict", "dynamo")
OF_GUARDS = ("lose_guard", "widen_guard", "widen_range", "lose_assumed")
OF_CASTS = ("lose_cast", "add_cast", "change_cast", "widen_and_narrow")
MOST_NODES = 1200
SECONDS_OF_A_REPLAY = 60


def in_child(work: Callable[[Callable[[Any], None]], None]) -> Iterator[Any]:
    """The objects that `work` reports from a forked child. The last is {"died": signal} if the child crashed."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        os.close(read)
        torch.set_num_threads(1)  # a fork loses PyTorch's pool of threads, and two threads that ask for it find none
        with os.fdopen(write, "w", buffering=1) as out:
            try:
                work(lambda told: print(json.dumps(told), file=out))
            except BaseException:
                print(json.dumps({"raised": traceback.format_exc(limit=-3)}), file=out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as stream:
        for line in stream:
            yield json.loads(line)
    _, status = os.waitpid(child, 0)
    if status:
        yield {"died": signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else str(status)}


def capture(case: dict[str, Any], method: str, folder: pathlib.Path) -> list[dict[str, Any]]:
    """Writes graph.json, the bytes of the case's inputs, and their list in inputs.json."""
    program = Program(case, "cpu", False)
    listed = []
    for number, one in enumerate(program.inputs()):
        if isinstance(one.value, torch.Tensor) and one.value.layout == torch.strided:
            path = folder / f"input_{number}.raw"
            path.write_bytes(bytes(one.value.detach().contiguous().flatten().view(torch.uint8).numpy()) if one.value.numel() else b"")
            listed.append({"role": one.role, "name": one.name, "file": str(path)})
    (folder / "inputs.json").write_text(json.dumps(listed))
    seeds.start_from(0)
    captured = importlib.import_module(f"assay_python.methods.{method}").capture(program)
    write_graph_file(captured, program, case, method, "cpu", str(folder / "graph.json"))
    return listed


def known_of(case: dict[str, Any], method: str, document: dict[str, Any]) -> Known:
    inputs = Program(case, "cpu", False).inputs()
    values = {(one.role, name): one.value for one in inputs for name in (one.name, *one.also)}
    wanted = {(one.role, one.name) for one in inputs if isinstance(one.value, torch.Tensor) and one.value.requires_grad}
    symbols = {symbol["name"]: symbol.get("hint") or 3 for graph in document["graphs"] for symbol in graph.get("symbols", [])}
    return Known(values, wanted, method in ABOVE_AUTOGRAD, symbols)


class Pair:
    """A case with a method: its mutants, the oracle's verdicts and the replay's verdicts."""

    def __init__(self, case: dict[str, Any], method: str, folder: pathlib.Path) -> None:
        self.case, self.method, self.folder = case, method, folder

    def rows(self, make_mutants: str, most: int, seed: int, kind: str) -> list[dict[str, Any]]:
        told = list(in_child(lambda tell: tell({"captured": bool(capture(self.case, self.method, self.folder) or True)})))
        if told != [{"captured": True}]:
            return [self.about("not captured", json.dumps(told)[-300:])]
        document = json.loads((self.folder / "graph.json").read_text())
        nodes = sum(len(graph["nodes"]) for graph in document["graphs"])
        if nodes > MOST_NODES:
            return [self.about("too large", f"{nodes} nodes")]
        command = [make_mutants, self.folder / "graph.json", self.folder / "inputs.json", self.folder, str(most), str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return [self.about("no mutants", done.stderr[-300:])]
        original, *mutants = [json.loads(line) for line in done.stdout.splitlines()]
        if original["module"]:
            return [self.about("no module", original["module"][-300:])]
        mutants = [one for one in mutants if not kind or fnmatch.fnmatch(one["kind"], kind)]
        judged = self.judged(document, mutants)
        if isinstance(judged, str):
            return [self.about("not decided", judged)]
        replayed = self.replayed([None, *(one["file"] for one in mutants)])
        if replayed[0][0] != "replays":
            return [self.about("not accepted", f"{replayed[0][0]}: {replayed[0][1]}")]
        return [
            {**self.key(), **mutant, "is": verdict.sameness, "why": verdict.reason, "replay": replay[0], "message": replay[1]}
            for mutant, verdict, replay in zip(mutants, judged, replayed[1:])
        ] + [self.about("judged", f"{nodes} nodes, {len(mutants)} mutants")]

    def key(self) -> dict[str, Any]:
        return {"case": self.case["case"], "method": self.method}

    def about(self, state: str, why: str) -> dict[str, Any]:
        return {**self.key(), "pair": state, "why": why}

    def judged(self, document: dict[str, Any], mutants: list[dict[str, Any]]) -> list[Verdict] | str:
        """The oracle's verdict on each mutant, or why it has none on the original."""

        def work(tell: Callable[[Any], None]) -> None:
            oracle = Oracle(self.folder / "original.py", known_of(self.case, self.method, document), guards.other_sizes(document))
            tell(oracle.failed if not oracle.decides else "")
            for mutant in mutants[done:]:
                tell(self.sameness(oracle, document, mutant))

        done, verdicts = 0, []
        while True:
            told = list(in_child(work))
            if told[0] != "":
                return str(told[0])
            verdicts += [Verdict(Sameness(one[0]), one[1]) for one in told[1:] if isinstance(one, list)]
            if not isinstance(told[-1], dict):
                return verdicts
            verdicts.append(Verdict(Sameness.INVALID, str(told[-1])))
            done = len(verdicts)
            if done >= len(mutants):
                return verdicts

    def sameness(self, oracle: Oracle, document: dict[str, Any], mutant: dict[str, Any]) -> tuple[str, str]:
        file = self.folder / f"{mutant['file']}.json"
        if mutant["kind"] in OF_GUARDS:
            wrong = json.loads(file.read_text())
            if guards.assume_the_same(document, wrong):
                return Sameness.SAME, "the same sizes"
            found = refused.what_shows(self.case, self.folder / "original.py", oracle.known, document, wrong)
            return (Sameness.OTHER, found) if found else (Sameness.UNSEEN, "the graph is right there, too")
        if mutant["module"]:
            return Sameness.UNDECIDED, mutant["module"][-200:]
        found = oracle.judge(file.with_suffix(".py"), mutant["kind"] in OF_CASTS)
        if found.sameness == Sameness.SAME:
            for contradiction in recorded.contradictions(file, oracle.known):
                return Sameness.CONTRADICTS, contradiction
        return found.sameness, found.reason

    def replayed(self, files: list[str | None]) -> list[tuple[str, str]]:
        """(verdict, message) of mutants, and of the original, which is None in `files`."""

        def work(tell: Callable[[Any], None]) -> None:
            for file in files[done:]:
                resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS_OF_A_REPLAY, -1))
                path = str(self.folder / ("graph.json" if file is None else f"{file}.json"))
                tell(self.replay(path))

        done, found = 0, []
        while done < len(files):
            told = list(in_child(work))
            found += [tuple(one) for one in told if isinstance(one, list)]
            if isinstance(told[-1], dict):
                found.append(("crash", json.dumps(told[-1])[-300:]))
            done = len(found)
        return found

    def replay(self, path: str) -> tuple[str, str]:
        try:
            report = json.loads(replay_file(path, self.case))
        except Exception as error:
            return "raises", f"{type(error).__name__}: {str(error)[:200]}"
        return report["verdict"], report.get("message", "")[:200]


def pairs_of(arguments: argparse.Namespace) -> list[tuple[dict[str, Any], str]]:
    listed = subprocess.run([arguments.assay, "--project", arguments.project, "list", "cases", "--json"], capture_output=True, check=True)
    known = {row["id"]: row["expanded"] for row in json.loads(listed.stdout)}
    chosen = json.loads((HERE / "pairs.json").read_text())["fast" if arguments.fast else "cases"]
    found = []
    for number, entry in enumerate(chosen):
        for place, method in enumerate(entry.get("methods", METHODS)):
            if fnmatch.fnmatch(method, arguments.method) and fnmatch.fnmatch(entry["case"], arguments.case):
                found.append(((number + place) % len(METHODS), number, known[entry["case"]], method))
    return [pair[2:] for pair in sorted(found, key=lambda pair: pair[:2])]  # spread, so that a part of the pairs has all cases and methods


def run(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in open(arguments.rows)] if arguments.rows and os.path.exists(arguments.rows) else []
    done = {(row["case"], row["method"]) for row in rows if "pair" in row}
    pairs = pairs_of(arguments)
    left = [(case, method) for case, method in pairs if (case["case"], method) not in done]
    began = time.monotonic()
    for number, (case, method) in enumerate(left, 1):
        if arguments.seconds and time.monotonic() - began > arguments.seconds:
            break
        with tempfile.TemporaryDirectory() as folder:
            pair = Pair(case, method, pathlib.Path(folder))
            told = list(in_child(lambda tell: [tell(row) for row in pair.rows(arguments.make_mutants, arguments.most, arguments.seed, arguments.kind)]))
        told = [row if "case" in row else pair.about("suite failed", json.dumps(row)[-600:]) for row in told]
        rows += told
        if arguments.rows:
            with open(arguments.rows, "a") as out:
                out.writelines(json.dumps(row) + "\n" for row in told)
        last = next((row for row in told if "pair" in row), {})
        print(f"{number}/{len(left)} {time.monotonic() - began:.0f} s {case['case']} {method}: {last.get('pair')} {last.get('why', '')[:150]}", flush=True)
    wanted = {(case["case"], method) for case, method in pairs}
    return [row for row in rows if (row["case"], row["method"]) in wanted]


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("assay", "make_mutants", "project"):
        parser.add_argument(name)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--case", default="*")
    parser.add_argument("--method", default="*")
    parser.add_argument("--kind", default="")
    parser.add_argument("--most", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=0, help="no pair begins after so many")
    parser.add_argument("--rows", default="")
    parser.add_argument("--by-method", action="store_true")
    arguments = parser.parse_args()
    preload.modules()  # for the children
    for method in METHODS:
        preload.for_method(method)
    rows = run(arguments)
    print_table(rows)
    if arguments.by_method:
        print_table(rows, "method")
    listed = json.loads((HERE / "survivors.json").read_text())
    found = complaints(rows, listed) if not arguments.kind and arguments.seed == 1 else []
    states = collections.Counter(row["pair"] for row in rows if "pair" in row)
    print("pairs: " + ", ".join(f"{count} {state}" for state, count in states.most_common()))
    failed = [row for row in rows if row.get("pair") == "suite failed" or (arguments.fast and row.get("pair", "judged") != "judged")]
    for line in [*found, *(f"{row['case']} {row['method']}: {row['pair']}: {row['why']}" for row in failed)]:
        print(line)
    return 1 if found or failed or not states["judged"] else 0


if __name__ == "__main__":
    sys.exit(main())
