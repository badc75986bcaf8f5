"""yardstick: a fixed workload without PyTorch, to separate a slow machine from a slow capture.

Like tracing, it uses small objects, dictionaries, strings and scattered code over a few megabytes. It takes about 15
ms. Times divided by its time, measured nearby, are comparable between loads of a machine, never between versions of
Python.
"""

import ast
import gc

_STEPS = ((7919, 6007), (104729, 5987))  # to earlier nodes, in an order that caches cannot predict
_SOURCE = "\n".join(f"def f{i}(a, b={i}):\n    return {{'k': [a + j for j in range(b)], 'b': (a, b)}}" for i in range(120))


class _Node:
    __slots__ = ("name", "args", "users", "meta")

    def __init__(self, name: str, args: "tuple[_Node, ...]") -> None:
        self.name, self.args = name, args
        self.users: dict[_Node, None] = {}
        self.meta = {"val": (1, 2, 3)}


def _graph(size: int) -> int:
    """Number of edges of a graph that is built and walked."""
    nodes: list[_Node] = []
    for i in range(size):
        args = tuple(nodes[i * factor % prime % i] for factor, prime in _STEPS) if i else ()
        node = _Node(f"node_{i}", args)
        for arg in args:
            arg.users[node] = None
        nodes.append(node)
    return sum(len(node.users) for node in nodes)


def work() -> None:
    """Runs the workload, without garbage collection, which would collect the program's garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        compile(ast.parse(_SOURCE), "<yardstick>", "exec")
        if _graph(6000) < 6000:
            raise AssertionError("the graph of the yardstick has lost edges")
    finally:
        if collects:
            gc.enable()
