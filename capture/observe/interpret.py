"""interpret: runs a symbolic trace node by node and stores the effects of each node in it.

`node.meta` afterwards:
- "val": the value with detached tensors, so that later in-place operators change no metadata
- "assay_effects": "rng", "mutates:N" (N-th tensor among the flattened (args, kwargs)), "mutates:NAME" (a state of
    the called module, by its name there), "state" (any other write, or a call without a usable signature)
- "assay_alias": [output leaf, N or NAME] of the first sharer, for each leaf that shares a storage
- "assay_tensors": path of the N-th tensor: position or keyword, then steps inside
- "assay_bound", "assay_defaulted": see `signatures.bind`; None and [] if unbound
- "assay_module", "assay_reads", "assay_read_as": class and hyper-parameters of a called module, qualified names of
    its states, and their names in the module
"""

import inspect
from typing import Any

import torch

from .. import torch_private as private
from ..program import naming
from ..program.memory import storage
from ..program.program import Program
from ..walker import modules
from . import higher_order, signatures
from .effects import Effects, tensors

# Random without an operator: the generator gets a new seed from the system.
DRAWING = frozenset({torch.random.seed})


def _is_stateful(target: Any) -> bool:
    """Whether a Python-level target with a signature acts on more than its arguments."""
    return target in (private.assert_, torch.manual_seed, private.enter_autocast, private.exit_autocast, print)


def snapshot(value: Any) -> Any:
    """`value` with each tensor detached."""
    return private.tree_map_only(torch.Tensor, lambda tensor: tensor.detach(), value)


def _paths(args: Any, kwargs: Any) -> list[list[int | str]]:
    """The path of each tensor of a call: position or keyword, then indices, keys and attributes."""
    paths = []
    for first, argument in [*enumerate(args), *kwargs.items()]:
        for path, leaf in naming.leaves_by_keys(argument):
            if isinstance(leaf, torch.Tensor):
                paths.append([first, *(getattr(k, "idx", getattr(k, "key", getattr(k, "name", None))) for k in path)])
    return paths


def _states(program: Program, module: torch.nn.Module) -> list[tuple[str, str, torch.Tensor]]:
    """(name within the module, qualified name, tensor) of each parameter and buffer, parameters first.

    The qualified name is the first name of the tensor in the program."""
    known = {**program.parameters, **program.buffers}
    names = {id(tensor): name for name, tensor in known.items()}
    own = [*module.named_parameters(), *module.named_buffers()]
    return [(name, names.get(id(tensor), name), tensor) for name, tensor in own]


class Watching(torch.fx.Interpreter):
    """Interprets `graph` on `given`: placeholder target -> value."""

    def __init__(self, program: Program, graph: torch.fx.GraphModule, given: dict[str, Any]) -> None:
        super().__init__(graph)
        self.program, self.given = program, given

    def placeholder(self, target: str, args: Any, kwargs: Any) -> Any:
        return self.given[target]

    def run_node(self, node: torch.fx.Node) -> Any:
        if not node.op.startswith("call_") or higher_order.is_one(node.target):
            value = super().run_node(node)  # modes cannot see into a higher-order operator
            node.meta["val"] = snapshot(value)
            return value
        values, named = self.fetch_args_kwargs_from_env(node)
        self._bind(node, values, named)
        states = self._module(node)
        before = [(position, storage(t)) for position, t in enumerate(tensors((values, named)))]
        before += [(name, storage(tensor)) for name, _, tensor in states]
        node.meta["assay_tensors"] = _paths(values, named)
        with Effects() as seen:
            value = super().run_node(node)
        node.meta["val"] = snapshot(value)
        self._note(node, value, before, seen)
        return value

    def _bind(self, node: torch.fx.Node, values: Any, named: Any) -> None:
        if node.op == "call_module":
            forms = [signatures.Form(inspect.signature(self.fetch_attr(node.target).forward))]
        elif node.op == "call_method":
            forms = signatures.forms_of_method(values[0], node.target)
        else:
            forms = signatures.forms_of_function(node.target)
        bound = signatures.bind(forms, node.args, node.kwargs, values, named)
        node.meta["assay_bound"], node.meta["assay_defaulted"] = bound or (None, [])

    def _module(self, node: torch.fx.Node) -> list[tuple[str, str, torch.Tensor]]:
        if node.op != "call_module":
            return []
        module = self.fetch_attr(node.target)
        states = _states(self.program, module)
        node.meta["assay_module"] = modules.describe(module)
        node.meta["assay_reads"] = [name for _, name, _ in states]
        node.meta["assay_read_as"] = [name for name, _, _ in states]
        return states

    def _note(self, node: torch.fx.Node, value: Any, before: list[tuple[Any, Any]], seen: Effects) -> None:
        written = {one for one in seen.written if one is not None}
        effects = [f"mutates:{where}" for where, one in before if one in written]
        called = node.target if node.op == "call_function" else None
        if seen.random or called in DRAWING:
            effects.append("rng")
        elsewhere = written - {one for _, one in before} - seen.made
        stateful = _is_stateful(called) or called in DRAWING
        if elsewhere or stateful or node.meta["assay_bound"] is None:
            effects.append("state")
        node.meta["assay_effects"] = effects
        first = dict(reversed([(other, where) for where, other in before]))  # arguments may share a storage
        node.meta["assay_alias"] = [
            [leaf, first[storage(one)]]
            for leaf, one in enumerate(private.tree_leaves(value))
            if isinstance(one, torch.Tensor) and storage(one) is not None and storage(one) in first
        ]
