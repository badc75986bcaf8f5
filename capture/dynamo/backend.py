"""backend: the Dynamo backend `assay`: writes the graphs of every region that torch.compile makes of a script.

`torch.compile(net, backend="assay")` needs nothing else of Assay in the script. For the N-th region it writes
`region_N.joint.json`, `region_N.forward.json` and `region_N.backward.json`, or only the second if nothing requires a
gradient. The folder is `options={"graphs": FOLDER}`, else `$ASSAY_GRAPHS`, else `assay_graphs`. A recompilation
counts as a new region. Dynamo's own graph runs, like with `backend="eager"`. A failed capture costs a warning, never
the run.

The script's path has this package under the name `assay_python`, beside the module `assay_capture`.
"""

import copy
import os
import pathlib
import re
import sys
import warnings
from dataclasses import replace
from typing import Any, Callable

import torch
from assay_capture import write_graph_file

from .. import torch_private as private
from ..captured.captured import Captured, Input, Result
from . import hooks
from .regions import Region, region_of, resumed, source_of
from .roles import Roles, placeholders

_STEP = re.compile(r"\['([^']+)'\]|\[(\w+)\]|\.(\w+)")
_HOLDERS = ("_modules", "_parameters", "_buffers")


class _NoProgram:
    """Stands for the missing case: only inputs are states."""

    def inputs(self) -> list[Input]:
        return []


def _input(node: torch.fx.Node, value: Any) -> Input:
    """The Input of the place Dynamo read a value from.

    `L['self']._modules['fc']._parameters['weight']` is the parameter `fc.weight`, `L['x']` the user's `x`."""
    place = source_of(node)[1]
    steps = [next(filter(None, step)) for step in _STEP.findall(place)]
    name = ".".join(step for step in steps[steps[:1] == ["self"] :] if step not in _HOLDERS) or node.name
    if isinstance(value, torch.nn.Parameter):
        return Input("parameter", name, [], value)
    if "_buffers" in steps:
        return Input("buffer", name, [], value)
    kept = isinstance(value, torch.Tensor) and (place.startswith("G[") or steps[:1] == ["self"])
    return Input("constant", name, [], value.detach().clone()) if kept else Input("user", name, [], value)


def _graphs(region: Region, values: list[Any]) -> dict[str, Any]:
    """AOTAutograd's graphs of a region: `joint`, `forward` and `backward`, or `forward` alone."""
    made: dict[str, Any] = {}

    def partition(graph: Any, inputs: Any, **options: Any) -> None:
        made["joint"] = copy.deepcopy(graph)  # before the partitioner tidies it
        made["forward"], made["backward"] = private.default_partition(graph, inputs, **options)

    inference = hooks.last(lambda graph, _: made.update(forward=graph))
    hooks.until_last(private.aot_autograd(fw_compiler=inference, partition_fn=hooks.last(partition)), region.graph, values)
    return made


def _captured(region: Region, graphs: dict[str, Any], resumes: str) -> dict[str, Captured]:
    """The graphs with named inputs and results. Graphs of later regions are `joint_1`, .., like those of a program."""
    roles = Roles(region.inputs, region.results)
    primals = roles.inputs(graphs.get("joint", graphs["forward"]), [])
    primals = [given for given in primals if given.role != "tangent"]
    found = {}
    for kind, graph in graphs.items():
        inputs = roles.inputs(graph, roles.saved(graphs["forward"]) if kind == "backward" else [])
        results = roles.results(graph, [] if kind == "forward" else primals)
        named = replace(region, name=region.name.replace("joint", kind))
        found[kind] = named.captured(graph, inputs, results, resumes.replace("joint", kind))
    return found


def _write(region: Region, values: list[Any], earlier: list[Region], folder: pathlib.Path) -> None:
    nodes = placeholders(region.graph)
    region.inputs = [_input(node, value) for node, value in zip(nodes, values, strict=True)]
    leaves = private.tree_leaves(list(region.graph.graph.nodes)[-1].args[0])
    region.results = [Result("user", str(position)) for position in range(len(leaves))]
    on_gpu = any(isinstance(value, torch.Tensor) and value.is_cuda for value in values)
    file = f"region_{len(earlier)}"
    script = pathlib.Path(sys.argv[0]).stem or "python"
    for kind, one in _captured(region, _graphs(region, values), resumed(region, earlier)).items():
        header = {"case": f"{script}/{file}", "factory": ""}
        method = "aot_joint_compile" if kind == "joint" else "aot"
        path = str(folder / f"{file}.{kind}.json")
        write_graph_file([one], _NoProgram(), header, method, "cuda" if on_gpu else "cpu", path)


_earlier: list[Region] = []  # regions of this process, without their graphs and tensors


def assay(
    graph: torch.fx.GraphModule, values: list[Any], *, options: dict[str, str] | None = None
) -> Callable[..., Any]:
    """The backend. Raises ValueError for an option other than `graphs`."""
    unknown = set(options or ()) - {"graphs"}
    if unknown:
        raise ValueError(f"no such option of the backend assay: {', '.join(sorted(unknown))}; expected: graphs")
    folder = (options or {}).get("graphs") or os.environ.get("ASSAY_GRAPHS") or "assay_graphs"
    region = region_of(graph, f"joint_{len(_earlier)}" if _earlier else "joint")
    try:
        _write(region, values, _earlier, pathlib.Path(folder))
    except private.RestartAnalysis:  # Dynamo traces the region again
        raise
    except Exception as failure:
        where = f"region_{len(_earlier)} ({region.function or 'a function'})"
        warnings.warn(f"assay: {where} was not written: {type(failure).__name__}: {failure}", RuntimeWarning)
    _earlier.append(replace(region, graph=None, inputs=[], results=[], shape_env=None))
    return graph.forward
