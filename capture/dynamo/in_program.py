"""in_program: a model under torch.compile, with the graphs of a file in place of Dynamo's regions.

The backend returns an executor of the file's N-th graph for the N-th region. Execution and comparison are in C++
(capture/dynamo/in_program.h). A joint graph runs in two halves. AOTAutograd's own runtime stands between them, where
it writes mutated inputs, rebuilds views and passes tangents.
"""

import operator
from dataclasses import dataclass
from typing import Any, Callable

import torch
from torch.fx.experimental.symbolic_shapes import ConstraintViolationError

from .. import torch_private as private
from ..captured.captured import Input, Result
from ..native import aside
from . import regions
from .regions import Region
from .roles import Roles, outputs, placeholders


_MARKS = "_dynamo_propagated_dynamic_indices", "_dynamo_weak_dynamic_indices"  # the second name is of earlier versions


@dataclass
class File:
    """The file's graphs, by the name of their region.

    has: whether the region has a graph.
    whole, forward, backward: make its executors."""

    has: Callable[[str], bool]
    whole: Callable[..., Any]
    forward: Callable[..., Any]
    backward: Callable[..., Any]


class _Given(BaseException):
    """The region has no graph in the file, or a different graph. A BaseException, so that it reaches the backend."""


class _Forward(torch.nn.Module):
    """Results of the forward half, and a tensor with the number of its run.

    twice: position of a repeated result -> position of its first occurrence. RuntimeError where the file has another
        tensor."""

    def __init__(self, run: Callable[..., Any], twice: dict[int, int]) -> None:
        super().__init__()
        self.run, self.twice = run, twice

    def forward(self, given: tuple[Any, ...]) -> list[Any]:
        number, results = self.run(given)
        for position, first in self.twice.items():
            if not results[position].is_set_to(results[first]):
                raise RuntimeError(f"result {position} is result {first} in the program, and another tensor in the file")
        with private.disable_current_modes():  # not a value of the program
            return [*results, torch.tensor(number)]


class _Backward(torch.nn.Module):
    def __init__(self, run: Callable[..., Any]) -> None:
        super().__init__()
        self.run = run

    def forward(self, ticket: torch.Tensor, tangents: tuple[Any, ...]) -> list[Any]:
        with private.disable_current_modes():
            number = int(ticket)
        return self.run(number, tangents)


def _is_tangent(node: torch.fx.Node) -> bool:
    return node.name.startswith("tangents")


def _copied(graph: torch.fx.Graph, nodes: list[torch.fx.Node]) -> tuple[torch.fx.Node, ...]:
    """A placeholder of `graph` for each of `nodes`, with its metadata."""
    made = []
    for node in nodes:
        made.append(graph.placeholder(node.name))
        made[-1].meta = dict(node.meta)
    return tuple(made)


def _twice(leaves: list[Any]) -> dict[int, int]:
    """Position of each repeated node in `leaves` -> position of its first occurrence."""
    first: dict[torch.fx.Node, int] = {}
    nodes = [(position, leaf) for position, leaf in enumerate(leaves) if isinstance(leaf, torch.fx.Node)]
    return {position: first[leaf] for position, leaf in nodes if first.setdefault(leaf, position) != position}


def _items(graph: torch.fx.Graph, of: torch.fx.Node, leaves: list[Any]) -> list[torch.fx.Node | None]:
    """The parts of `of` for `leaves` of another graph. Repeated leaves share a part; None stays None."""
    made: list[torch.fx.Node | None] = []
    twice = _twice(leaves)
    for position, leaf in enumerate(leaves):
        if position in twice:
            made.append(made[twice[position]])
            continue
        item = None if leaf is None else graph.call_function(operator.getitem, (of, position))
        if isinstance(leaf, torch.fx.Node):
            item.meta = dict(leaf.meta)
        made.append(item)
    return made


def _same(joint: torch.fx.GraphModule) -> dict[int, int]:
    """Position of each repeated result of a region in its joint graph -> position of its first occurrence."""
    leaves, described = outputs(joint)
    of = {one.idx: leaf for leaf, one in zip(leaves, described) if isinstance(one, private.PlainAOTOutput)}
    return _twice([of.get(number) for number in range(max(of, default=-1) + 1)])


def _as_one(run: Callable[..., Any], same: dict[int, int]) -> Callable[..., Any]:
    """`run`, with each pair of `same` results as the same Python object, like in eager and at capture.

    AOTAutograd's runtime would make a separate view for each result that lies in an input."""

    def compiled(*given: Any) -> list[Any]:
        returned = list(run(*given))
        for position, first in same.items():
            returned[position] = returned[first]
        return returned

    return compiled


def _as_it_is(graph: torch.fx.GraphModule, _: list[Any]) -> Callable[..., Any]:
    """A compiler for AOTAutograd that runs the graph unchanged."""

    def run(given: list[Any]) -> Any:
        return graph(*given)

    run._boxed_call = True
    return run


def _unmarked(returned: Any, given: tuple[Any, ...]) -> Any:
    """`returned` without AOTAutograd's marks of dynamic sizes. At capture the next region was compiled without them."""
    for leaf in private.tree_leaves(returned):
        if isinstance(leaf, torch.Tensor) and all(leaf is not one for one in given):
            for mark in _MARKS:
                vars(leaf).pop(mark, None)
    return returned


class InProgram:
    """A program under torch.compile, for any number of runs."""

    latest: "InProgram | None" = None  # owner of Dynamo's compiled code

    def __init__(self, program_run: Any, file: File, joint: bool) -> None:
        self.program_run, self.file, self.joint = program_run, file, joint
        self.stopped = ""  # why the last run could not use the file
        self.why = ""  # the guard that failed before, or the place of Python's different path

    def is_held(self) -> bool:
        """Whether Dynamo's compiled code is this program's."""
        return InProgram.latest is self

    def run(self, seed: int, asked: list[tuple[str, Any]], trace: Any, recorder: Any) -> Any:
        """Returns side_by_side.program_run.Ran, or raises with the reason in `stopped`."""
        if not self.is_held():
            self._begin()
        self.stopped = self.why = self.guard = ""
        regions.mark_dynamic(self.program_run.program)
        try:
            # A log that nobody reads: with its flush of the caches a quarter of the time of a compilation.
            with private.replaced("time_of_guards", lambda *_: 0.0):
                return self.program_run.run(seed, asked, None, trace, recorder, self.compiled)
        except Exception as error:
            if any(isinstance(one, ConstraintViolationError) for one in (error, error.__cause__)):
                self.stopped = "Dynamo compiles no graph in which these sizes are dynamic"
                self.why = self.why or f"guard {self.guard or 'of sizes'}: {self.stopped}"
            raise

    def named(self, ran: Any) -> list[tuple[str, list[Input | None], list[Result]]]:
        """(name, inputs, results) of each region of the run that has a graph in the file.

        Tensors that a region reads from its module follow its inputs, constants as None. Further roles of a result
        follow the results."""
        self.names.settle()
        regions.name_results(self.made, self.program_run.program, ran.results, self.names)
        ours = [region for region in self.made if self.file.has(region.name)]
        if self.joint:
            named = [(region.name, *regions.joint_names(region, self.joints[region.name], self.joints)) for region in ours]
        else:
            named = [(region.name, [*region.inputs, *self._held(region)], region.results) for region in ours]
        for region in self.made:
            region.returned = []
        self.names.kept.clear()
        self.names.read.clear()
        return [(name, inputs, [*results, *(also for one in results for also in one.also)]) for name, inputs, results in named]

    def _held(self, region: Region) -> list[Input | None]:
        """The tensors that `region` reads from its module, named; None for a constant."""
        return [region.held.get(target) for target in self.held[region.name]]

    def _begin(self) -> None:
        private.dynamo_reset()
        aside.tell()
        InProgram.latest = self
        self.made: list[Region] = []
        self.joints: dict[str, torch.fx.GraphModule] = {}
        self.held: dict[str, dict[str, Input | None]] = {}  # by region, see regions.Names.hold
        self.names = regions.Names(self.program_run.program)
        compiling = private.dynamo_optimize(self._backend, guard_fail_fn=self._note)
        self.compiled = compiling(self.program_run.program.model)

    def _note(self, failure: Any) -> None:
        self.guard = self.guard or str(failure.reason).strip().partition("\n")[0]

    def _backend(self, graph: torch.fx.GraphModule, values: list[Any]) -> Callable[..., Any]:
        region = regions.region_of(graph, regions.numbered("joint" if self.joint else "forward", len(self.made)))
        region.inputs = self.names.inputs(region, values, self.made)
        self.held[region.name] = self.names.hold(region, self.made)
        self.made.append(region)
        try:
            run = self._of_joint(region, values) if self.joint else self._of_whole(region)
        except private.RestartAnalysis:
            self.names.withdraw(self.made.pop())
            raise
        except _Given as other:
            run = self._stop(region, str(other))

        def compiled(*given: Any) -> Any:
            returned = _unmarked(run(*given), given)
            if region.returned is None:
                region.returned = private.tree_leaves(returned)
            return returned

        return compiled

    def _stop(self, region: Region, text: str) -> Callable[..., Any]:
        """Runs in place of a region without a graph in the file: raises RuntimeError."""

        def run(*_: Any) -> Any:
            self.stopped = self.stopped or text
            where = f"{region.function}, line {region.line}"
            another = f"Python goes another way than at capture, to {where}"
            self.why = self.why or (f"guard of {where}: {self.guard}" if self.guard else another)
            raise RuntimeError(text)

        return run

    def _asked(self, ask: Callable[..., Any], *given: Any) -> Any:
        """The answer of `ask`. A refusal by the file is raised as _Given."""
        try:
            return ask(*given)
        except RuntimeError as refused:  # CannotReplay
            raise _Given(str(refused)) from None

    def _of_whole(self, region: Region) -> Callable[..., Any]:
        if not self.file.has(region.name):
            raise _Given(f"{region.name}: the program has such a region ({region.function}), the file has no graph of it")
        leaves, layout = private.tree_flatten(list(region.graph.graph.nodes)[-1].args[0])
        held = self.held[region.name]
        run = self._asked(self.file.whole, region.name, region.inputs, list(held.items()), len(leaves))

        def compiled(*given: Any) -> Any:
            read = (getattr(region.graph, target) for target in held)
            return private.tree_unflatten(run((*given, *read)), layout)

        return compiled

    def _of_joint(self, region: Region, values: list[Any]) -> Callable[..., Any]:
        def partition(joint: torch.fx.GraphModule, _: Any, *, num_fwd_outputs: int, **options: Any) -> Any:
            self.joints[region.name] = joint
            return self._halves(region, joint, num_fwd_outputs)

        with private.functorch_config.patch(donated_buffer=False):  # the ticket is read more than once
            compiled = private.aot_autograd(fw_compiler=_as_it_is, partition_fn=partition)(region.graph, values)
        if region.name in self.joints:
            return _as_one(compiled, _same(self.joints[region.name]))
        if self.file.has(region.name):
            raise _Given(f"{region.name}: the file has a joint graph of a region in which nothing requires a gradient")
        return region.graph.forward

    def _halves(self, region: Region, joint: torch.fx.GraphModule, forward: int) -> Any:
        """(forward, backward) halves of the file's graph, in the form of AOTAutograd's partitioners."""
        if not self.file.has(region.name):
            raise _Given(f"{region.name}: a gradient goes through the program's region ({region.function}), "
                         "the file has no graph of it")  # fmt: skip
        leaves = private.tree_leaves(list(joint.graph.nodes)[-1].args[0])
        results = private.tree_leaves(list(region.graph.graph.nodes)[-1].args[0])
        unnamed = [Result("saved", str(position)) for position in range(len(results))]
        inputs = Roles(region.inputs, unnamed).inputs(joint, [])
        first = self._asked(self.file.forward, region.name, inputs, forward, len(leaves))
        given = placeholders(joint)
        fake_mode = next(
            (node.meta["val"].fake_mode for node in given if hasattr(node.meta.get("val"), "fake_mode")), private.FakeTensorMode()
        )
        before, after = torch.fx.Graph(), torch.fx.Graph()
        half = before.call_module("halves", (_copied(before, [node for node in given if not _is_tangent(node)]),))
        ticket = before.call_function(operator.getitem, (half, forward))
        ticket.meta["val"] = fake_mode.from_tensor(torch.tensor(0))
        before.output((*_items(before, half, leaves[:forward]), ticket))
        (number,) = _copied(after, [ticket])
        other = after.call_module("halves", (number, _copied(after, [node for node in given if _is_tangent(node)])))
        after.output(tuple(_items(after, other, leaves[forward:])))
        return (
            torch.fx.GraphModule({"halves": _Forward(first, _twice(leaves[:forward]))}, before),
            torch.fx.GraphModule({"halves": _Backward(self.file.backward(region.name))}, after),
        )
