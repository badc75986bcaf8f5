"""Every FX-based capture of a tier: the graph file has the operators, edges and shapes of FX (see fx_multisets).

    fx_multisets_test.py ASSAY DEVICE TIER [EVERY]      with the worker's lib/ on PYTHONPATH

Each capture runs in a forked child. EVERY: checks at least one method of a case, and every EVERY-th. The first method
changes from case to case. 1 means all. Omits cases that CI checks by some methods only: popular models,
which take long and contain nothing new.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile
import traceback

import fx_multisets


def _compare(test: dict, method: str, device: str) -> list[str]:
    """Differences of a pair, or ["raises TYPE"] if the capture raises, which other tests cover."""
    import assay_capture
    from assay_python.program.program import Program

    try:
        program = Program(test, device, assay_capture.phantom_device() != "" and device == "cuda")
        captured = __import__("assay_python.methods." + method, fromlist=["capture"]).capture(program)
    except BaseException as error:
        return [f"raises {type(error).__name__}"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.json")
        assay_capture.write_graph_file(captured, program, test, method, device, path)
        lines = []
        for one in captured:
            lines += fx_multisets.differences(fx_multisets.of_fx(one.graph, one.results), fx_multisets.of_file(path, {one.name}))
        lines += _defect_goes_unseen(captured, path)
    return lines


def _defect_goes_unseen(captured: list, path: str) -> list[str]:
    """The twin: an argument of the file is rewired to its first node, and the comparison must report it."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    for graph in document["graphs"]:
        for node in graph["nodes"]:
            for name, value in node.get("args", {}).items():
                if isinstance(value, dict) and "%" in value and graph["nodes"][value["%"][0]]["kind"] == "op":
                    node["args"][name] = {"%": [0, 0]}
                    with open(path, "w", encoding="utf-8") as file:
                        json.dump(document, file)
                    whole = next(one for one in captured if one.name == graph["name"].split("/")[0])
                    held = fx_multisets.of_fx(whole.graph, whole.results)
                    seen = fx_multisets.differences(held, fx_multisets.of_file(path, {graph["name"].split("/")[0]}))
                    return [] if seen else ["a rewired edge was not noticed"]
    return []


def _in_child(test: dict, method: str, device: str) -> list[str]:
    """`_compare` in a forked child, which isolates autograd and dynamo state."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            lines = _compare(test, method, device)
        except BaseException:
            lines = ["failed: " + traceback.format_exc(limit=-3)[-2000:]]
        os.write(write, json.dumps(lines)[:60000].encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    return json.loads(answer) if answer else ["the child died"]


def main(assay: str, device: str, tier: str, every: str = "1") -> int:
    from assay_python.zygote import preload

    preload.modules()
    listing = [assay, "list", "cases", "--tier", tier, "--json"]
    listed = json.loads(subprocess.run(listing, check=True, capture_output=True, text=True).stdout)
    counts: collections.Counter = collections.Counter()
    for place, row in enumerate(listed):
        if device not in row["devices"] or row["methods"] != row["methods_checked_by_default"]:
            continue
        step = min(int(every), len(row["methods"]))
        for method in row["methods"][place % step :: step]:
            if method in ("dispatch", "native", "native_composite"):
                continue  # recorded, not walked
            preload.for_method(method)
            lines = _in_child(row["expanded"], method, device)
            if len(lines) == 1 and lines[0].startswith("raises "):
                counts["raised"] += 1
                continue
            counts["differ" if lines else "equal"] += 1
            for line in lines[:5]:
                print(f"{row['id']} {method} {device}: {line}")
    print(f"{counts['equal']} captures equal, {counts['differ']} differ, {counts['raised']} raised")
    return 0 if counts["equal"] > 0 and counts["differ"] == 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
