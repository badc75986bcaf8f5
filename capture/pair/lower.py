"""lower: runs a graph file with fake tensors under functionalisation, to rewrite it as ATen operators.

Every method can be lowered to this form, so methods can be compared. Python-level calls and composite operators
become the dispatcher's operators. Writes become new values. The final value of a written or replaced input or state
is a result of role "mutation". Forward and backward of a file form one joint graph, and so do the graphs between
Dynamo's graph breaks. Values that Python made between them are inputs. Joint graphs of such parts return gradients
and stay separate. Sizes are those of the program's inputs.
"""

from dataclasses import replace
from typing import Any

import torch
from torch.fx.experimental import proxy_tensor

from .. import torch_private as private
from ..captured.captured import Captured, Input, Name, Result, named
from ..program import naming
from ..program.arguments import arguments
from ..program.program import Program


class _Values:
    """Fake values for inputs by role and name: the program's own, else values from the file's description."""

    def __init__(self, program: Program) -> None:
        self.mode = program.fake_mode or private.FakeTensorMode(allow_non_fake_inputs=True)
        self.known = {(given.role, named(given.name)): given.value for given in program.inputs()}
        try:
            for given in arguments(program).values():
                self.known.setdefault((given.role, named(given.name)), given.value)
        except (TypeError, ValueError):
            pass  # without a usable signature there is no Python-level graph
        self.device = program.device

    def of(self, given: Input) -> Any:
        """given.value: the description of its tensor as (dtype, shape, stride, device), or None."""
        if given.role == "generator":
            return torch.Generator(device=self.device)
        whole = _whole(given.name)
        for role in ("user", "parameter", "buffer") if whole != given.name else ():
            if (role, whole) in self.known:
                return self.known[role, whole].shape[given.name.size]
        if (given.role, given.name) in self.known:
            return private.tree_map(self._fake, self.known[given.role, given.name])
        if given.value is None:
            return None
        dtype, shape, stride, device = given.value
        with self.mode:
            return torch.empty_strided(shape, stride, dtype=dtype, device=device)

    def _fake(self, value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        fake = value if isinstance(value, private.FakeTensor) else self.mode.from_tensor(value, static_shapes=True)
        return fake.detach()  # one object per input, because tracing identifies tensors by object


def _whole(name: Name) -> Name:
    """The name of the tensor behind a size; other names unchanged."""
    return replace(name, size=None)


def _names(graph: str, result: Result) -> list[Name]:
    """Names that later graphs of the file may use for a result of `graph`."""
    return [Name(result.name, result.role, graph), *([Name(result.name)] if result.role == "saved" else [])]


def _functional(leaf: Any) -> Any:
    return private.FunctionalTensor.to_functional(leaf) if isinstance(leaf, torch.Tensor) else leaf


def _plain(value: Any) -> Any:
    """The underlying value, after all pending writes."""
    if not isinstance(value, private.FunctionalTensor):
        return value
    private.sync(value)
    return private.from_functional_tensor(value.elem)


class _Chain:
    """The graphs of a file, run in order. Later graphs take results of earlier graphs as `saved` inputs."""

    def __init__(self, executables: list[tuple[str, Any]], values: _Values) -> None:
        self.executables = executables
        self.inputs: list[Input] = []
        self.given: list[Any] = []
        self.generators: dict[tuple[str, Name], Any] = {}  # found here when an operator draws from a generator
        seen: set[tuple[str, Name]] = set()
        for name, executable in executables:
            for given in executable.inputs():
                key = (given.role, given.name)
                handed_on = given.role == "saved" and ("saved", _whole(given.name)) in seen
                if given.role == "constant" or handed_on or key in seen:
                    continue
                seen.add(key)
                if given.role == "generator":
                    self.generators[key] = values.of(given)
                    continue
                self.inputs.append(given)
                self.given.append(values.of(given))
            seen.update(("saved", called) for result in executable.results() for called in _names(name, result))

    def run(self, leaves: list[Any]) -> tuple[list[Result], list[Any]]:
        """Results in order, without those of role "saved"."""
        known = dict(self.generators)
        known.update({(given.role, given.name): leaf for given, leaf in zip(self.inputs, leaves)})
        results: list[Result] = []
        values: list[Any] = []
        for name, executable in self.executables:
            found = executable.run([_taken(known, one) for one in executable.inputs()])
            for result, value in zip(executable.results(), found):
                known.update({("saved", called): value for called in _names(name, result)})
                if result.role != "saved":
                    results.append(result)
                    values.append(value)
        return results, values


def _taken(known: dict[tuple[str, Name], Any], one: Input) -> Any:
    if one.name.size is not None and (one.role, one.name) not in known:
        return known[one.role, _whole(one.name)].shape[one.name.size]
    return known.get((one.role, one.name))


def _view(self: torch.Tensor, size: Any, stride: Any) -> torch.Tensor:
    """Turns `_reshape_alias`, the form of reshape without a tracer's tensors, into the traced form."""
    return self.view(size)


_ONE_FORM = {torch.ops.aten._reshape_alias.default: _view}


_RESHAPES = {torch.ops.aten.view.default, torch.ops.aten._unsafe_view.default, torch.ops.aten.view.dtype}
_SAME = {torch.ops.aten.detach.default, torch.ops.aten.alias.default}


def _is_view(node: torch.fx.Node) -> bool:
    schema = getattr(node.target, "_schema", None)
    if node.op != "call_function" or schema is None or schema.is_mutable or not schema.returns:
        return False
    return node.target in _RESHAPES or all(result.alias_info is not None for result in schema.returns)


def _viewed(view: torch.fx.Node) -> torch.fx.Node:
    """The tensor under the view. Detached tensors count as the tensor itself."""
    given = view.args[0]
    while given.target in _SAME:
        given = given.args[0]
    return given


def _whole_of(node: torch.fx.Node) -> torch.fx.Node | None:
    """The tensor that `node`, a view through another shape or type and back, equals; None for other nodes."""
    between = _viewed(node) if node.target in _RESHAPES else node
    if between is node or between.target not in _RESHAPES:
        return None
    whole = _viewed(between)
    first, last = whole.meta.get("val"), node.meta.get("val")
    if not isinstance(first, torch.Tensor) or not isinstance(last, torch.Tensor):
        return None
    same = first.dtype == last.dtype and first.shape == last.shape and first.stride() == last.stride()
    return whole if same else None


def _fold_views(graph: torch.fx.Graph) -> None:
    """Keeps each view once, and removes views that only lead back to their base.

    Functionalisation regenerates views of written tensors on each use, through their base. The number of views
    depends on the writers, in place or not, and on checkpoints that save detached tensors. It does not affect the
    values."""
    known: dict[Any, torch.fx.Node] = {}
    for node in list(graph.nodes):
        if not _is_view(node):
            continue
        args = (_viewed(node), *node.args[1:])
        same = _whole_of(node) or known.setdefault((node.target, repr(args), repr(node.kwargs)), node)
        if same is not node:
            node.replace_all_uses_with(same)
            graph.erase_node(node)
    for node in reversed(list(graph.nodes)):
        if _is_view(node) and not node.users:
            graph.erase_node(node)


def _ends(results: list[Result]) -> dict[int, Result]:
    """Position -> result. The final value of a replaced state is its replacement, whatever was written before."""
    replaced = {one.name for one in results if one.role == "replacement"}
    return {
        position: replace(one, role="mutation") if one.role == "replacement" else one
        for position, one in enumerate(results)
        if not (one.role == "mutation" and one.name in replaced)
    }


def _traced(chain: _Chain, values: _Values, name: str) -> Captured:
    leaves, layout = private.tree_flatten(chain.given)
    results: list[Result] = []

    def lowered(*flat: Any) -> list[Any]:
        with torch.no_grad(), private.FunctionalTensorMode():
            tensors = [_functional(leaf) for leaf in flat]
            named, found = chain.run(private.tree_unflatten(tensors, layout))
            ends = _ends(named)
            results[:] = ends.values()
            given = [_plain(found[position]) for position in ends]
            told = {result.name for result in ends.values() if result.role == "mutation"}
            for one, tensor in zip(inputs, tensors):
                written = isinstance(tensor, private.FunctionalTensor) and private.functionalize_has_data_mutation(tensor.elem)
                if written and one.name.path not in told:
                    results.append(Result("mutation", one.name))
                    given.append(_plain(tensor))
        return given

    inputs = _named(chain)
    trace = proxy_tensor.make_fx(lowered, _ONE_FORM, tracing_mode="fake", _allow_non_fake_inputs=True)
    with values.mode:
        graph = trace(*leaves)
    _fold_views(graph.graph)
    return Captured(name, graph, inputs, results)


def _named(chain: _Chain) -> list[Input]:
    """An Input per leaf. A leaf in a container is named after the container and the leaf's path."""
    named = []
    for given, value in zip(chain.inputs, chain.given):
        nested = not private.tree_is_leaf(value)
        for name, leaf in naming.leaves(value, given.name.path + "." if nested else ""):
            named.append(Input(given.role, name if nested else given.name, list(given.also), leaf))
    return named


def lower(program: Program, chains: list[tuple[str, list[tuple[str, Any]]]]) -> list[Captured]:
    """A graph per chain, named after it. Raises assay_capture.CannotReplay for a graph that cannot run.

    chains: (name, graphs), with each graph as (name, assay_capture.Executable), in the file's order."""
    values = _Values(program)
    return [_traced(_Chain(executables, values), values, name) for name, executables in chains]
