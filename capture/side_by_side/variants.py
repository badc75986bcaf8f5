"""variants: the inputs of further runs. Two programs of a case vary alike: equal seeds give equal values."""

import itertools
from dataclasses import dataclass
from typing import Any, Callable

import torch
from assay_capture import widened

from .. import torch_private as private
from ..program import entries, naming, seeds
from ..program.arguments import dynamic_dimensions
from ..program.program import Program
from . import inputs_drawn


_STEPS = 64  # increment of counters

# Tangents by kind of run. All other kinds draw them.
TANGENTS = {"far_values": "apart", "other_strides": "one", "not_finite": "equal"}


@dataclass(frozen=True)
class Kept:
    """The values that a run keeps.

    whole: whole numbers and bools. "mixed": all change. "near": only buffers of one element change. "kept": all
        stay.
    states: keeps parameters and buffers."""

    whole: str
    states: bool


def vary(program: Program, kind: str, index: int, seed: int, kept: Kept) -> None:
    """Makes inputs, states or mode of a run of `kind`. All kinds but "given" start from fresh values.

    fresh: floating states change too.
    far_values: in run 1, large values that also pass norms.
    not_finite, other_strides: see inputs_drawn.
    given: REF number `index` of "replay": {"inputs"}.
    aliased: group number `index` of {"alias"}.
    other_size: see _resize.
    flipped_training: exchanges train and eval.
    other_plain: another value for number or text `index` among the inputs."""
    if kind == "given":
        with torch.device(program.device):
            seeds.start_from(seed)
            made = program.resolve(program.case["replay"]["inputs"][index])()
            program.args, program.kwargs = entries.split(made)
        return
    _refresh(program, seed, kept.whole != "mixed")
    floats = list(filter(inputs_drawn.is_fraction, inputs_drawn.tensors((program.args, program.kwargs))))
    if kind == "fresh" and not kept.states:
        _move_states(program, lambda model: _shift(model, seed, kept.whole))
    elif kind == "far_values" and index == 1:
        inputs_drawn.enlarge(floats)
        if not kept.states:
            _move_states(program, _spread)
    elif kind == "far_values":
        inputs_drawn.reach_far(floats)
        if kept.whole == "mixed":
            inputs_drawn.reach_borders((program.args, program.kwargs), program.case.get("inputs") or [])
    elif kind == "not_finite":
        inputs_drawn.leave_range(floats)
    elif kind == "other_strides":
        program.args, program.kwargs = inputs_drawn.lay_otherwise((program.args, program.kwargs))
    elif kind == "aliased":
        _alias(program, program.case["replay"]["alias"][index])
    elif kind == "other_size":
        _resize(program, index)
    elif kind == "flipped_training":
        program.model.train(not program.train)
    elif kind == "other_plain":
        _exchange_plain(program, index)


def is_plain(leaf: Any) -> bool:
    return type(leaf) in (bool, int, float, str)


def turn_gradients(program: Program) -> None:
    """Reverses `requires_grad` of every floating input."""
    turned = lambda leaf: leaf.detach().requires_grad_(not leaf.requires_grad) if inputs_drawn.is_fraction(leaf) else leaf
    made = {id(leaf): turned(leaf) for leaf in inputs_drawn.tensors((program.args, program.kwargs))}
    program.args, program.kwargs = private.tree_map_only(torch.Tensor, lambda leaf: made[id(leaf)], (program.args, program.kwargs))


def has_halves(program: Program) -> bool:
    """Whether a parameter, a buffer or an input is floating with at most 16 bits."""
    held = [*program.model.parameters(), *program.model.buffers(), *inputs_drawn.tensors((program.args, program.kwargs))]
    return any(inputs_drawn.is_fraction(tensor) and tensor.dtype.itemsize < (8 if tensor.is_complex() else 4) for tensor in held)


def widen(program: Program) -> None:
    """Casts parameters, buffers, tensor attributes of modules, and inputs to double precision."""
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
            held = [leaf for leaf in private.tree_leaves(value) if isinstance(leaf, torch.Tensor)]
            if name not in ("_parameters", "_buffers") and any(wide(tensor) is not tensor for tensor in held):
                vars(module)[name] = private.tree_map_only(torch.Tensor, wide, value)
    program.args, program.kwargs = private.tree_map_only(torch.Tensor, wide, (program.args, program.kwargs))
    program.find_states()


def _refresh(program: Program, seed: int, keeps_whole: bool) -> None:
    """Rebuilds the inputs from `seed`. Inputs that depend neither on it nor on earlier runs get other values in
    place."""
    program.remake_inputs(program.given, seed + 1)
    other = [tensor.detach().clone() for tensor in inputs_drawn.tensors((program.args, program.kwargs))]
    program.remake_inputs(program.given, seed)
    made = inputs_drawn.tensors((program.args, program.kwargs))
    same = [new for old, new in zip(other, made) if _is_same(old, new.detach())]
    inputs_drawn.draw_again(list(filter(inputs_drawn.is_fraction, same)))
    if not keeps_whole:
        inputs_drawn.mix([tensor for tensor in same if not inputs_drawn.is_fraction(tensor)])


def _is_same(old: torch.Tensor, new: torch.Tensor) -> bool:
    if old.shape != new.shape or new.layout != torch.strided or new.is_quantized:
        return False
    return bool(((old == new) | ((old != old) & (new != new))).all())  # an earlier run may have left nan


def _move_states(program: Program, move: Callable[[torch.nn.Module], None]) -> None:
    """Applies `move` to floating parameters and buffers, in place.

    For a model made by a pass, `move` changes the original. The pass then turns it into the new states."""
    program.find_states()
    if program.original is None:
        move(program.model)
        return
    states = naming.states(program.model)
    with torch.no_grad():
        for name, tensor in naming.states(program.original).items():
            if name in program.carried:
                tensor.copy_(states[name])  # with the values that earlier runs wrote
        move(program.original)
        for name, moved in naming.states(program.transformed(program.original)).items():
            states[name].copy_(moved)


def _shift(model: torch.nn.Module, seed: int, whole_numbers: str) -> None:
    """Moves states a little, so that a value baked into the capture shows.

    Equal elements, such as a scale of ones, become different. Floating moves are upwards: variances stay positive.
    Whole numbers and bools of buffers are shuffled. Counters grow by about `_STEPS`. "near" moves counters towards
    zero instead, because they may be indices."""
    seeds.start_from(seed)
    with torch.no_grad():
        for tensor in [*model.parameters(), *model.buffers()]:
            if tensor.is_floating_point() and _is_dense(tensor):
                moves = torch.rand(tensor.shape, device=tensor.device).to(tensor.dtype)
                tensor.mul_(1 + moves / 8).add_(moves / 64)
        whole = [] if whole_numbers == "kept" else [one for one in model.buffers() if _is_dense(one) and not inputs_drawn.is_fraction(one)]
        counters = [one for one in whole if one.dim() == 0 and one.dtype != torch.bool]
        if whole_numbers == "near":
            inputs_drawn.mix(counters)
            return
        inputs_drawn.mix([one for one in whole if one.dim() > 0 or one.dtype == torch.bool])
        for number, count in enumerate(counters):
            count.add_(_STEPS + number)  # equal counters become different


def _is_dense(tensor: torch.Tensor) -> bool:
    return tensor.layout == torch.strided and not tensor.is_quantized


def _spread(model: torch.nn.Module) -> None:
    """Enlarges parameters and flips the sign of every fourth element.

    Scales and biases become so large that a norm's results pass the bounds of clamps on both sides."""
    with torch.no_grad():
        for tensor in model.parameters():
            if not tensor.is_floating_point() or not _is_dense(tensor):
                continue
            turned = (torch.arange(tensor.numel(), device=tensor.device) % 4 == 1).reshape(tensor.shape)
            tensor.mul_(torch.where(turned, -1.0, 1.0).to(tensor.dtype) * (3 if tensor.dim() > 1 else 8))
            if tensor.dim() < 2:
                tensor.add_((torch.rand(tensor.shape, device=tensor.device) * 8 - 4).to(tensor.dtype))


def _places(program: Program) -> list[tuple[Any, Any]]:
    """(container, key) of each top-level input, in the case's order."""
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


def _exchange_plain(program: Program, index: int) -> None:
    leaves, layout = private.tree_flatten((program.args, program.kwargs))
    place = [position for position, leaf in enumerate(leaves) if is_plain(leaf)][index]
    leaves[place] = _another(leaves[place])
    program.args, program.kwargs = private.tree_unflatten(leaves, layout)


def _another(plain: bool | int | float | str) -> bool | int | float | str:
    """Another value of the same type. A number in [0, 1), such as a rate, stays there."""
    if isinstance(plain, bool):
        return not plain
    if isinstance(plain, int):
        return plain + 1
    if isinstance(plain, str):
        return plain + "_"
    return (1 + plain) / 2 if 0 <= plain < 1 else plain * 1.25


def _resize(program: Program, size: int) -> None:
    """Gives every dynamic dimension `size` rows. Floating rows are drawn again, others are repeated.

    size: -1 makes 2n + 1 of n. -2 makes n - 1 (at least 2). -3 makes a different number above 2n for each dimension."""
    asked = dynamic_dimensions(program)
    made: dict[int, torch.Tensor] = {}
    more = itertools.count(1) if size == -3 else itertools.repeat(1)

    def resized(leaf: torch.Tensor) -> torch.Tensor:
        if id(leaf) not in asked:
            return leaf
        if id(leaf) not in made:
            value = leaf.detach()
            for dimension in asked[id(leaf)]:
                had = leaf.shape[dimension]
                wanted = size if size >= 0 else max(2, had - 1) if size == -2 else 2 * had + next(more)
                value = value.index_select(dimension, torch.arange(wanted, device=leaf.device) % max(had, 1))
            if inputs_drawn.is_fraction(value):
                inputs_drawn.draw_again([value])
            made[id(leaf)] = value.requires_grad_(leaf.requires_grad)
        return made[id(leaf)]

    program.args, program.kwargs = private.tree_map_only(torch.Tensor, resized, (program.args, program.kwargs))
