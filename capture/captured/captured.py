"""captured: what a capture path hands to C++; plain records without behaviour."""

from dataclasses import dataclass, field
from typing import Any


class Unsupported(Exception):
    """What this method declares it cannot express for this program; the text is the reason."""


class NothingCaptured(Exception):
    """A capture method ended well and gave no graph at all; the text says why."""


@dataclass
class Input:
    """One input of a graph, in the order of the graph's placeholders.

    role: "parameter", "buffer", "user", "tangent", "saved" or "constant".
    name: qualified name of a parameter or buffer; pytree path of a user input; for a tangent
        the path of the result it belongs to; a running number for "saved" and "constant", where Dynamo
        cut the program `GRAPH:LABEL` for "saved", the result LABEL of an earlier graph, or `eager:N` for
        what ran between graphs, or a further run of one, gave; `NAME.size(D)` for a symbolic size that is passed on its own;
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
    name: pytree path of a user result (the first of several for the same tensor), or `base:PATH`
        for the base that AOTAutograd returns beside results that are views of it; name of the
        input for "mutation" and "gradient"; a running number for "saved".
    """

    role: str
    name: str

    def label(self) -> str:
        """What tells it from the others of its graph: as graph files key it."""
        return self.name if self.role == "user" else f"{self.role}:{self.name}"


@dataclass
class Break:
    """Why and where Dynamo ended a graph. source: "PATH:LINE" of the innermost frame."""

    reason: str
    source: str


@dataclass
class Captured:
    """One captured graph.

    name: "forward", "backward" or "joint"; the second and further ones of Dynamo "forward_1", ..
    graph: a torch.fx.GraphModule, or the C++ recorder of `dispatch`.
    shape_env: the ShapeEnv of a symbolic trace, else None.
    guards: sympy expressions under which a symbolic trace holds, in the order they arose.
    stopped: the graph break this graph ends in, if it does.
    resumes: the name of the graph after whose break this one takes the same function up again.
    assumes: path of an attribute of the model, or `input:NAME` of an input that is no tensor -> the value that
        the capture took for a constant and guards.
    """

    name: str
    graph: Any
    inputs: list[Input]
    results: list[Result]
    shape_env: Any = None
    guards: list[Any] = field(default_factory=list)
    stopped: Break | None = None
    resumes: str = ""
    assumes: dict[str, Any] = field(default_factory=dict)
