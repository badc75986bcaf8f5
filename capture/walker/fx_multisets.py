"""fx_multisets: counts the contents of a captured torch.fx graph directly, to check the walker's file.

Shares no code with the walker or the harness. It reads FX and plain JSON, and counts operators, edges (producer
operator, consumer operator; parallel edges counted) and output shapes. Without a replay, only this check shows that
a golden approves the program and not the walker's mistakes.
"""

import collections
import json
import operator
from typing import Any, Iterator, Sequence

import torch
from torch.fx.node import _get_qualified_name
from torch.utils import _pytree

Counts = dict[str, collections.Counter]


def _label(node: torch.fx.Node) -> str:
    """The operator's name in the graph file."""
    if node.op == "call_module":
        return "module:" + node.target
    if node.op == "call_method":
        return "method:" + node.target
    if isinstance(node.target, torch._ops.OpOverload):
        return str(node.target)
    if isinstance(node.target, torch._ops.OpOverloadPacket) and len(node.target.overloads()) == 1:
        return str(getattr(node.target, node.target.overloads()[0]))
    if isinstance(node.target, torch._ops.HigherOrderOperator):
        return "higher_order." + node.target.name()
    if type(node.target).__module__ == "torch._dynamo.utils":  # an object that calls NumPy: a function, a method or an operator
        called = next(getattr(node.target, key) for key in ("f", "method", "op") if hasattr(node.target, key))
        return f"fn:torch._dynamo.utils.{type(node.target).__name__}.{getattr(called, '__name__', called)}"
    return "fn:" + _get_qualified_name(node.target).removeprefix("_")


def _several(value: Any) -> bool:
    return isinstance(value, (tuple, list))


def _folded(node: torch.fx.Node) -> bool:
    """Whether `node` only names an output of another node."""
    if node.op != "call_function" or not isinstance(node.args[0] if node.args else None, torch.fx.Node):
        return False
    value = node.args[0].meta.get("val")
    if node.target is getattr:  # a call's named tuple; an input is a single value
        return node.args[0].op != "placeholder" and isinstance(value, tuple) and node.args[1] in getattr(value, "__match_args__", ())
    return node.target is operator.getitem and _several(value) and isinstance(node.args[1], int)


def _leaf_count(value: Any) -> int:
    return sum(_leaf_count(item) for item in value) if _several(value) else 1


def _producers(argument: Any, module: torch.fx.GraphModule) -> Iterator[str]:
    """The producer of each edge of an argument."""
    for leaf in _pytree.tree_leaves(argument):
        if isinstance(leaf, slice):
            yield from _producers([leaf.start, leaf.stop, leaf.step], module)
        if not isinstance(leaf, torch.fx.Node):
            continue
        origin = leaf
        while _folded(origin):
            origin = origin.args[0]
        if origin.op == "get_attr":
            held = operator.attrgetter(origin.target)(module)
            if not isinstance(held, torch.fx.GraphModule):
                yield "input"
        elif origin.op == "placeholder":
            yield "input"
        else:
            yield from [_label(origin)] * _leaf_count(leaf.meta.get("val"))


def _shape(tensor: torch.Tensor) -> str:
    """Sizes as text. Symbolic sizes are `?`, since the file has its own names; sizes fixed by tracing are numbers."""
    known = lambda size: isinstance(size, int) or size.node.expr.is_Integer
    return ",".join(str(int(size)) if known(size) else "?" for size in tensor.shape)


def of_fx(module: torch.fx.GraphModule, results: Sequence[Any] = ()) -> Counts:
    """Counts of a graph, with its sub-graphs added. results: captured.Result, whose `also` adds edges."""
    counts: Counts = {"operators": collections.Counter(), "edges": collections.Counter(), "shapes": collections.Counter()}
    for node in list(module.graph.nodes):
        if node.op == "get_attr" and isinstance(operator.attrgetter(node.target)(module), torch.fx.GraphModule):
            for key, inner in of_fx(operator.attrgetter(node.target)(module)).items():
                counts[key].update(inner)
        if node.op in ("placeholder", "get_attr") or _folded(node):
            continue
        if node.op == "output":
            leaves = _pytree.tree_leaves(node.args[0])
            again = [leaf for leaf, result in zip(leaves, results) for _ in result.also]
            counts["edges"].update((producer, "output") for producer in _producers([leaves, again], module))
            continue
        consumer = _label(node)
        counts["operators"][consumer] += 1
        bound = node.meta.get("assay_bound")
        given = (node.args, node.kwargs) if bound is None else bound
        counts["edges"].update((producer, consumer) for producer in _producers(given, module))
        counts["edges"].update(("input", consumer) for _ in node.meta.get("assay_reads") or ())
        leaves = _pytree.tree_leaves(node.meta.get("val"))
        counts["shapes"].update(_shape(leaf) for leaf in leaves if isinstance(leaf, torch.Tensor))
    return counts


def _references(value: Any) -> Iterator[int]:
    """Node ids of the references in a JSON value."""
    if isinstance(value, dict):
        if "%" in value:
            yield value["%"][0]
        else:
            for item in value.values():
                yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def _file_shapes(outputs: list[Any]) -> Iterator[str]:
    for output in outputs:
        if isinstance(output, list):
            yield from _file_shapes(output)
        elif isinstance(output, dict) and "shape" in output:
            yield ",".join(str(size) if isinstance(size, int) else "?" for size in output["shape"])


def of_file(path: str, names: set[str] | None = None) -> Counts:
    """The same counts of a graph file. names: count only these graphs and their sub-graphs."""
    counts: Counts = {"operators": collections.Counter(), "edges": collections.Counter(), "shapes": collections.Counter()}
    with open(path, encoding="utf-8") as file:
        graphs = json.load(file)["graphs"]
    for graph in graphs:
        if names is not None and graph["name"].split("/")[0] not in names:
            continue
        labels = {node["id"]: node.get("target", "input") for node in graph["nodes"]}
        for node in graph["nodes"]:
            if node["kind"] == "input":
                continue
            consumer = node.get("target", "output")
            counts["edges"].update((labels[ref], consumer) for ref in _references(node["args"]))
            if node["kind"] == "op":
                counts["operators"][consumer] += 1
                counts["shapes"].update(_file_shapes(node["outputs"]))
    return counts


def differences(fx: Counts, file: Counts) -> list[str]:
    """A line per differing count; empty if the file matches FX."""
    lines = []
    for key in fx:
        for item in sorted(set(fx[key]) | set(file[key]), key=str):
            if fx[key][item] != file[key][item]:
                lines.append(f"{key}: {item}: FX has {fx[key][item]}, the file {file[key][item]}")
    return lines
