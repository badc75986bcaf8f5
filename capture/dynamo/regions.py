"""regions: the graphs that Dynamo makes of a program's run, with named inputs and results.

Dynamo names placeholders after the place it read a value from. Here names follow identity: the program's own
tensors, tensors that modules keep as attributes, and results of earlier graphs of the same run.
"""

import os
import re
from dataclasses import dataclass, field, replace
from typing import Any, Callable

import torch

from .. import torch_private as private
from ..captured.captured import NO_GRAPH, Assumption, Break, Captured, Input, Name, NothingCaptured, Result, named
from ..program import naming
from ..program.arguments import arguments, dynamic_dimensions
from ..program.program import Program
from ..program.untouched import untouched
from .roles import Roles, placeholders

_TORCH = os.path.dirname(torch.__file__) + os.sep
_RESUMED = "torch_dynamo_resume_in_"
_STEP = re.compile(r"\.(?P<attribute>\w+)|\[(?P<item>'[^']*'|\d+)\]")


@dataclass
class Region:
    """A graph as Dynamo handed it to its backend, and the results of its first run."""

    graph: torch.fx.GraphModule
    name: str
    function: str  # compiled function, as Dynamo names it
    line: int  # in that function, at the end of the graph
    stopped: Break | None
    shape_env: Any
    begins: bool = True  # starts at the program's first line
    inputs: list[Input] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    assumes: list[Assumption] = field(default_factory=list)
    returned: list[Any] | None = None
    held: dict[str, Input] = field(default_factory=dict)  # attribute of its module -> input read from it

    def captured(self, graph: Any, inputs: list[Input], results: list[Result], resumes: str) -> Captured:
        """The record of `graph`, the region's own or a graph derived from it. Has guards only if a size is symbolic."""
        guards = [guard.expr for guard in self.shape_env.guards] if self.shape_env is not None else []
        held = self.held if graph is self.graph else {}
        return Captured(self.name, graph, inputs, results, self.shape_env, guards, self.stopped, resumes, self.assumes, held)


class _Read:
    """A tensor that a region reads from its module, by the attribute `target`."""

    def __init__(self, region: Region, target: str, value: torch.Tensor, known: Input | None, made_here: bool) -> None:
        self.region, self.target, self.value, self.known = region, target, value, known
        self.made_here = made_here  # by the compiled function, or passed to it
        self.kept = value.detach().clone()  # running the model may write the tensor


Prepare = Callable[[Region, list[Any]], Callable[..., Any]]


def has_symbols(value: Any) -> bool:
    """Whether a size or number in `value` is symbolic."""

    def symbolic(leaf: Any) -> bool:
        if isinstance(leaf, torch.Tensor):
            return any(isinstance(size, torch.SymInt) for size in leaf.shape)
        return isinstance(leaf, (torch.SymInt, torch.SymFloat, torch.SymBool))

    return any(map(symbolic, private.tree_leaves(value)))


def source_of(node: torch.fx.Node) -> tuple[Any, str]:
    """(Dynamo's source of a placeholder's value or None, its name)."""
    source = getattr(node.meta.get("grapharg"), "source", None)
    name = getattr(source, "name", "")
    return source, name() if callable(name) else name


class Names:
    """Names the placeholders of regions, in compilation order."""

    def __init__(self, program: Program) -> None:
        self.known: dict[int, Input] = {}
        for given in program.inputs():
            if not isinstance(given.value, torch.Tensor):
                continue
            first = self.known.setdefault(id(given.value), given)
            if first is not given:
                first.also.append(given.name)
        self.attributes: dict[int, str] = {}
        for path, tensor in naming.attributes(program.model).items():
            self.attributes.setdefault(id(tensor), path)
        self.links: list[tuple[Input, Region, int]] = []
        self.kept: list[Any] = []  # alive, so that no identity is reused
        self.made_by_eager = 0
        self.read: list[_Read] = []

    def inputs(self, region: Region, values: list[Any], earlier: list[Region]) -> list[Input]:
        """An Input per placeholder of `region`."""
        self.kept.append(values)
        nodes = placeholders(region.graph)
        tensors = [self._tensor(node, value, earlier) for node, value in zip(nodes, values, strict=True)]
        places = {source_of(node)[1]: tensor for node, tensor in zip(nodes, tensors) if tensor is not None}
        return [tensor or self._size(node, value, places, earlier) for node, value, tensor in zip(nodes, values, tensors)]

    def hold(self, region: Region, earlier: list[Region]) -> dict[str, Input | None]:
        """Records the tensors that `region` reads from its module. Call it while they exist.

        Returns attribute -> known Input or None, in the order of reading."""
        targets = dict.fromkeys(node.target for node in list(region.graph.graph.nodes) if node.op == "get_attr")
        read = {target: getattr(region.graph, target, None) for target in targets}
        held = {target: value for target, value in read.items() if isinstance(value, torch.Tensor)}
        local = {private.OutputGraph.module_key_name(guard.name) for guard in _guards() if guard.name.startswith("L[")}
        for target, value in sorted(held.items()):
            known = self._known(value, earlier)
            made_here = target in local and id(value) not in self.attributes
            self.read.append(_Read(region, target, value, known, made_here))
        found = {one.target: one.known for one in self.read if one.region is region}
        return {target: found[target] for target in held}

    def withdraw(self, region: Region) -> None:
        """Forgets `region`, which Dynamo replaces after a restart."""
        given = [named(one.name) for one in region.inputs]
        self.made_by_eager -= sum(name.outside and name.size is None for name in given)
        self.links = [link for link in self.links if all(link[0] is not one for one in region.inputs)]
        self.read = [one for one in self.read if one.region is not region]

    def settle(self) -> None:
        """Binds the attributes that regions read to inputs, after the run.

        Dynamo keeps an optimizer's parameters and state as attributes, and removes most of them once the optimizer
        is gone. A tensor that is not the program's own comes from outside the graphs if it was local to the function or
        has been removed. All others are constants."""
        for one in self.read:
            if one.known is not None or one.made_here or not hasattr(one.region.graph, one.target):
                one.region.held[one.target] = one.known or self._outside(one.value)

    def pin(self) -> None:
        """Restores the constants that regions read, as attributes of their modules with the values before the run."""
        for one in self.read:
            if one.target not in one.region.held:
                vars(one.region.graph)[one.target] = one.kept

    def _known(self, value: torch.Tensor, earlier: list[Region]) -> Input | None:
        """The Input of the program's own tensor or of an earlier region's result; None for others."""
        if id(value) in self.known:
            known = self.known[id(value)]
            return Input(known.role, known.name, list(known.also), value)
        for region in earlier:
            for position, leaf in enumerate(region.returned or ()):
                if leaf is value:
                    self.links.append((Input("saved", "", [], value), region, position))
                    return self.links[-1][0]
        return None

    def _outside(self, value: torch.Tensor) -> Input:
        self.made_by_eager += 1
        return Input("saved", Name(str(self.made_by_eager - 1), outside=True), [], value)

    def _tensor(self, node: torch.fx.Node, value: Any, earlier: list[Region]) -> Input | None:
        if not isinstance(value, torch.Tensor):
            return None
        known = self._known(value, earlier)
        if known is not None:
            return known
        place = source_of(node)[1]
        if id(value) in self.attributes or place.startswith("G["):
            kept = value.detach().clone()  # running the model may write the constant
            return Input("constant", self.attributes.get(id(value), place), [], kept)
        return self._outside(value)

    def _untaken(self, place: str, earlier: list[Region]) -> Input | None:
        """The known tensor that Dynamo's function has at `place` although the graph does not take it; None
        otherwise."""
        _, value = _way(place, private.InstructionTranslator.current_tx().output.local_scope, {})
        return self._known(value, earlier) if isinstance(value, torch.Tensor) else None

    def _size(self, node: torch.fx.Node, value: Any, places: dict[str, Input], earlier: list[Region]) -> Input:
        """The Input of a number: the size of a tensor known to the graph or the program, else the place Dynamo read."""
        source, place = source_of(node)
        base = getattr(source, "base", None)
        of = getattr(base, "name", "")
        of = of() if callable(of) else of
        tensor = places.get(of) or self._untaken(of, earlier)
        if tensor is None or ".size()" not in place:
            return Input("user", place or node.name, [], value)
        role = "saved" if tensor.role == "saved" else "user"
        size = Input(role, replace(named(tensor.name), size=source.idx), [], value)
        for link in [link for link in self.links if link[0] is tensor]:
            self.links.append((size, link[1], link[2]))
        return size


def name_results(regions: list[Region], program: Program, results: list[tuple[str, Any]], names: Names) -> None:
    """Names each region's results, then the inputs of later regions that read them.

    A result is in the model's `results`, replaces a buffer, or is "saved"."""
    users: dict[int, str] = {}
    for path, leaf in results:
        users.setdefault(id(leaf), path)
    own = {id(tensor) for tensor in program.buffers.values()}
    current = program.model.named_buffers(remove_duplicate=False)
    replaced: dict[int, list[Result]] = {}
    for name, tensor in current:
        if id(tensor) not in own:
            replaced.setdefault(id(tensor), []).append(Result("replacement", name))
    for region in regions:
        for position, leaf in enumerate(region.returned or ()):
            roles = []
            if isinstance(leaf, torch.Tensor):
                roles += [Result("user", users.pop(id(leaf)))] if id(leaf) in users else []
                roles += replaced.pop(id(leaf), [])
            first, *others = roles or [Result("saved", str(position))]
            region.results.append(Result(first.role, first.name, others))
    for given, region, position in names.links:
        result = region.results[position]
        given.name = Name(result.name, result.role, region.name, size=named(given.name).size)


def resumed(region: Region, earlier: list[Region]) -> str:
    """The graph after whose break `region` continues the same function; "" if `region` begins a function.

    NO_GRAPH: that break has no graph, or Python called the function before any graph.

    Dynamo names continuations `.._in_FUNCTION_at_LINE`. Breaks without operators since the last graph make no graph,
    so the line may differ from the line where a graph ended."""
    function, line = _resumes_at(region.function)
    if line is None:
        return "" if region.begins or earlier else NO_GRAPH
    before = [one for one in earlier if one.stopped is not None and _resumes_at(one.function)[0] == function]
    if not before:
        return NO_GRAPH
    return min(reversed(before), key=lambda one: abs(one.line - line)).name


def _resumes_at(name: str) -> tuple[str, int | None]:
    """(the user's function, the line where Dynamo's continuation resumes it or None)."""
    if not name.startswith(_RESUMED):
        return name, None
    function, _, line = name.removeprefix(_RESUMED).rpartition("_at_")
    return function, int(re.match(r"\d*", line).group() or 0)


def _guards() -> list[Any]:
    """Dynamo's guards of the frame in compilation."""
    return list(private.TracingContext.get().guards_context.dynamo_guards)


def _has_model(local_scope: dict[str, Any], program: Program) -> bool:
    return any(value is program.model for value in local_scope.values())


def _assumes(program: Program) -> list[Assumption]:
    """The guarded constants that Dynamo has read so far. Repeated readings of a place count once, the last."""
    local_scope = private.InstructionTranslator.current_tx().output.local_scope
    owners = {id(module): name for name, module in program.model.named_modules()}
    given = arguments(program) if _has_model(local_scope, program) else {}
    inputs = {source: one.name for argument, one in given.items() for source in _sources(argument, one.value, local_scope)}
    found: dict[tuple[bool, str], Assumption] = {}
    for guard in _guards():
        if guard.create_fn_name() in ("CONSTANT_MATCH", "EQUALS_MATCH"):
            path, value = _way(guard.name, local_scope, owners)
            is_input = not path
            path = path or _within(guard.name, inputs)
            if path and isinstance(value, (bool, int, float, str, type(None))):
                found[is_input, path] = Assumption(path, value, is_input)
    return [assumption for _, assumption in sorted(found.items(), key=lambda entry: entry[0])]


def _sources(argument: str, value: Any, local_scope: dict[str, Any]) -> list[str]:
    """Dynamo's names of an argument: a local variable, or a key of a wrapper's `**kwargs`."""
    wrappers = [name for name, held in local_scope.items() if isinstance(held, dict) and held.get(argument, held) is value]
    return [f"L['{argument}']", *(f"L['{name}']['{argument}']" for name in wrappers)]


def _within(source: str, inputs: dict[str, str]) -> str:
    """The name of an input or of a part of it, such as an item of a list; "" for anything else.

    inputs: Dynamo's name -> name of the input."""
    head = next((known for known in inputs if source == known or source.startswith(known + "[")), None)
    if head is None:
        return ""
    steps = [(step["attribute"] or step["item"]).strip("'") for step in _STEP.finditer(source, len(head))]
    return ".".join([inputs[head], *steps])


def _way(source: str, local_scope: dict[str, Any], owners: dict[int, str]) -> tuple[str, Any]:
    """(path from the model, value) of Dynamo's `source`. The path is "" if no module of the model holds it."""
    head = re.match(r"L\['(\w+)'\]", source)
    if head is None or head[1] not in local_scope:
        return "", None
    at = local_scope[head[1]]
    path = [owners[id(at)]] if id(at) in owners else None
    position = head.end()
    while position < len(source):
        step = _STEP.match(source, position)
        if step is None:
            return "", None
        position = step.end()
        name = step["attribute"] or step["item"].strip("'")
        at = getattr(at, name, None) if step["attribute"] else at[name if "'" in step["item"] else int(name)]
        if isinstance(at, torch.nn.Module) and id(at) in owners:
            path = [owners[id(at)]]
        elif path is not None:
            path.append(name)
    return ".".join(filter(None, path or [])), at


def _begins(program: Program) -> bool:
    """Whether Dynamo compiles the program's own function, or its caller, from the start."""
    output = private.InstructionTranslator.current_tx().output
    return _has_model(output.local_scope, program) and not output.root_tx.f_code.co_name.startswith(_RESUMED)


def region_of(graph: torch.fx.GraphModule, name: str) -> Region:
    """The region of a graph, with inputs and results still unnamed. Call it while Dynamo hands the graph to its
    backend."""
    ended = graph.compile_subgraph_reason
    frames = list(ended.user_stack)
    stopped = None
    if ended.graph_break:
        own = [frame for frame in frames if not frame.filename.startswith(_TORCH)]
        source = "".join(f"{frame.filename}:{frame.lineno}" for frame in (own or frames)[-1:])
        stopped = Break(ended.reason.strip().partition("\n")[0][:200], source)
    tracing = private.TracingContext.try_get()
    symbolic = any(has_symbols(node.meta.get("example_value")) for node in list(graph.graph.nodes))
    shape_env = tracing.fake_mode.shape_env if symbolic and tracing is not None else None
    function, line = (frames[0].name, frames[0].lineno or 0) if frames else ("", 0)
    return Region(graph, name, function, line, stopped, shape_env)


def mark_dynamic(program: Program) -> None:
    """Marks the input sizes that the case calls dynamic, for Dynamo."""
    for given in program.inputs():
        for dimension in dynamic_dimensions(program).get(id(given.value), ()):
            private.mark_dynamic(given.value, dimension)


def numbered(name: str, position: int) -> str:
    """Name of the graph of the region at `position`: `name`, `name_1`, .."""
    return f"{name}_{position}" if position else name


def run(program: Program, name: str, prepare: Prepare) -> list[Region]:
    """Runs the program once under `torch.compile`; returns its regions, named `name`, `name_1`, ..

    The program is restored afterwards. Raises NothingCaptured if Dynamo made no graph.

    prepare: called like a backend, with (region, values), after the region's inputs are named. Returns the callable
        for the first run. Its exceptions are raised after the run."""
    made: list[Region] = []
    failures: list[Exception] = []
    names = Names(program)

    def backend(graph: torch.fx.GraphModule, values: list[Any]) -> Callable[..., Any]:
        region = region_of(graph, numbered(name, len(made)))
        region.assumes, region.begins = _assumes(program), _begins(program)
        region.inputs = names.inputs(region, values, made)
        names.hold(region, made)
        made.append(region)
        first = graph.forward
        try:
            first = prepare(region, values)
        except private.RestartAnalysis:
            names.withdraw(made.pop())
            raise
        except Exception as failure:
            failures.append(failure)

        def compiled(*given: Any) -> Any:
            if region.returned is not None:
                return graph.forward(*given)
            returned = first(*given)
            region.returned = private.tree_leaves(returned)
            return returned

        return compiled

    with program.running(), untouched(program):
        mark_dynamic(program)
        output = torch.compile(program.model, backend=backend)(*program.args, **program.kwargs)
        names.settle()
        names.pin()
        name_results(made, program, naming.leaves(naming.opened(output)), names)
    if failures:
        raise failures[0]
    if not made:
        raise NothingCaptured(_why_nothing())
    return made


def _why_nothing() -> str:
    reasons = list(private.dynamo_counters["graph_break"])
    first = reasons[0].strip().partition("\n")[0][:200] if reasons else "no operator ran in a frame it compiles"
    return f"Dynamo made no graph: {first}"


def joint_names(region: Region, joint: Any, joints: dict[str, Any]) -> tuple[list[Input], list[Result]]:
    """The inputs and results of a region's joint graph. The region's own are named. `joints`: the program's joint
    graphs."""
    for given in region.inputs:  # results of a graph without a joint graph come from outside
        if given.role == "saved" and given.name.graph not in joints:
            given.name = replace(given.name, outside=True)
    roles = Roles(region.inputs, region.results)
    inputs = roles.inputs(joint, [])
    return inputs, roles.results(joint, [given for given in inputs if given.role != "tangent"])
