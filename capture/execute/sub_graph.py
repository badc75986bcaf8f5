"""sub_graph: a graph file's sub-graph as a GraphModule, for operators that run their parts by torch.fx.Interpreter."""

from typing import Any, Callable

import torch


class _Calls(torch.nn.Module):
    def __init__(self, run: Callable[..., tuple[Any, ...]], results: int | None) -> None:
        super().__init__()
        self.run, self.results = run, results

    def forward(self, given: tuple[Any, ...]) -> Any:
        made = self.run(*given)
        if self.results is None:
            return made
        first, rest = made[: self.results], made[self.results :]
        return first[0] if self.results == 1 else first, rest


def interpreted(run: Callable[..., tuple[Any, ...]], results: int | None = None) -> torch.fx.GraphModule:
    """A module that calls `run`, which returns a tuple.

    results: number of leading results. The output is then (these, the rest), like the forward of an
        autograd.Function returns results and saved tensors. A single result stands without a tuple."""
    graph = torch.fx.Graph()
    graph.output(graph.call_module("calls", (graph.placeholder("*given"),)))
    return torch.fx.GraphModule({"calls": _Calls(run, results)}, graph)
