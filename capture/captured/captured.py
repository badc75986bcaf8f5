"""captured: records that a capture hands to C++, without behaviour."""

from dataclasses import dataclass, field
from typing import Any, Callable


class Unsupported(Exception):
    """The method cannot express this program. The text is the reason."""


class NothingCaptured(Exception):
    """A capture method succeeded without any graph. The text is the reason."""


@dataclass(frozen=True)
class Name:
    """The name of a value that the program itself does not own. C++ has its text form (harness/graph/value_name.h).

    path: the program's name for it, or a running number.
    result: role of the result behind a tangent or an earlier graph's value: "user", "mutation", "replacement" or
        "saved".
    graph: the earlier graph that returns it, where Dynamo cut the program.
    outside: no graph returns it. Python made it between graphs, or in a further run of a graph.
    base: the value is the base of the view `path`. AOTAutograd puts the base in place of several views.
    size: the value is the symbolic size of the tensor in this dimension."""

    path: str
    result: str = "user"
    graph: str = ""
    outside: bool = False
    base: bool = False
    size: int | None = None


def named(name: str | Name) -> Name:
    """`name` as a Name."""
    return name if isinstance(name, Name) else Name(name)


@dataclass
class Input:
    """An input of a graph. Inputs follow the order of the graph's placeholders.

    role: "parameter", "buffer", "user", "tangent", "saved" or "constant".
    name: qualified name of a parameter or buffer, pytree path of a user input, a running number for "saved" and
        "constant", and for a tangent the path of its result. Else a Name.
    also: further names of the same tensor object (tied weights, or a user tensor passed twice that has a single
        placeholder).
    value: the tensor or Python value. None where only the placeholder's `meta["val"]` describes it (tangents, saved,
        constants)."""

    role: str
    name: str | Name
    also: list[str | Name] = field(default_factory=list)
    value: Any = None


@dataclass
class Result:
    """A leaf of a graph's flattened output, in order.

    role: "user", "mutation" (the value written into an input or a state), "replacement" (the new tensor of a rebound
        state), "gradient" or "saved".
    name: pytree path of a user result (the first of several for a tensor), name of the input for "mutation" and
        "gradient", of the state for "replacement", a running number for "saved". A Name for the base that
        AOTAutograd returns beside views of it.
    also: further roles of the leaf, listed as the graph's last results. A user result may also be the new tensor of a
        buffer."""

    role: str
    name: str | Name
    also: list["Result"] = field(default_factory=list)


@dataclass
class Break:
    """Reason and place of a Dynamo graph break. source: "PATH:LINE" of the innermost frame."""

    reason: str
    source: str


@dataclass(frozen=True)
class Assumption:
    """A guarded constant of a capture: an attribute of the model, or an input that is not a tensor."""

    path: str
    value: Any
    is_input: bool = False


NO_GRAPH = "no_graph"


@dataclass
class Captured:
    """A captured graph.

    name: "forward", "backward" or "joint". Dynamo's further graphs are "forward_1", ..
    graph: a torch.fx.GraphModule, or the C++ recorder of `dispatch`.
    shape_env: the ShapeEnv of a symbolic trace, else None.
    guards: sympy expressions under which a symbolic trace holds, in order of appearance.
    stopped: the graph break that ends this graph, or None.
    resumes: the graph after whose break this graph continues the same function. NO_GRAPH if no operator ran before
        that break, or before Python called the function.
    held: attribute of the graph module -> its input.
    refusal: called with (args, kwargs), returns why PyTorch's capture does not accept them, or "". None where
        PyTorch has no check."""

    name: str
    graph: Any
    inputs: list[Input]
    results: list[Result]
    shape_env: Any = None
    guards: list[Any] = field(default_factory=list)
    stopped: Break | None = None
    resumes: str = ""
    assumes: list[Assumption] = field(default_factory=list)
    held: dict[str, Input] = field(default_factory=dict)
    refusal: Callable[[Any, Any], str] | None = None
