"""from_networkx: restores a graph file from the output of `assay export --to networkx`.

python from_networkx.py graph.json > again.json && assay diff GRAPH again.json
"""

import json
import sys
from typing import Any

import networkx

from walk_networkx import load


def graph_file(graph: networkx.MultiDiGraph) -> dict[str, Any]:
    """The file with its header, and each graph with its nodes in order of id."""
    file = graph.graph["file"]
    nodes: dict[str, list[Any]] = {one["name"]: [] for one in file["graphs"]}
    for _, data in graph.nodes(data=True):
        nodes[data["graph"]].append(data["node_call_info"])
    in_order = {name: sorted(own, key=lambda node: node["id"]) for name, own in nodes.items()}
    return {**file, "graphs": [{**one, "nodes": in_order[one["name"]]} for one in file["graphs"]]}


if __name__ == "__main__":
    json.dump(graph_file(load(sys.argv[1])), sys.stdout)
