"""sub_graph: a sub-graph of a graph file as an operator wants it that runs what it is given by torch.fx.Interpreter."""

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
    """`run`, which gives a tuple; with `results`, what it gives is those first and the rest as a second tuple, as
    the forward of an autograd.Function gives its results and what it saves. One result is by itself."""
    graph = torch.fx.Graph()
    graph.output(graph.call_module("calls", (graph.placeholder("*given"),)))
    return torch.fx.GraphModule({"calls": _Calls(run, results)}, graph)
