"""One table of our `equal` and `diff` and the peers on the graphs of diff_bench: CPU seconds, the answer, the ratio to ours.

    compare.py PROGRAM FOLDER [SIZE ..]      PROGRAM is diff_bench; the graphs and table.json are written into FOLDER

Each peer runs in its own process, with at most 16 GB and 60 s of CPU time per repetition. Reading and building are not timed, but take at
most 300 s. Ours and the peer alternate, and the minimum of up to three repetitions of each counts. A peer that took a third of its limit
skips larger sizes. Each row is printed, and table.json written, as soon as it is measured. Exit 1: an unrecorded wrong answer, another graph
read than timed, or a required ratio missed.
"""

import collections
import functools
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time

LIMIT, REPETITIONS = 60.0, 3
TO_BUILD, MEMORY, MEMORY_SPENT = 300, 16 * 10**9, 99
LEAST = 0.2  # seconds of repeated calls, because the clock of CPU time may tick coarsely
CUT_OFF, NOT_BUILT, NO_MEMORY = f"> {LIMIT:.0f} s", f"build > {TO_BUILD} s", f"> {MEMORY / 1e9:.0f} GB"
# Required ratios: at this size, the peer's time must be at least this multiple of ours.
REQUIRED = [
    (100000, "tvm-ffi structural_equal, same order", "graph", 1),
    (100000, "coreai-torch align", "edited", 100),
]
# engine, left, right, true answer, our benchmark of the same question
CASES = [
    ("tvm-ffi structural_equal, same order", "graph", "graph", "equal", "Equal"),
    ("tvm-ffi structural_equal", "graph", "reordered", "equal", "Equal"),
    ("tvm-ffi first mismatch", "before", "edited", "different", "Diff20"),
    ("igraph bliss, edge gadgets", "graph", "reordered", "equal", "Equal"),
    ("igraph bliss, edge gadgets", "before", "edited", "different", "Diff20"),
    ("igraph VF2", "graph", "reordered", "equal", "Equal"),
    ("networkx is_isomorphic", "graph", "reordered", "equal", "Equal"),
    ("coreai-torch align", "graph", "reordered", "equal", "Equal"),
    ("coreai-torch align", "before", "edited", "different", "Diff20"),
]
# Known wrong answers of peers: engine, right, smallest size, answer, reason. Data, like REQUIRED.
KNOWN_WRONG = [
    ("tvm-ffi structural_equal", "reordered", 0, "different", "compares lists in order, and another valid order is another list"),
    ("coreai-torch align", "reordered", 100000, "different",
     "pairs nodes that compute the same in the order they come, then finds their users rewired: sin(relu(x)) + cos(relu(x)) with "
     "the two relu exchanged is enough; these graphs hold two such pairs, and the users of just those are its 16 modified nodes"),
]


REFERENCE = re.compile(r'(?<={"%": \[)[0-9]+')
BLANK = '{"%": [_'
NODE = re.compile(r'   {"id": [0-9]+(, "kind": "([a-z]+)"(?:, "target": "([^"]+)")?.*?)(?:, "outputs": (.*))?},?\n')


def read(stem):
    """((kinds, labels, outputs, inputs) by node, digest). A label is the file's text of the node without its inputs."""
    kinds, labels, outputs, inputs, frame = [], [], [], [], ["", ""]
    with open(stem + ".json", encoding="utf-8") as file:
        for line in file:
            node = NODE.fullmatch(line)
            if not node:
                frame[bool(labels)] += line
                continue
            text, kind, target, output = node.groups()
            kinds.append(sys.intern(target or kind))
            labels.append(sys.intern(REFERENCE.sub("_", text)))
            outputs.append(sys.intern(output or ""))
            inputs.append([int(j) for j in REFERENCE.findall(text)])
    graph = kinds, labels, outputs, inputs
    return graph, digest(frame, graph)


def digest(frame, graph):
    """SHA-256 of the file, rewritten from the peers' data. It equals the digest of the graph timed by diff_bench if nothing was lost."""
    made = hashlib.sha256(frame[0].encode())
    for i, (label, output, sources) in enumerate(zip(*graph[1:])):
        pieces = label.split(BLANK)
        if len(pieces) != len(sources) + 1:
            return f"node {i} has {len(pieces) - 1} references, but {len(sources)} inputs"
        filled = pieces[0] + "".join(f'{{"%": [{j}{piece}' for j, piece in zip(sources, pieces[1:]))
        output = output and f', "outputs": {output}'
        ends = ",\n" if i + 1 < len(graph[1]) else "\n"
        made.update(f'   {{"id": {i}{filled}{output}}}{ends}'.encode())
    made.update(frame[1].encode())
    return made.hexdigest()


def edges_of(graph):
    """(source, target, slot) of each reference. Parallel references are separate edges."""
    return [(j, i, k) for i, sources in enumerate(graph[3]) for k, j in enumerate(sources)]


def tvm(first_mismatch, left, right):
    import tvm_ffi
    from tvm_ffi.dataclasses import py_class

    @py_class("assay.Node", structural_eq="dag")
    class Node(tvm_ffi.Object):
        label: int
        output: int
        inputs: list

    ids = collections.defaultdict(lambda: len(ids))

    def build(graph):
        made = []
        for label, output, inputs in zip(*graph[1:]):
            made.append(Node(label=ids[label], output=ids[output], inputs=[made[j] for j in inputs]))
        return tvm_ffi.convert(made)

    a, b = build(left), build(right)
    if first_mismatch:
        return lambda: tvm_ffi.get_first_structural_mismatch(a, b) is None
    return lambda: tvm_ffi.structural_equal(a, b)


def igraph(bliss, left, right):
    import igraph as ig

    ids = collections.defaultdict(lambda: len(ids))

    def build(graph):
        _, labels, outputs, _ = graph
        edges = [(j, i, ids["slot", k]) for j, i, k in edges_of(graph)]
        colours = [ids[pair] for pair in zip(labels, outputs)]
        if not bliss:
            return ig.Graph(n=len(labels), edges=[e[:2] for e in edges], directed=True), colours, [e[2] for e in edges]
        n = len(labels)
        split = [e for m, (j, i, _) in enumerate(edges) for e in ((j, n + m), (n + m, i))]
        return ig.Graph(n=n + len(edges), edges=split, directed=True), colours + [e[2] for e in edges], None

    (a, ca, ea), (b, cb, eb) = build(left), build(right)
    if bliss:
        return lambda: sorted(ca) == sorted(cb) and a.isomorphic_bliss(b, color1=ca, color2=cb)
    return lambda: a.isomorphic_vf2(b, color1=ca, color2=cb, edge_color1=ea, edge_color2=eb)


def networkx_graph(kind, graph):
    made = kind()
    for i, (name, label, output) in enumerate(zip(*graph[:3])):
        made.add_node(i, type="op", op_name=name, attributes=label, ir_type=output)
    for j, i, k in edges_of(graph):
        made.add_edge(j, i, edge_type="data_flow", index=k)
    return made


def networkx(left, right):
    import networkx as nx

    a, b = networkx_graph(nx.MultiDiGraph, left), networkx_graph(nx.MultiDiGraph, right)
    slots = lambda edges: sorted(edge["index"] for edge in edges.values())
    return lambda: nx.is_isomorphic(a, b, node_match=lambda x, y: x == y, edge_match=lambda x, y: slots(x) == slots(y))


def coreai(left, right):
    import importlib.util
    import types

    # Its package opens with `import torch`, which align does not need and the environment lacks.
    package = types.ModuleType("coreai_torch")
    package.__path__ = list(importlib.util.find_spec("coreai_torch").submodule_search_locations)
    sys.modules["coreai_torch"] = package
    import networkx as nx
    from coreai_torch.debugging.graph_match import align

    # As coreai-torch builds an FX graph: a DiGraph, which keeps only the last of parallel edges.
    a, b = networkx_graph(nx.DiGraph, left), networkx_graph(nx.DiGraph, right)
    return lambda: align(a, b).identical


def child(number, folder, size):
    """Prints the digests of its graphs, then answers each line on stdin with [CPU seconds, answer]."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (TO_BUILD, resource.RLIM_INFINITY))
    engine, left, right = CASES[number][:3]
    graphs, digests = zip(*(read(os.path.join(folder, f"{size}-{name}")) for name in (left, right)))
    if engine.startswith("tvm"):
        ask = tvm("mismatch" in engine, *graphs)
    elif engine.startswith("igraph"):
        ask = igraph("bliss" in engine, *graphs)
    else:
        ask = (networkx if engine.startswith("networkx") else coreai)(*graphs)
    del graphs
    print(json.dumps(digests), flush=True)
    for _ in sys.stdin:
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + LIMIT) + 1, resource.RLIM_INFINITY))
        begin, asked, spent = time.process_time(), 0, 0.0
        while spent < LEAST:
            same, asked = ask(), asked + 1
            spent = time.process_time() - begin
        print(json.dumps([spent / asked, "equal" if same else "different"]), flush=True)


def line_of(process):
    """The next answer, or None at the end. Kills a process that neither answers nor uses up its CPU time."""
    timer = threading.Timer(30 * LIMIT, process.kill)
    timer.start()
    try:
        line = process.stdout.readline()
    finally:
        timer.cancel()
    return json.loads(line) if line else None


def end_of(process, out_of_time):
    """The ending of a peer without an answer."""
    return {-signal.SIGXCPU: out_of_time, MEMORY_SPENT: NO_MEMORY}.get(process.wait(), "crash")


def expected(engine, right, size, truth):
    """(expected answer, reason why that is wrong or None)"""
    for name, other, least, says, why in KNOWN_WRONG:
        if (name, other) == (engine, right) and size >= least:
            return says, why
    return truth, None


class Failed(Exception):
    """A benchmark found a wrong result, named in the message."""


def benchmark_runs(command, **options):
    """The runs of a Google Benchmark program. Raises Failed."""
    done = subprocess.run([*command, "--benchmark_format=json"], check=True, stdout=subprocess.PIPE, text=True, **options)
    runs = json.loads(done.stdout)["benchmarks"]
    for run in runs:
        if run.get("error_occurred"):
            raise Failed(f"{run['name']}: {run['error_message']}")
    return runs


def cpu_seconds(run):
    return run["cpu_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[run["time_unit"]]


def ours(program, name):
    """CPU seconds, the answer, and the digests of the two timed graphs."""
    command = [program, f"--benchmark_filter=^{name}$", f"--benchmark_min_time={LEAST}"]
    (run,) = benchmark_runs(command, stderr=subprocess.DEVNULL)
    return cpu_seconds(run), f"{run['edits']:.0f} root causes" if "edits" in run else "equal", run["label"].split()


def measure(number, folder, size, ask_ours):
    """(CPU seconds or None, answer, our CPU seconds or None)"""
    _, left, right, _, question = CASES[number]
    command = [sys.executable, "-B", os.path.abspath(__file__), "--child", str(number), folder, str(size)]
    best, answer, our_best = None, None, None
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as process:
        digests = line_of(process)
        for _ in range(REPETITIONS if digests else 0):
            seconds, _, timed = ask_ours(f"{question}/{size}")
            if digests != [timed[0], timed[left != right]]:
                sys.exit(f"{size}-{left} and {size}-{right} are read as other graphs than {question}/{size} times")
            our_best = min(seconds, our_best or seconds)
            process.stdin.write("again\n")
            process.stdin.flush()
            line = line_of(process)
            if not line:
                answer = answer or end_of(process, CUT_OFF)
                break
            best, answer = min(line[0], best or line[0]), line[1]
            if best > LIMIT / 6:
                break  # a single repetition this long is enough
        answer = answer or end_of(process, NOT_BUILT)
        process.kill()
    return best, answer, our_best


def shown(row):
    seconds, ratio = ("-" if row[key] is None else f"{row[key]:.{n}f}" for key, n in (("seconds", 5), ("ratio", 2)))
    if row["answer"] == CUT_OFF:
        ratio = "> " + ratio
    answer = row["answer"] + " (wrong)" * bool(row["wrong"])
    return f"{row['engine']:50} {row['size']:8} {seconds:>10}  {answer:18} {ratio:>10}"


def judged(rows):
    """(whether it is kept, text) of each required ratio. A peer that was cut off counts with its limit."""
    for size, engine, right, wanted in REQUIRED:
        what = f"{engine} ({right})"
        ratios = [row["ratio"] for row in rows if row["engine"] == what and row["size"] == size and row["ratio"] is not None]
        if ratios:
            kept = ratios[0] >= wanted
            verb = "takes" if kept else "takes only"
            yield kept, f"{what} {verb} {ratios[0]:.2f} times as long as ours at {size}, wanted: at least {wanted}"
        elif any(row["size"] == size for row in rows):
            yield False, f"{what} was not measured at {size}, wanted: at least {wanted} times as long as ours"


def compare(program, folder, sizes, tell):
    """All rows, and the wrong answers. Calls `tell` with all rows so far after each row."""
    rows, slow, wrong, ask_ours = [], set(), [], functools.partial(ours, program)
    for size in sizes:
        for question in ("Equal", "Diff20"):
            measured = [ask_ours(f"{question}/{size}") for _ in range(REPETITIONS)]
            seconds, answer, _ = min(measured)
            rows.append({"engine": f"assay {question}", "size": size, "seconds": seconds, "answer": answer, "ratio": 1.0,
                         "wrong": None})
            tell(rows)
        for number, (engine, _, right, truth, _) in enumerate(CASES):
            if number in slow:
                continue
            seconds, answer, our_seconds = measure(number, folder, size, ask_ours)
            if seconds is None or seconds > LIMIT / 3:
                slow.add(number)
            says, known_wrong = expected(engine, right, size, truth)
            if answer not in (says, CUT_OFF, NOT_BUILT, NO_MEMORY):
                wrong.append(f"{engine} ({right}) says {answer} at {size}, expected {says}")
            at_least = LIMIT if answer == CUT_OFF else seconds
            rows.append({"engine": f"{engine} ({right})", "size": size, "seconds": seconds, "answer": answer,
                         "ratio": at_least and at_least / our_seconds, "wrong": known_wrong if answer == says else None})
            tell(rows)
    return rows, wrong


def main(program, folder, sizes):
    subprocess.run([program, "--write-graphs", folder, *map(str, sizes)], check=True)

    def tell(rows):
        print(shown(rows[-1]), flush=True)
        with open(os.path.join(folder, "table.json"), "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)

    rows, wrong = compare(program, folder, sizes, tell)
    print(f"\n{'engine':50} {'nodes':>8} {'CPU s':>10}  {'answer':18} {'x ours':>10}")
    for row in rows:
        print(shown(row))
    for engine, why in dict.fromkeys((row["engine"], row["wrong"]) for row in rows if row["wrong"]):
        print(f"{engine} is wrong where marked: {why}")
    for kept, line in judged(rows):
        if kept:
            print(line)
        else:
            wrong.append(line)
    for line in wrong:
        print(f"assay: error: {line}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    if sys.argv[1] == "--child":
        try:
            child(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
        except MemoryError:
            sys.exit(MEMORY_SPENT)
    else:
        try:
            main(sys.argv[1], sys.argv[2], [int(size) for size in sys.argv[3:]] or [1000, 10000, 100000, 1000000])
        except Failed as failed:
            sys.exit(str(failed))
