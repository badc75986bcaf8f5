"""walk_networkx: walks a graph breadth-first from its inputs and tangents and prints the shape of each edge.

assay export GRAPH --to networkx -o graph.json && python walk_networkx.py graph.json
"""

import collections
import json
import sys

import networkx


def load(path: str) -> networkx.MultiDiGraph:
    with open(path, encoding="utf-8") as file:
        return networkx.node_link_graph(json.load(file), edges="edges")


def walk(graph: networkx.MultiDiGraph) -> None:
    pending = collections.deque(key for key in graph if "primals" in key or "tangents" in key)
    seen = set(pending)
    while pending:
        at = pending.popleft()
        for _, user, slot, edge in graph.out_edges(at, keys=True, data=True):
            print(f"{at} -> {user} [{slot}]: {edge['shape']}")
            if user not in seen:
                seen.add(user)
                pending.append(user)


if __name__ == "__main__":
    walk(load(sys.argv[1]))
