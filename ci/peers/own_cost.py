"""The cost of Assay itself as a table. Each row has ours, the usual alternative, and their ratio.

    own_cost.py BUILD      BUILD has bin/*_bench, bin/assay, venv and peers; the table is also BUILD/own_cost.json

Times are CPU time, medians of REPETITIONS that alternate within a run. The ratio is of that run. Every benchmark checks its result before it
is timed. Exit 1: a benchmark found another result.
"""

import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time

import compare

REPETITIONS = 5
PEERS_SIZE = 100000  # nodes of the graphs for equal and diff
CASE, METHOD = "torchvision/resnet18", "make_fx"
BY_HAND = """
import torch, torchvision
from torch.fx.experimental.proxy_tensor import make_fx
model = torchvision.models.resnet18()
x = torch.rand(2, 3, 64, 64)
model(x)
graph = make_fx(model, tracing_mode="fake", _allow_non_fake_inputs=True)(x)
assert len(list(graph.graph.nodes)) > 100
"""
# program, ours, the alternative, subject, description of the alternative
TIMED = [
    ("walker_bench", "Walk", "BuildNetworkx", "walk, a node", "NetworkX's graph"),
    ("walker_bench", "Walk", "DrawFx", "walk, a node", "FxGraphDrawer"),
    ("walker_bench", "WriteFile", "DumpJson", "graph file written, a node", "json.dumps"),
    ("walker_bench", "ReadFile", "LoadJson", "graph file read and checked, a node", "json.loads"),
    ("replay_bench", "Replay", "GraphModuleForward", "replay, an operator", "GraphModule.forward"),
    ("replay_bench", "Replay", "FxInterpreter", "replay, an operator", "fx.Interpreter"),
]
# program, benchmark, ours, the alternative: its counters
COUNTED = [
    ("native_bench", "AddedPerCall", "native_adds_us", "empty_mode_adds_us", "native recorder, an operator", "an empty TorchDispatchMode", 1e-6),
    ("native_bench", "AddedPerCall", "native_adds_us", "mode_adds_us", "native recorder, an operator", "a mode that records as much", 1e-6),
    ("replay_bench", "ResnetPeakMemory", "replay_MiB", "eager_MiB", "replay of ResNet-18, peak", "eager", None),
]


def benchmarks(build, program):
    """{benchmark: (median CPU seconds, {counter: median})} of a run. Raises Failed if a benchmark found another result."""
    command = [build / "bin" / program, f"--benchmark_repetitions={REPETITIONS}", "--benchmark_enable_random_interleaving=true",
               "--benchmark_min_time=0.1"]
    environment = {**os.environ, "ASSAY_PEERS": sysconfig.get_paths()["purelib"], "OMP_NUM_THREADS": "1"}
    runs = {}
    for run in compare.benchmark_runs(command, env=environment):
        if run["run_type"] == "iteration":
            runs.setdefault(run["run_name"].split("/")[0], []).append(run)
    return {name: median_of(all_runs) for name, all_runs in runs.items()}


def median_of(runs):
    counters = {key for key, value in runs[0].items() if isinstance(value, float)} - {"real_time", "cpu_time"}
    seconds = statistics.median(map(compare.cpu_seconds, runs))
    return seconds, {key: statistics.median(run[key] for run in runs) for key in counters}


def per_item(found):
    """Seconds per item if the benchmark counts items, else per iteration."""
    seconds, counters = found
    return counters.get("per_node", counters.get("per_operator", seconds))


def rows_of_benchmarks(build):
    found = {program: benchmarks(build, program) for program in dict.fromkeys(row[0] for row in (*TIMED, *COUNTED))}
    for program, ours, other, what, beside in TIMED:
        a, b = (per_item(found[program][name]) for name in (ours, other))
        yield row(what, a, beside, b)
    for program, name, ours, other, what, beside, scale in COUNTED:
        counters = found[program][name][1]
        yield row(what, counters[ours] * (scale or 1), beside, counters[other] * (scale or 1), None if scale else "MiB")
    yield row("native recorder, an operator", found["native_bench"]["MemoryPerCall"][1]["bytes"], "", None, "bytes")


def row(what, ours, beside, other, unit=None):
    return {"what": what, "ours": ours, "beside": beside, "other": other, "unit": unit or "s", "ratio": other and other / ours}


def seconds_of(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def rows_of_pair(build):
    """Wall time of the zygote's fork and of a process that imports torch, of a whole pair and of a script that only captures."""
    fork, pair, process, script = [], [], [], []
    python = [build / "venv" / "bin" / "python", "-W", "ignore", "-c"]
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            check = [build / "bin" / "assay", "check", CASE, "--methods", METHOD, "--device", "cpu", "--results", folder]
            said = subprocess.run(check, stdout=subprocess.PIPE, check=True, text=True).stdout
            results = json.loads(pathlib.Path(folder, "results.json").read_text(encoding="utf-8"))
            fork.append(float(re.search(r"isolation: ([0-9.]+) ms", said).group(1)) / 1e3)
            pair.append(results["pairs"][0]["cost"]["pair_seconds"])
        process.append(seconds_of([*python, "import torch"]))
        script.append(seconds_of([*python, BY_HAND]))
    yield row("a child for a pair, forked", statistics.median(fork), "a process that imports torch", statistics.median(process))
    what = f"{CASE} {METHOD}: eager, capture, compare, replay"
    yield row(what, statistics.median(pair), "a script that captures", statistics.median(script))


def rows_of_peers(build):
    """equal and diff, from ci/peers/compare.py."""
    folder = build / "peers-graphs"
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-I", "-B", compare.__file__, build / "bin/diff_bench", folder, str(PEERS_SIZE)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    for found in json.loads((folder / "table.json").read_text(encoding="utf-8")):
        if not found["engine"].startswith("assay"):
            yield row_of_peer(found)


def row_of_peer(found):
    """A wrong answer has no ratio and is marked. A peer that was cut off has a lower bound as ratio."""
    what = ("diff" if "edited" in found["engine"] else "equal") + f", {found['size']:,} nodes"
    answered = found["seconds"] is not None and not found["wrong"]
    ours = found["seconds"] / found["ratio"] if found["seconds"] else None
    said = "" if answered else f": {found['answer']}{' (wrong)' * bool(found['wrong'])}"
    made = row(what, ours, found["engine"] + said, found["seconds"] if answered else None)
    return {**made, "ratio": None if found["wrong"] else found["ratio"]}


def amount(value, unit):
    if value is None:
        return ""
    if unit != "s":
        return f"{value:.0f} {unit}"
    scale, name = next(((one, name) for one, name in ((1, "s"), (1e-3, "ms"), (1e-6, "us")) if value >= one), (1e-9, "ns"))
    return f"{value / scale:.3g} {name}"


def shown(each):
    times = each["ratio"]
    ratio = "" if times is None else f"{times:,.0f}x" if times >= 100 else f"{times:.3g}x"
    return f"{each['what']:55} {amount(each['ours'], each['unit']):>12}  {each['beside']:45} {amount(each['other'], each['unit']):>12} {ratio:>8}"


def main(build):
    rows = []
    print(f"{'what':55} {'ours':>12}  {'beside':45} {'takes':>12} {'times':>8}", flush=True)
    try:
        for source in (rows_of_benchmarks, rows_of_pair, rows_of_peers):
            for each in source(build):
                rows.append(each)
                print(shown(each), flush=True)
    except (compare.Failed, subprocess.CalledProcessError) as failed:
        sys.exit(f"assay: error: {failed}")
    (build / "own_cost.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
