"""variants: the inputs of further runs. Two programs of one case vary alike: the same seed, the same values."""

from typing import Any

import torch
from assay_capture import widened
from torch.utils import _pytree

from ..program import entries, memory, naming, seeds
from ..program.program import Program


def vary(program: Program, kind: str, index: int, seed: int) -> None:
    """kind: "fresh" (other floating states too), "given" (the REF number `index` of "replay": {"inputs"}), "aliased" (the group
    number `index` of {"alias"}), "other_size" (0: more, 1: fewer along the dynamic dimensions),
    "flipped_training". All but "given" start from fresh values."""
    if kind == "given":
        with torch.device(program.device):
            seeds.start_from(seed)
            made = program.resolve(program.case["replay"]["inputs"][index])()
            program.args, program.kwargs = entries.split(made)
        return
    _refresh(program, seed)
    if kind == "fresh":
        _shift_states(program, seed)
    elif kind == "aliased":
        _alias(program, program.case["replay"]["alias"][index])
    elif kind == "other_size":
        _resize(program, index)
    elif kind == "flipped_training":
        program.model.train(not program.train)


def widen(program: Program) -> None:
    """Parameters, buffers, tensors that modules keep as attributes, and inputs in double precision."""
    done: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}

    def wide(tensor: torch.Tensor) -> torch.Tensor:
        if id(tensor) not in done:
            made = widened(tensor)
            same = made.dtype == tensor.dtype
            done[id(tensor)] = tensor, tensor if same else made.requires_grad_(tensor.requires_grad)
        return done[id(tensor)][1]

    program.model._apply(widened)
    for module in program.model.modules():
        for name, value in list(vars(module).items()):
            held = [leaf for leaf in _pytree.tree_leaves(value) if isinstance(leaf, torch.Tensor)]
            if name not in ("_parameters", "_buffers") and any(wide(tensor) is not tensor for tensor in held):
                vars(module)[name] = _pytree.tree_map_only(torch.Tensor, wide, value)
    program.args, program.kwargs = _pytree.tree_map_only(torch.Tensor, wide, (program.args, program.kwargs))
    program.find_states()


def _floats(tree: Any) -> list[torch.Tensor]:
    """The floating and complex tensors among the leaves, each once."""
    leaves = [leaf for leaf in _pytree.tree_leaves(tree) if isinstance(leaf, torch.Tensor)]
    kept = {id(leaf): leaf for leaf in leaves if leaf.is_floating_point() or leaf.is_complex()}
    return list(kept.values())


def _refresh(program: Program, seed: int) -> None:
    """Inputs rebuilt from `seed`; floating ones that do not depend on it are drawn again in place, so
    that tensors that share memory still do."""
    before = [tensor.detach().clone() for tensor in _floats((program.args, program.kwargs))]
    program.remake_inputs(program.given, seed)
    after = _floats((program.args, program.kwargs))
    drawn = {tensor.untyped_storage().data_ptr() for tensor in after if tensor.layout == torch.strided}
    for old, new in zip(before, after):
        unchanged = old.shape == new.shape and new.layout == torch.strided and torch.equal(old, new.detach())
        where = new.untyped_storage().data_ptr() if unchanged else None
        if unchanged and where in drawn:
            whole = memory.places(new if new._base is None else new._base)
            whole.copy_(torch.randn(whole.shape, device=whole.device).to(whole.dtype))
            drawn.discard(where)


def _shift_states(program: Program, seed: int) -> None:
    """Moves each floating parameter and buffer a little, in place: what equals another one when the model is
    made (a scale of ones, a bias of zeros) does not any more, and what a capture has baked in shows. A
    model that a pass has made gets what the pass makes of the moved original."""
    program.find_states()
    if program.original is None:
        _shift(program.model, seed)
        return
    states = naming.states(program.model)
    with torch.no_grad():
        for name, tensor in naming.states(program.original).items():
            if name in program.carried:
                tensor.copy_(states[name])  # with what the runs before have written
        _shift(program.original, seed)
        for name, moved in naming.states(program.transformed(program.original)).items():
            states[name].copy_(moved)


def _shift(model: torch.nn.Module, seed: int) -> None:
    """Moves are upwards: variances stay positive."""
    torch.manual_seed(seed)
    with torch.no_grad():
        for tensor in [*model.parameters(), *model.buffers()]:
            if tensor.is_floating_point() and tensor.layout == torch.strided and not tensor.is_quantized:
                moves = torch.rand(tensor.shape, device=tensor.device).to(tensor.dtype)
                tensor.mul_(1 + moves / 8).add_(moves / 64)


def _places(program: Program) -> list[tuple[Any, Any]]:
    """(container, key) of each top-level input in the order in which the case lists them."""
    program.args = list(program.args)
    return [(program.args, position) for position in range(len(program.args))] + [
        (program.kwargs, name) for name in program.kwargs
    ]


def _alias(program: Program, group: list[int]) -> None:
    places = _places(program)
    container, key = places[group[0]]
    for position in group[1:]:
        other, name = places[position]
        other[name] = container[key]
    program.args = tuple(program.args)


def _resize(program: Program, index: int) -> None:
    """Repeats or drops rows along the dynamic dimensions: 2n + 1 of n, or n - 1 (at least 2)."""
    places = {str(key): (container, key) for container, key in _places(program)}
    for name, dimensions in program.dynamic.items():
        container, key = places[name]
        value = container[key]
        made = value.detach()
        for dimension in dimensions:
            size = value.shape[dimension]
            wanted = 2 * size + 1 if index == 0 else max(2, size - 1)
            rows = torch.arange(wanted, device=value.device) % max(size, 1)
            made = made.index_select(dimension, rows)
        container[key] = made.requires_grad_(value.requires_grad)
    program.args = tuple(program.args)
