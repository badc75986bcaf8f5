"""from_networkx: the graph file again, from what `assay export --to networkx` made of it.

python from_networkx.py graph.json > again.json && assay diff GRAPH again.json
"""

import json
import sys
from typing import Any

import networkx

from walk_networkx import load


def graph_file(graph: networkx.MultiDiGraph) -> dict[str, Any]:
    """Its header as it was, and each graph with its nodes in the order of their ids."""
    made = dict(graph.graph["file"])
    nodes = [data for _, data in graph.nodes(data=True)]
    for one in made["graphs"]:
        own = [data["node_call_info"] for data in nodes if data["graph"] == one["name"]]
        one["nodes"] = sorted(own, key=lambda node: node["id"])
    return made


if __name__ == "__main__":
    json.dump(graph_file(load(sys.argv[1])), sys.stdout)
