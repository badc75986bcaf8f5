"""yardstick: a fixed piece of work that knows nothing of PyTorch, to tell a slow machine from a slow capture.

It does what tracing does to a processor (small objects, dictionaries, strings, code that jumps about) over a few megabytes,
and takes some 15 ms. Times that are divided by its own, taken beside them, are comparable between loads of a machine, never
between versions of Python.
"""

import ast
import gc

_STEPS = ((7919, 6007), (104729, 5987))  # to earlier nodes, in an order that no cache foresees
_SOURCE = "\n".join(f"def f{i}(a, b={i}):\n    return {{'k': [a + j for j in range(b)], 'b': (a, b)}}" for i in range(120))


class _Node:
    __slots__ = ("name", "args", "users", "meta")

    def __init__(self, name: str, args: "tuple[_Node, ...]") -> None:
        self.name, self.args = name, args
        self.users: dict[_Node, None] = {}
        self.meta = {"val": (1, 2, 3)}


def _graph(size: int) -> int:
    """Edges of a graph that is built and walked once."""
    nodes: list[_Node] = []
    for i in range(size):
        args = tuple(nodes[i * factor % prime % i] for factor, prime in _STEPS) if i else ()
        node = _Node(f"node_{i}", args)
        for arg in args:
            arg.users[node] = None
        nodes.append(node)
    return sum(len(node.users) for node in nodes)


def work() -> None:
    """Once; without collecting garbage, which would be the program's."""
    collects = gc.isenabled()
    gc.disable()
    try:
        compile(ast.parse(_SOURCE), "<yardstick>", "exec")
        if _graph(6000) < 6000:
            raise AssertionError("the graph of the yardstick has lost edges")
    finally:
        if collects:
            gc.enable()
