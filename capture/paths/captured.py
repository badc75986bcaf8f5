"""captured: what a capture path hands to C++; plain records without behaviour."""

from dataclasses import dataclass, field
from typing import Any


class Unsupported(Exception):
    """What this method declares it cannot express for this program; the text is the reason."""


@dataclass
class Input:
    """One input of a graph, in the order of the graph's placeholders.

    role: "parameter", "buffer", "user", "tangent", "saved" or "constant".
    name: qualified name of a parameter or buffer; pytree path of a user input; for a tangent
        the path of the result it belongs to; a running number for "saved" and "constant";
        `base:NAME` where AOTAutograd put the base of several views in the place of NAME.
    also: further names of the same tensor object (tied weights; a user tensor passed twice
        where the capture has one placeholder for both).
    value: the tensor, or the Python value of an input that is no tensor; None where only the
        placeholder's own `meta["val"]` describes it (tangents, saved, constants).
    """

    role: str
    name: str
    also: list[str] = field(default_factory=list)
    value: Any = None


@dataclass
class Result:
    """One leaf of a graph's flattened output, in order.

    role: "user", "mutation", "gradient" or "saved".
    name: pytree path of a user result, or `base:PATH` for the base that AOTAutograd returns
        beside results that are views of it; name of the input for "mutation" and "gradient"; a
        running number for "saved".
    """

    role: str
    name: str


@dataclass
class Captured:
    """One captured graph.

    name: "forward", "backward" or "joint".
    graph: a torch.fx.GraphModule, or the C++ recorder of `dispatch`.
    shape_env: the ShapeEnv of a symbolic trace, else None.
    guards: sympy expressions under which a symbolic trace holds, in the order they arose.
    """

    name: str
    graph: Any
    inputs: list[Input]
    results: list[Result]
    shape_env: Any = None
    guards: list[Any] = field(default_factory=list)
