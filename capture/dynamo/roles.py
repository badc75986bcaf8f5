"""roles: roles and names of the placeholders and outputs of an AOT graph, from `node.meta["desc"]`.

Descriptors are those of torch._functorch._aot_autograd.descriptors. They index the flat inputs and flat results of
the traced function. Without a descriptor the placeholder's name decides (`primals_N`, `tangents_N`), counted from 1.
"""

from dataclasses import replace
from typing import Any

import torch

from .. import torch_private as private
from ..captured.captured import Input, Name, Result, Unsupported, named
from ..program.memory import storage


def _is_token(desc: Any) -> bool:
    """Whether it is a token, a tensor without elements that orders side effects.

    AOTAutograd's runtime makes the first token and drops the last."""
    return isinstance(
        desc,
        (private.ForwardTokenAOTInput, private.BackwardTokenAOTInput, private.ForwardTokenAOTOutput, private.BackwardTokenAOTOutput),
    )


def _is_part_of_input(desc: Any) -> bool:
    """Whether it is a part of a tensor subclass, such as TwoTensor, which is not an input of the program."""
    return isinstance(desc, (private.SubclassGetAttrAOTInput, private.SubclassSizeAOTInput, private.SubclassStrideAOTInput))


def _is_part_of_result(desc: Any) -> bool:
    return isinstance(desc, (private.SubclassGetAttrAOTOutput, private.SubclassSizeAOTOutput, private.SubclassStrideAOTOutput))


def _is_saved(desc: Any) -> bool:
    return isinstance(desc, (private.SavedForBackwardsAOTOutput, private.SavedForBackwardsNoVcCheckAOTOutput))


def placeholders(graph: torch.fx.GraphModule) -> list[torch.fx.Node]:
    """The placeholders in order, dead ones included."""
    return [node for node in list(graph.graph.nodes) if node.op == "placeholder"]


def outputs(graph: torch.fx.GraphModule) -> tuple[list[Any], list[Any]]:
    """(leaves of the output, descriptor or None of each)."""
    node = list(graph.graph.nodes)[-1]
    leaves = private.tree_leaves(node.args[0])
    return leaves, private.tree_leaves(node.meta.get("desc", [None] * len(leaves)))


def _storage(given: Input) -> int | None:
    """The identity of an input's storage; None for values other than tensors."""
    return storage(given.value) if isinstance(given.value, torch.Tensor) else None


class Roles:
    """Names AOT descriptors after the inputs and user results of a traced function."""

    def __init__(self, inputs: list[Input], results: list[Result]) -> None:
        self.given, self.user = inputs, results

    def _source(self, desc: Any) -> Input | None:
        """The input of a descriptor; None if it has none.

        Views that share a storage become a single input, their base, if any is written. It is named after
        the descriptor's view."""
        if isinstance(desc, private.PlainAOTInput):
            return self.given[desc.idx]
        view = self._source(getattr(desc, "base_of", None)) if desc is not None else None
        if view is None:
            return None
        views = [given.name for given in self.given if _storage(given) == _storage(view)]
        base = view.value if view.value._base is None else view.value._base
        return Input(view.role, replace(named(view.name), base=True), views, base)

    def _of(self, desc: Any) -> str | Name:
        """The name of the value that an output descriptor refers to."""
        if isinstance(desc, private.PlainAOTOutput):
            result = self.user[desc.idx]
            return result.name if result.role == "user" else Name(result.name, result.role)
        if isinstance(desc, private.MetadataMutationAOTOutput):
            return self.given[desc.idx].name
        about = getattr(desc, "mutated_input", None) or getattr(desc, "grad_of", None)
        source = self._source(about)
        if source is not None:
            return source.name
        base = getattr(desc, "base_of", None)
        return replace(named(self._of(base)), base=True) if base is not None else desc.expr()

    def inputs(self, graph: torch.fx.GraphModule, saved: list[str]) -> list[Input]:
        """An Input per placeholder.

        saved: for a backward graph, names of the saved forward nodes. Such an input is "saved" under its position."""
        found = [self._input(node, saved) for node in placeholders(graph)]
        kept = {id(one.value) for one in found if one.role not in ("tangent", "saved")}
        names = {name for one in found for name in (one.name, *one.also)}
        for given in self.given:  # a tensor passed twice has a single placeholder
            if given.name not in names and id(given.value) in kept and isinstance(given.value, torch.Tensor):
                next(one for one in found if one.value is given.value).also.append(given.name)
        return found

    def _input(self, node: torch.fx.Node, saved: list[str]) -> Input:
        if node.name in saved:
            return Input("saved", str(saved.index(node.name)))
        desc = node.meta.get("desc")
        kind, _, number = node.name.rpartition("_")
        if _is_part_of_input(desc):
            raise Unsupported(f"a tensor subclass as input '{desc.base.expr()}': not supported yet")
        if _is_token(desc):
            return Input("constant", desc.expr(), [], torch.empty(0))
        if isinstance(desc, private.TangentAOTInput):
            name = self._of(desc.output)
            written = isinstance(desc.output, private.InputMutationAOTOutput)
            return Input("tangent", replace(named(name), result="mutation") if written else name)
        if desc is None and kind == "tangents" and number.isdigit():
            return Input("tangent", str(int(number) - 1))
        source = self._source(desc)
        if desc is None and kind == "primals" and number.isdigit():
            source = self.given[int(number) - 1]
        if source is None:
            return Input("constant", desc.expr() if desc is not None else node.name)
        return Input(source.role, source.name, list(source.also), source.value)

    def results(self, graph: torch.fx.GraphModule, primals: list[Input]) -> list[Result]:
        """A Result per leaf of the flattened output.

        primals: for a joint or backward graph, the inputs whose gradients end the output, in order, before tokens.
            Gradients that are None have no descriptor."""
        leaves, described = outputs(graph)
        if len(leaves) != len(described):
            raise AssertionError(f"{len(leaves)} results, {len(described)} descriptors")
        last = len(leaves) - sum(isinstance(desc, private.BackwardTokenAOTOutput) for desc in described)
        first = last - len(primals)
        ends = [Result("gradient", primal.name) for primal in primals]
        return [
            ends[position - first] if desc is None and first <= position < last else self._result(desc, position)
            for position, desc in enumerate(described)
        ]

    def _result(self, desc: Any, position: int) -> Result:
        if _is_saved(desc):
            return Result("saved", str(desc.idx))
        if _is_part_of_result(desc):
            raise Unsupported(f"a tensor subclass as result '{desc.base.expr()}': not supported yet")
        if _is_token(desc):
            return Result("saved", desc.expr())  # never read
        if isinstance(desc, private.GradAOTOutput):
            return Result("gradient", self._of(desc))
        if isinstance(desc, (private.InputMutationAOTOutput, private.MetadataMutationAOTOutput)):
            return Result("mutation", self._of(desc))
        if isinstance(desc, private.PlainAOTOutput):
            return self.user[desc.idx]
        return Result("user", str(position) if desc is None else self._of(desc))

    def saved(self, graph: torch.fx.GraphModule) -> list[str]:
        """Node names of a forward graph's saved results, by their numbers."""
        leaves, described = outputs(graph)
        return [leaf.name for leaf, desc in zip(leaves, described) if _is_saved(desc)]
