"""captured: what a capture path hands to C++; plain records without behaviour."""

from dataclasses import dataclass, field
from typing import Any, Callable


class Unsupported(Exception):
    """What this method declares it cannot express for this program; the text is the reason."""


class NothingCaptured(Exception):
    """A capture method ended well and gave no graph at all; the text says why."""


@dataclass(frozen=True)
class Name:
    """What a value is called that is none of the program's own. C++ has its text (harness/graph/value_name.h).

    path: what the program calls it, or a running number.
    result: "user", "mutation", "replacement" or "saved": of a tangent, and of what an earlier graph gives, which of its
        results.
    graph: the earlier graph that gives it, where Dynamo cut the program.
    outside: no graph gives it: Python made it between graphs, or in a further run of one.
    base: the tensor that `path` is a view of, where AOTAutograd put the base of several views in their place.
    size: not the tensor, but its symbolic size in this dimension.
    """

    path: str
    result: str = "user"
    graph: str = ""
    outside: bool = False
    base: bool = False
    size: int | None = None


def named(name: str | Name) -> Name:
    """`name` in parts."""
    return name if isinstance(name, Name) else Name(name)


@dataclass
class Input:
    """One input of a graph, in the order of the graph's placeholders.

    role: "parameter", "buffer", "user", "tangent", "saved" or "constant".
    name: what the program calls it: qualified name of a parameter or buffer, pytree path of a user input; a
        running number for "saved" and "constant"; for a tangent the path of the result it belongs to. Else a Name.
    also: further names of the same tensor object (tied weights; a user tensor passed twice
        where the capture has one placeholder for both).
    value: the tensor, or the Python value of an input that is no tensor; None where only the
        placeholder's own `meta["val"]` describes it (tangents, saved, constants).
    """

    role: str
    name: str | Name
    also: list[str | Name] = field(default_factory=list)
    value: Any = None


@dataclass
class Result:
    """One leaf of a graph's flattened output, in order.

    role: "user", "mutation" (what was written into an input or a state), "replacement" (the tensor that a state holds
        from then on, in place of the one before), "gradient" or "saved".
    name: pytree path of a user result (the first of several for the same tensor); name of the input for
        "mutation" and "gradient", of the state for "replacement"; a running number for "saved". A Name for the base
        that AOTAutograd returns beside results that are views of it.
    also: what else that leaf is: a result for the user may be the new tensor of a buffer. The graph's last results.
    """

    role: str
    name: str | Name
    also: list["Result"] = field(default_factory=list)


@dataclass
class Break:
    """Why and where Dynamo ended a graph. source: "PATH:LINE" of the innermost frame."""

    reason: str
    source: str


@dataclass(frozen=True)
class Assumption:
    """What a capture took for a constant and guards: an attribute of the model, or an input that is no tensor."""

    path: str
    value: Any
    is_input: bool = False


NO_GRAPH = "no_graph"


@dataclass
class Captured:
    """One captured graph.

    name: "forward", "backward" or "joint"; the second and further ones of Dynamo "forward_1", ..
    graph: a torch.fx.GraphModule, or the C++ recorder of `dispatch`.
    shape_env: the ShapeEnv of a symbolic trace, else None.
    guards: sympy expressions under which a symbolic trace holds, in the order they arose.
    stopped: the graph break this graph ends in, if it does.
    resumes: the name of the graph after whose break this one takes the same function up again; NO_GRAPH where no
        operator ran before that break, or before Python called the function.
    held: what is read off the graph module by this name is that input.
    refusal: asks what PyTorch gives its user, called with (args, kwargs), whether it takes them: why not, or "". None where
        there is nothing to ask.
    """

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
