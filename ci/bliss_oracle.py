"""Compares `equal` at level `shapes` with igraph's bliss on pairs of small random graphs.

    bliss_oracle.py --environment DIR --program PROGRAM [--pairs N] [--seed N] [--twin]

PROGRAM (bliss_pairs_test) writes the pairs and the verdicts of `equal`. Exit 0: bliss agrees on all. 1: it disagrees, or a verdict never
occurred. 77: DIR, which ci/oracle.sh makes, does not exist. --twin inverts every hundredth verdict and expects exactly these disagreements.
The order of operators is derived independently from the files. Two operators may not be exchanged if either writes a storage that the other
touches, if both draw from the same generator, or if either changes state.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

SKIPPED = 77


def refs(value):
    """The references in a value, in order, as (node, path)."""
    if isinstance(value, list):
        for item in value:
            yield from refs(item)
    elif isinstance(value, dict):
        if "%" in value:
            node, output = value["%"]
            yield node, tuple(output) if isinstance(output, list) else (output,)
        else:
            for item in value.values():
                yield from refs(item)


def without_targets(value):
    """A value with each reference reduced to its path."""
    if isinstance(value, list):
        return [without_targets(item) for item in value]
    if isinstance(value, dict):
        if "%" in value:
            return {"%": value["%"][1]}
        return {key: without_targets(item) for key, item in value.items()}
    return value


def meta(output):
    """The facts about an output that level `shapes` compares."""
    if isinstance(output, list):
        return [meta(item) for item in output]
    if isinstance(output, dict):
        return {key: output[key] for key in ("dtype", "shape", "sym", "type", "opaque") if key in output}
    return output


def label(node):
    """The facts about a node alone that level `shapes` compares, as text. 1, 1.0 and true are distinct, like in the file."""
    parts = [node["kind"], [meta(output) for output in node.get("outputs", [])]]
    if node["kind"] == "input":
        named = node["role"] != "constant"
        parts += [node["role"], node["name"] if named else None, sorted(node.get("also", [])), node.get("value", {}).get("sha256")]
    elif node["kind"] == "op":
        marks = sorted(set(node.get("effects", [])) & {"rng", "state"})
        parts += [node["target"], [[name, without_targets(value)] for name, value in node["args"].items()], marks]
    else:
        parts += [[[name, without_targets(value)] for name, value in sorted(node["args"].items())]]
    return json.dumps(parts)


def slots(node):
    arguments = node.get("args", {})
    ordered = arguments if node["kind"] == "op" else sorted(arguments)
    return [ref for name in ordered for ref in refs(arguments[name])]


class Order:
    """The pairs of operators that may not be exchanged."""

    def __init__(self, nodes):
        self.parent = {}
        for node in nodes:
            for ref in slots(node):
                self.storage(ref)
            for output, argument in node.get("alias", {}).items():
                path = tuple(int(index) for index in output.split("."))
                for ref in refs(node["args"][argument]):
                    self.parent[self.storage((node["id"], path))] = self.storage(ref)
        self.touched = [{self.storage(ref) for ref in slots(node)} for node in nodes]
        self.written = [self.writes(node) for node in nodes]
        self.nodes = nodes

    def storage(self, cell):
        while self.parent.setdefault(cell, cell) != cell:
            cell = self.parent[cell]
        return cell

    def writes(self, node):
        paths = [effect.split(":", 1)[1] for effect in node.get("effects", []) if effect.startswith("mutates:")]
        return {self.storage(ref) for path in paths for ref in refs(node["args"][path])}

    def fixed(self, a, b):
        if self.nodes[a]["kind"] != "op" or self.nodes[b]["kind"] != "op":
            return False
        left, right = set(self.nodes[a].get("effects", [])), set(self.nodes[b].get("effects", []))
        if "state" in left | right or "rng" in left & right:
            return True
        return bool(self.written[a] & self.touched[b] or self.written[b] & self.touched[a])


def gadget_graph(file, colour_of):
    """Undirected, with colours. An edge u -l-> v becomes a path u, (l, out), (l, in), v, so parallel edges stay distinct."""
    import igraph

    nodes = file["graphs"][0]["nodes"]
    order = Order(nodes)
    colours, edges = [colour_of[label(node)] for node in nodes], []

    def add(a, b, name):
        edges.extend([(a, len(colours)), (len(colours), len(colours) + 1), (len(colours) + 1, b)])
        colours.extend([colour_of["out", name], colour_of["in", name]])

    for node in nodes:
        for slot, (target, _) in enumerate(slots(node)):
            add(node["id"], target, slot)
    for a in range(len(nodes)):
        for b in range(a + 1, len(nodes)):
            if order.fixed(a, b):
                add(a, b, "before")
    return igraph.Graph(n=len(colours), edges=edges), colours


def isomorphic(pair):
    colour_of = collections.defaultdict(lambda: len(colour_of))
    (left, left_colours), (right, right_colours) = (gadget_graph(pair[side], colour_of) for side in ("left", "right"))
    if sorted(left_colours) != sorted(right_colours):
        return False
    return left.isomorphic_bliss(right, color1=left_colours, color2=right_colours)


def judge(lines, twin):
    """(counts by modification and verdict, pairs on which bliss disagrees, pairs with an inverted verdict)."""
    counts, disagreed, turned = collections.Counter(), [], []
    for number, line in enumerate(lines):
        pair = json.loads(line)
        if twin and number % 100 == 0:
            pair["equal"] = not pair["equal"]
            turned.append(number)
        counts[pair["how"], pair["equal"]] += 1
        if isomorphic(pair) != pair["equal"]:
            disagreed.append(number)
    return counts, disagreed, turned


def report(lines, counts, disagreed):
    for (how, equal), count in sorted(counts.items()):
        print(f"{how:22} {'equal' if equal else 'different':10} {count:6}")
    print(f"{sum(counts.values())} pairs, bliss disagrees on {len(disagreed)}")
    for number in disagreed[:3]:
        print(f"pair {number}: {lines[number]}")


def enter(environment):
    """Continues in the environment's Python. Exits with 77 if it does not exist."""
    python = os.path.join(environment, "bin", "python")
    if os.path.abspath(sys.prefix) == os.path.abspath(environment):
        return
    if not os.path.exists(os.path.join(environment, "assay-lock.sha256")):
        print(f"skipped: no finished environment in {os.path.basename(environment)}/ of the build folder; next: ci/oracle.sh")
        sys.exit(SKIPPED)
    os.execv(python, [python, "-I", "-B", os.path.abspath(__file__), *sys.argv[1:]])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--environment", required=True)
    arguments.add_argument("--program", required=True)
    arguments.add_argument("--pairs", type=int, default=5000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--twin", action="store_true")
    options = arguments.parse_args()
    enter(options.environment)
    command = [options.program, str(options.pairs), str(options.seed)]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    counts, disagreed, turned = judge(lines, options.twin)
    report(lines, counts, [] if options.twin else disagreed)
    if options.twin:
        print(f"{len(turned)} verdicts turned round, {len(disagreed)} found")
    rare = [equal for equal in (True, False) if sum(n for (_, e), n in counts.items() if e == equal) < options.pairs // 10]
    for equal in rare:
        print(f"fewer than one pair in ten is {'equal' if equal else 'different'}: that would prove little")
    sys.exit(1 if rare or not lines or disagreed != turned else 0)


if __name__ == "__main__":
    main()
