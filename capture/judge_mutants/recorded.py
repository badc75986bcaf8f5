"""recorded: whether a graph file's shapes and types match the values of the captured run.

A file that contradicts itself is refused, whatever it computes.
"""

import json
import pathlib
from typing import Any

import torch

from oracle import Known, Run, Values, built


def contradictions(file: pathlib.Path, known: Known) -> list[str]:
    """Nodes whose value has another shape or type than in the graph file, in words.

    The file's module of torch.fx lies beside it."""
    document = json.loads(file.read_text())
    run = Run(built(file.with_suffix(".py"), False), Values(known, "own", 0, False, 0.0))
    run.given = {}
    try:
        run.outcome()
    except Exception:
        return []  # reported elsewhere
    found = []
    for graph in document["graphs"]:
        given = run.given.get(graph["name"], {})
        for node in graph["nodes"]:
            if node["kind"] == "op" and node["id"] in given:
                found += _contradictions(f"{graph['name']}: node {node['id']}", node["outputs"], given[node["id"]])
    return found


def _contradictions(place: str, outputs: list[Any], given: Any) -> list[str]:
    values = list(given) if isinstance(given, (list, tuple)) else [given]
    return [
        f"{place}: the file says {told['dtype']}{told['shape']}, it gives {_text(value)}"
        for told, value in zip(outputs, values)
        if isinstance(told, dict) and "dtype" in told and isinstance(value, torch.Tensor) and not _is_as_told(told, value)
    ]


def _is_as_told(told: dict[str, Any], value: torch.Tensor) -> bool:
    if str(value.dtype)[6:] != told["dtype"] or value.dim() != len(told["shape"]):
        return False
    return all(isinstance(size, dict) or size == now for size, now in zip(told["shape"], value.shape))


def _text(value: torch.Tensor) -> str:
    return f"{str(value.dtype)[6:]}{list(value.shape)}"
