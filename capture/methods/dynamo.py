"""dynamo: the Python-level graphs that torch.compile passes to its backend, separated by graph breaks.

Each is interpreted at its first run in the program, which annotates its nodes (see `interpret`). Symbolic sizes come
from Dynamo's own examples.
"""

from typing import Any

import torch

from assay_capture import phase

from ..captured.captured import Captured
from ..dynamo import regions
from ..dynamo.roles import placeholders
from ..observe.interpret import Watching
from ..program.program import Program


def _keep_examples(graph: torch.fx.GraphModule) -> None:
    """Makes Dynamo's examples the values of nodes in sub-graphs, which are not interpreted."""
    for module in graph.modules():
        if isinstance(module, torch.fx.GraphModule) and module is not graph:
            for node in list(module.graph.nodes):
                node.meta.setdefault("val", node.meta.get("example_value"))


def capture(program: Program) -> list[Captured]:
    """Graphs `forward`, `forward_1`, .. in compilation order. Raises NothingCaptured if there are none."""

    def prepare(region: regions.Region, _: list[Any]) -> Any:
        graph = region.graph
        _keep_examples(graph)
        examples = {node: node.meta.get("example_value") for node in list(graph.graph.nodes)}
        symbolic = {node: example for node, example in examples.items() if regions.has_symbols(example)}

        def interpret(*values: Any) -> Any:
            targets = [node.target for node in placeholders(graph)]
            with phase("observe"):
                returned = Watching(program, graph, dict(zip(targets, values))).run()
            for node, example in symbolic.items():
                node.meta["val"] = example
            return returned

        return interpret

    made = regions.run(program, "forward", prepare)
    return [
        region.captured(region.graph, region.inputs, region.results, regions.resumed(region, made[:position]))
        for position, region in enumerate(made)
    ]
