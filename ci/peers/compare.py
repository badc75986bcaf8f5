"""One table of our `equal` and `diff` and the peers on the graphs of diff_bench: seconds, the answer, the ratio to ours.

    compare.py PROGRAM FOLDER [SIZE ..]      PROGRAM is diff_bench; the graphs and table.json are written into FOLDER

Each peer runs in a process of its own, at most 60 s a repetition; reading and building are not timed, the least of up to three
repetitions counts. Exit 1: an answer is not the one recorded below, or a graph read is not the graph written.
"""

import collections
import json
import os
import subprocess
import sys
import threading
import time

LIMIT, REPETITIONS = 60.0, 3
# engine, left, right, what it says (tvm-ffi says "different" of another valid order), our benchmark of the same question
CASES = [
    ("tvm-ffi structural_equal, same order", "graph", "graph", "equal", "Equal"),
    ("tvm-ffi structural_equal", "graph", "reordered", "different", "Equal"),
    ("tvm-ffi first mismatch", "before", "edited", "different", "Diff20"),
    ("igraph bliss, edge gadgets", "graph", "reordered", "equal", "Equal"),
    ("igraph bliss, edge gadgets", "before", "edited", "different", "Diff20"),
    ("igraph VF2", "graph", "reordered", "equal", "Equal"),
    ("networkx is_isomorphic", "graph", "reordered", "equal", "Equal"),
    ("coreai-torch align", "graph", "reordered", "equal", "Equal"),
    ("coreai-torch align", "before", "edited", "different", "Diff20"),
]


def read(stem):
    """(kinds, labels, outputs, inputs) by node; the census beside the file must agree."""
    kinds, labels, outputs, inputs = [], [], [], []
    with open(stem + ".json", encoding="utf-8") as file:
        nodes = json.load(file)["graphs"][0]["nodes"]
    for node in nodes:
        node.pop("id")
        kinds.append(node["target"] if node["kind"] == "op" else node["kind"])
        outputs.append(json.dumps(node.pop("outputs", None)))
        arguments = node.get("args", {})
        inputs.append([v["%"][0] for v in arguments.values() if isinstance(v, dict)])
        node["args"] = [[k, "" if isinstance(v, dict) else v] for k, v in arguments.items()]
        labels.append(json.dumps(node))
    counts = collections.Counter(kinds)
    counts.update(f"{kinds[j]} -> {kinds[i]}" for i, sources in enumerate(inputs) for j in sources)
    with open(stem + ".census", encoding="utf-8") as file:
        wanted = {what: int(n) for n, what in (line.rstrip("\n").split(" ", 1) for line in file)}
    if counts != wanted:
        sys.exit(f"{stem}.json is read with other nodes or edges than were written")
    return kinds, labels, outputs, inputs


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
        _, labels, outputs, inputs = graph
        edges = [(j, i, ids["slot", k]) for i, sources in enumerate(inputs) for k, j in enumerate(sources)]
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


def digraph(graph):
    """As coreai-torch builds one of an FX graph: of parallel edges the last stays."""
    import networkx

    made = networkx.DiGraph()
    for i, (kind, label, output) in enumerate(zip(*graph[:3])):
        made.add_node(i, type="op", op_name=kind, attributes=label, ir_type=output)
    for i, sources in enumerate(graph[3]):
        for k, j in enumerate(sources):
            made.add_edge(j, i, edge_type="data_flow", index=k)
    return made


def networkx(left, right):
    import networkx as nx

    a, b = digraph(left), digraph(right)
    return lambda: nx.is_isomorphic(a, b, node_match=lambda x, y: x == y, edge_match=lambda x, y: x == y)


def coreai(left, right):
    import importlib.util
    import types

    # Its package opens with `import torch`, which align does not need and the environment does not hold.
    package = types.ModuleType("coreai_torch")
    package.__path__ = list(importlib.util.find_spec("coreai_torch").submodule_search_locations)
    sys.modules["coreai_torch"] = package
    from coreai_torch.debugging.graph_match import align

    a, b = digraph(left), digraph(right)
    return lambda: align(a, b).identical


def child(number, folder, size):
    engine, left, right = CASES[number][:3]
    graphs = [read(os.path.join(folder, f"{size}-{name}")) for name in (left, right)]
    if engine.startswith("tvm"):
        ask = tvm("mismatch" in engine, *graphs)
    elif engine.startswith("igraph"):
        ask = igraph("bliss" in engine, *graphs)
    else:
        ask = (networkx if engine.startswith("networkx") else coreai)(*graphs)
    del graphs
    print("ready", flush=True)
    for _ in range(REPETITIONS):
        begin = time.perf_counter()
        same = ask()
        print(json.dumps([time.perf_counter() - begin, "equal" if same else "different"]), flush=True)


def line_within(process, seconds):
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        return process.stdout.readline()
    finally:
        timer.cancel()


def measure(number, folder, size):
    """(seconds or None, answer)"""
    command = [sys.executable, "-B", os.path.abspath(__file__), "--child", str(number), folder, str(size)]
    best, answer = None, "> 60 s"
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        if not line_within(process, 10 * LIMIT):
            return None, "did not start"
        for _ in range(REPETITIONS):
            begin = time.monotonic()
            line = line_within(process, LIMIT)
            if not line:
                answer = answer if best or time.monotonic() - begin >= LIMIT - 1 else "crash"
                break
            seconds, answer = json.loads(line)
            best = min(seconds, best or seconds)
        process.kill()
    return best, answer


def ours(program, sizes):
    wanted = f"^(Equal|Diff20)/({'|'.join(map(str, sizes))})$"
    command = [program, f"--benchmark_filter={wanted}", "--benchmark_repetitions=5", "--benchmark_format=json"]
    runs = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout)
    best = {}
    for run in runs["benchmarks"]:
        if run.get("error_occurred"):
            sys.exit(f"{run['name']}: {run['error_message']}")
        if run["run_type"] == "iteration":
            best[run["run_name"]] = min(run["real_time"] / 1e3, best.get(run["run_name"], 1e9))
    return best


def main(program, folder, sizes):
    subprocess.run([program, "--write-graphs", folder, *map(str, sizes)], check=True)
    best = ours(program, sizes)
    rows = [{"engine": f"assay {name.split('/')[0]}", "size": int(name.split("/")[1]), "seconds": s, "ratio": 1.0,
             "answer": "equal" if name.startswith("Equal") else "20 root causes"} for name, s in best.items()]
    slow, wrong = set(), []
    for size in sizes:
        for number, (engine, _, right, says, same_question) in enumerate(CASES):
            if number in slow:
                continue
            seconds, answer = measure(number, folder, size)
            if seconds is None or seconds > LIMIT / 2:
                slow.add(number)
            if answer != says and answer != "> 60 s":
                wrong.append(f"{engine} says {answer} at {size}, expected {says}")
            rows.append({"engine": f"{engine} ({right})", "size": size, "seconds": seconds, "answer": answer,
                         "ratio": seconds and seconds / best[f"{same_question}/{size}"]})
    print(f"{'engine':50} {'nodes':>8} {'seconds':>9}  {'answer':14} {'x ours':>8}")
    for row in rows:
        shown = ("-", "-") if row["seconds"] is None else (f"{row['seconds']:.4f}", f"{row['ratio']:.2f}")
        print(f"{row['engine']:50} {row['size']:8} {shown[0]:>9}  {row['answer']:14} {shown[1]:>8}")
    with open(os.path.join(folder, "table.json"), "w", encoding="utf-8") as file:
        json.dump(rows, file, indent=1)
    for line in wrong:
        print(f"assay: error: {line}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    if sys.argv[1] == "--child":
        child(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    else:
        main(sys.argv[1], sys.argv[2], [int(size) for size in sys.argv[3:]] or [1000, 10000, 100000])
