"""exported: the program of `torch.export.export`, with states under the names in its signature.

Placeholders of a tied state become a single input. Results that the signature calls mutations have that role. In-place
writes of the graph stay in-place operators. The case's `dynamic` dimensions are `Dim.DYNAMIC`. A program that fixes
such a size fails to export.
"""

import functools
import inspect
from typing import Any

import torch
from torch.export.graph_signature import InputKind, OutputKind

from .. import torch_private as private
from ..captured.captured import Assumption, Captured, Input, Result
from ..program import memory, naming
from ..program.arguments import dynamic_dimensions
from ..program.program import Program

_STATES = {InputKind.PARAMETER: "parameter", InputKind.BUFFER: "buffer"}
_MUTATIONS = ("BUFFER_MUTATION", "PARAMETER_MUTATION", "USER_INPUT_MUTATION")


def _dynamic_shapes(program: Program) -> Any:
    """`dynamic_shapes` of torch.export: an entry per argument of `forward`; None without dynamic dimensions."""
    asked = dynamic_dimensions(program)
    if not asked:
        return None
    bound = inspect.signature(program.model.forward).bind(*program.args, **program.kwargs)
    shape = lambda leaf: {dim: torch.export.Dim.DYNAMIC for dim in asked.get(id(leaf), ())} or None
    return private.tree_map(shape, dict(bound.arguments))


def _user_inputs(exported: Any, program: Program) -> list[Input]:
    """The user's leaves, in the order of the exported program's own arguments."""
    values = {given.name: given.value for given in program.inputs() if given.role == "user"}
    layout = exported.call_spec.in_spec
    args, kwargs = private.tree_unflatten(list(range(layout.num_leaves)), layout)
    leaves = (naming.leaves(args) if args else []) + (naming.leaves(kwargs, "kw.") if kwargs else [])
    return [Input("user", name, [], values[name]) for name, _ in sorted(leaves, key=lambda leaf: leaf[1])]


def _inputs(exported: Any, program: Program) -> list[Input]:
    """An Input per placeholder, in the order of the signature."""
    users = iter(_user_inputs(exported, program))
    known = {**program.parameters, **program.buffers}
    first = {other: name for name, others in program.also.items() for other in others}
    found = []
    for spec in exported.graph_signature.input_specs:
        if spec.kind == InputKind.USER_INPUT:
            found.append(next(users))
        elif spec.kind in _STATES:
            name = first.get(spec.target, spec.target)
            found.append(Input(_STATES[spec.kind], name, list(program.also.get(name, [])), known[name]))
        else:
            found.append(Input("constant", spec.target or spec.arg.name, [], exported.constants.get(spec.target)))
    return found


def _united(graph: torch.fx.GraphModule, inputs: list[Input]) -> list[Input]:
    """Merges the placeholders of each state in `graph`; returns the remaining inputs."""
    first: dict[str, torch.fx.Node] = {}
    kept = []
    placeholders = [node for node in list(graph.graph.nodes) if node.op == "placeholder"]
    for node, given in zip(placeholders, inputs, strict=True):
        known = first.setdefault(given.name, node) if given.role in _STATES.values() else node
        if known is node:
            kept.append(given)
        else:
            node.replace_all_uses_with(known)
            graph.graph.erase_node(node)
    return kept


def _results(exported: Any, named: dict[str, str]) -> list[Result]:
    """A Result per leaf of the output. `named`: placeholder -> name of the input."""
    layout = exported.call_spec.out_spec
    paths = iter(naming.leaves(private.tree_unflatten(list(range(layout.num_leaves)), layout)))
    found = []
    for spec in exported.graph_signature.output_specs:
        if spec.kind == OutputKind.USER_OUTPUT:
            found.append(Result("user", next(paths)[0]))
        elif spec.kind.name in _MUTATIONS:
            found.append(Result("mutation", named.get(spec.target, spec.target)))
        else:
            raise AssertionError(f"an exported program without autograd returns {spec.kind.name}")
    return found


def exported(program: Program, strict: bool) -> list[Captured]:
    """The graph `forward` with its ShapeEnv and guards. Raises the exceptions of the export."""
    made = torch.export.export(
        program.model, program.args, program.kwargs, dynamic_shapes=_dynamic_shapes(program), strict=strict
    )
    inputs = _inputs(made, program)
    placeholders = [node for node in list(made.graph.nodes) if node.op == "placeholder"]
    results = _results(made, {node.name: given.name for node, given in zip(placeholders, inputs, strict=True)})
    modes = [getattr(node.meta.get("val"), "fake_mode", None) for node in placeholders]
    shape_env = next((mode.shape_env for mode in modes if mode is not None), None)
    guards = [guard.expr for guard in shape_env.guards] if shape_env is not None else []
    plain = (bool, int, float, str, type(None))  # a call of the exported program checks these
    users = [given for given in inputs if given.role == "user"]
    assumes = [Assumption(given.name, given.value, is_input=True) for given in users if isinstance(given.value, plain)]
    inputs = _united(made.graph_module, inputs)
    refusal = functools.partial(_refusal, made)
    return [Captured("forward", made.graph_module, inputs, results, shape_env, guards, assumes=assumes, refusal=refusal)]


def _refusal(exported: Any, args: Any, kwargs: Any) -> str:
    """Why the exported program's module, which checks its guards, fails on copies of (args, kwargs); "" if it runs."""
    args, kwargs = private.tree_map_only(torch.Tensor, memory.copied, (args, kwargs))
    try:
        with torch.no_grad():
            exported.module()(*args, **kwargs)
        return ""
    except Exception as refused:  # any exception means refusal
        return f"{type(refused).__name__}: {refused}"
