"""operators: an entry of PyTorch's operator database (op_db) with its sample inputs, as a model with inputs.

The model calls the operator once per sample, in order, in unrolled code, so that tracers meet no loop of Assay.
Tensors are the model's inputs, other values are in the code. This module chooses samples and judges no outcome.
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import itertools
import linecache
import math
from typing import Any, Callable, Iterator, NamedTuple

import torch
from torch import nn

from .. import torch_private as private
from ..observe.effects import tensors
from ..program import making, memory, seeds
from .operator_database import cuda_unasked, full_name, op_db

FEW = 3  # the database's samples by default, of different schemas or ranks; --all-samples takes all
_MOST_TRIED = 8  # samples tried in place
_MOST = 5000  # limit per entry, for generators that never end


class Call(NamedTuple):
    """A call of the operator.

    form: "0", "1", .. for a sample of the database, else the variation.
    result: selects the part of the result that may need gradients.
    kept: flattened positions of tensors that stay on the CPU on every device."""

    form: str
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    result: Callable[[Any], Any]
    kept: frozenset[int] = frozenset()


@functools.cache
def entries() -> dict[str, private.OpInfo]:
    return {full_name(entry): entry for entry in op_db}


def _leaf(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor as a program gets it: same place in memory, no history."""
    return tensor.detach().requires_grad_(tensor.requires_grad)


# These return uninitialized memory. It is overwritten, so that shape, layout and type can be compared.
_AS_FOUND = {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided", "resize_"}


def _written_over(result: torch.Tensor) -> torch.Tensor:
    return result.zero_()


def _call(form: str, entry: private.OpInfo, sample: private.SampleInput) -> Call:
    args, kwargs = private.tree_map_only(torch.Tensor, _leaf, ((sample.input, *sample.args), dict(sample.kwargs)))
    return Call(form, entry.op, args, kwargs, _written_over if full_name(entry) in _AS_FOUND else sample.output_process_fn_grad)


def _own(entry: private.OpInfo, dtype: torch.dtype, device: str) -> list[Call]:
    """The database's samples.

    If the CPU stands in for `device`, the samples are also made without values. That shows which tensors the entry
    keeps on the CPU, such as the indices of `tensor_split`. None are marked if the entry reads values, or has other
    samples for other devices."""
    made_on = making.made_on()
    backward = entry.supports_autograd and dtype in entry.supported_backward_dtypes(made_on)
    sampled = lambda on: itertools.islice(entry.sample_inputs(on, dtype, requires_grad=backward), _MOST)
    asked = cuda_unasked() if made_on == "cpu" else contextlib.nullcontext()  # `to` has samples for every available device
    with asked, torch.device("cpu"):  # `tensor_split` accepts only CPU indices, which are made without a device
        own = [_call(str(index), entry, sample) for index, sample in enumerate(sampled(made_on))]
    if device == made_on:
        return own
    try:
        without_values = [tensors((sample.input, sample.args, dict(sample.kwargs))) for sample in sampled("meta")]
    except (NotImplementedError, RuntimeError):
        return own
    if len(without_values) != len(own):
        return own
    on_cpu = [frozenset(index for index, tensor in enumerate(each) if tensor.device.type == "cpu") for each in without_values]
    return [call._replace(kept=kept) for call, kept in zip(own, on_cpu)]


def _kind(call: Call) -> Any:
    """The key that separates samples: number, types and names of arguments, ranks of tensors."""
    shape = lambda leaf: (leaf.dim(), 0 in leaf.shape) if isinstance(leaf, torch.Tensor) else type(leaf)
    leaves, spec = private.tree_flatten((call.args, call.kwargs))
    return str(spec), tuple(map(shape, leaves))


def _different(calls: list[Call]) -> list[Call]:
    """The first of each kind. If kinds are fewer than FEW, the first others too."""
    first = {_kind(call): index for index, call in reversed(list(enumerate(calls)))}
    chosen = sorted(first.values())[:FEW]
    chosen += [index for index in range(len(calls)) if index not in chosen][: FEW - len(chosen)]
    return [calls[index] for index in sorted(chosen)]


def _varied(call: Call, form: str, change: Callable[[torch.Tensor], torch.Tensor]) -> Call:
    """The call with changed tensors. Tensors without strides, such as sparse tensors, stay."""
    changed = lambda tensor: change(tensor.detach()).requires_grad_(tensor.requires_grad) if memory.has_strides(tensor) else tensor
    args, kwargs = private.tree_map_only(torch.Tensor, changed, (call.args, call.kwargs))
    return call._replace(form=form, args=args, kwargs=kwargs)


def _without_gradients(call: Call) -> Call:
    args, kwargs = private.tree_map_only(torch.Tensor, torch.Tensor.detach, (call.args, call.kwargs))
    return call._replace(args=args, kwargs=kwargs)


def _on_its_own(call: Call) -> Call:
    """The call with its own memory, so that no sample reads another's writes.

    Tensors that are identical, or share memory, still do within the call."""
    storages: dict[int, torch.UntypedStorage] = {}
    copies: dict[int, torch.Tensor] = {}

    def copy(tensor: torch.Tensor) -> torch.Tensor:
        if not memory.has_strides(tensor) or tensor.is_quantized or tensor.is_conj() or tensor.is_neg():
            return tensor.detach().clone()
        storage = tensor.untyped_storage()
        held = storages.setdefault(storage._cdata, storage.clone())
        return torch.empty(0, dtype=tensor.dtype, device=tensor.device).set_(held, tensor.storage_offset(), tensor.size(), tensor.stride())

    def own(tensor: torch.Tensor) -> torch.Tensor:
        return copies.setdefault(id(tensor), copy(tensor).requires_grad_(tensor.requires_grad))

    args, kwargs = private.tree_map_only(torch.Tensor, own, (call.args, call.kwargs))
    return call._replace(args=args, kwargs=kwargs)


def _every_other(tensor: torch.Tensor) -> torch.Tensor:
    """The same values in every other element of a larger tensor."""
    return torch.stack((tensor, tensor), -1)[..., 0] if tensor.dim() else tensor


def _transposed(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.mT.contiguous().mT if tensor.dim() > 1 else tensor


def _expanded(tensor: torch.Tensor) -> torch.Tensor:
    return tensor[:1].expand_as(tensor) if tensor.dim() and tensor.shape[0] else tensor


def _empty(tensor: torch.Tensor) -> torch.Tensor:
    return tensor[:0] if tensor.dim() else tensor


# Our samples that eager computes wrongly, or answers with rounding. They show nothing about captures.
_WRONG_IN_EAGER = {
    ("nn.functional.pdist", "empty"): "the backward over no rows ends the process",
    ("nn.functional.multilabel_margin_loss", "empty"): "the loss of no rows is memory as it was found",
    ("linalg.qr", "expanded"): "rows that are all one row have no gradient: in float64 it is infinite, in float32 another on each processor",
    ("torch.ops.aten._scaled_dot_product_flash_attention_for_cpu", "transposed"): "reads its last dimension as if it were dense",
}
_LAYOUTS = {"noncontiguous": _every_other, "transposed": _transposed, "expanded": _expanded, "empty": _empty}


def _layouts(name: str, call: Call) -> Iterator[Call]:
    """The call with other places in memory or without elements, where that changes the tensors."""
    facts = lambda of: [(given.shape, given.stride()) for given in filter(memory.has_strides, tensors((of.args, of.kwargs)))]
    for form, change in _LAYOUTS.items():
        varied = _varied(call, form, change)
        if facts(varied) != facts(call) and (name, form) not in _WRONG_IN_EAGER:
            yield varied


def _in_place(entry: private.OpInfo, own: list[Call]) -> Iterator[Call]:
    """The first samples in place. Samples that broadcast to a larger result do not run in place."""
    written = entry.get_inplace()
    name = getattr(written, "__name__", "")
    if getattr(torch.Tensor, name, None) is written:  # looked up by name when called, because a tracer's stand-in is not a tensor
        function = lambda given, *args, **kwargs: getattr(given.clone(), name)(*args, **kwargs)
    else:
        function = lambda given, *args, **kwargs: written(given.clone(), *args, **kwargs)
    for call in own[:_MOST_TRIED] if written is not None else ():
        if isinstance(call.args[0], torch.Tensor):
            plain = call if entry.supports_inplace_autograd else _without_gradients(call)
            yield plain._replace(form="inplace", function=function)


def _unlike(result: torch.Tensor) -> torch.Tensor:
    """A tensor like the result, with other elements. Uninitialized memory may contain the last result."""
    out = torch.empty_like(result)
    if result.dtype == torch.bool:
        return torch.logical_not(result, out=out)
    return out.fill_(77) if memory.has_strides(out) and not out.is_quantized else out


def _into(entry: private.OpInfo, call: Call) -> Iterator[Call]:
    """The call with a tensor for its result."""
    if entry.supports_out and "out" not in call.kwargs:
        plain = _without_gradients(call._replace(form="out"))
        try:
            result = _tried(_on_its_own(plain))
        except Exception:  # noqa: BLE001: then there is nothing to write
            return
        if private.tree_all_only(torch.Tensor, torch.is_tensor, result):
            out = private.tree_map_only(torch.Tensor, _unlike, result)
            yield plain._replace(kwargs={**plain.kwargs, "out": tuple(out) if isinstance(out, (list, tuple)) else out})


def _tried(call: Call) -> Any:
    """Runs the call once, on its own tensors."""
    seeds.start_from(0)
    return call.function(*call.args, **call.kwargs)


def _bytes(tensor: torch.Tensor) -> bytes:
    """The bytes of a tensor. Its version misses writes of kernels that their schema omits."""
    return bytes(memory.places(tensor).reshape(-1).view(torch.uint8).tolist())


def _runs(call: Call) -> bool:
    """Whether eager accepts one of our samples, with backward if needed, and writes no shared element.

    Some kernels do write shared elements, such as an expanded running mean."""
    try:
        own = _on_its_own(call)
        given = tensors((own.args, own.kwargs))
        expanded = [tensor for tensor in given if tensor.shape != memory.places(tensor).shape]
        before = [_bytes(tensor) for tensor in expanded]
        wanted = [result for result in tensors(call.result(_tried(own))) if result.requires_grad]
        asked = [tensor for tensor in given if tensor.requires_grad]
        if wanted and asked:
            of_a_sum = [torch.ones((), dtype=result.dtype).expand_as(result) for result in wanted]
            torch.autograd.grad(wanted, asked, of_a_sum, allow_unused=True)
    except Exception:  # noqa: BLE001: it is a sample that we made and the operator does not take
        return False
    return before == [_bytes(tensor) for tensor in expanded]


def _chosen(entry: private.OpInfo, dtype: torch.dtype, samples: str, device: str) -> list[Call]:
    own = _own(entry, dtype, device)
    if samples.isdigit() and int(samples) < len(own):
        return [own[int(samples)]]
    varied = max(_different(own), key=lambda call: any(given.dim() > 1 for given in tensors(call.args)))
    in_place = itertools.islice(filter(_runs, _in_place(entry, own)), 1)
    made = [*filter(_runs, _layouts(full_name(entry), varied)), *in_place, *filter(_runs, _into(entry, varied))]
    if samples in ("few", "all"):
        return (own if samples == "all" else _different(own)) + made
    chosen = [call for call in made if call.form == samples]
    if not chosen:
        raise ValueError(f"no sample {samples!r} of {full_name(entry)}: there are 0 to {len(own) - 1}, {', '.join(call.form for call in made)}")
    return chosen


_made: dict[Any, list[Call]] = {}  # a pair loads its program several times, and trying samples takes longer than most captures


def calls(entry: private.OpInfo, dtype: torch.dtype, samples: str, device: str) -> list[Call]:
    """The samples, each with its own memory: "few", "all", or a single form.

    Samples of the database are always taken, ours only if eager accepts them. Resets the generators to seed 0.
    Raises ValueError for an unknown form."""
    seeds.start_from(0)
    key = full_name(entry), dtype, samples, device, making.made_on()
    chosen = _made.get(key) or _chosen(entry, dtype, samples, device)
    if all(type(tensor) is torch.Tensor for call in chosen for tensor in tensors((call.args, call.kwargs))):
        _made[key] = chosen  # other tensors, such as fake ones, belong to the program in construction
    own = list(map(_on_its_own, chosen))
    seeds.start_from(0)
    return own


class Code:
    """Python code for calls. Tensors are its arguments; values without a literal get names."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.tensors: list[torch.Tensor] = []
        self.names: dict[str, Any] = {}

    def value(self, value: Any) -> str:
        if isinstance(value, torch.Tensor):
            self.tensors.append(value)
            return f"x{len(self.tensors) - 1}"
        if type(value) is tuple:
            return f"({''.join(self.value(each) + ', ' for each in value)})"
        if type(value) is list:
            return f"[{', '.join(map(self.value, value))}]"
        if type(value) in (bool, int, str, type(None)) or (type(value) is float and math.isfinite(value)):
            return repr(value)
        return self.named("c", torch.device(self.device) if isinstance(value, torch.device) else value)

    def named(self, prefix: str, value: Any) -> str:
        name = f"{prefix}{len(self.names)}"
        self.names[name] = value
        return name

    def line(self, index: int, call: Call) -> str:
        for position, tensor in enumerate(tensors((call.args, call.kwargs))):
            if position in call.kept:
                making.keep_on_cpu(tensor)
        given = [self.value(each) for each in call.args]
        given += [f"{name}={self.value(self.device if name == 'device' else each)}" for name, each in call.kwargs.items()]
        made = f"{self.named('f', call.function)}({', '.join(given)})"
        return f"    y{index} = {self.named('r', call.result)}({made})  # {call.form}\n"


def entry(name: str, dtype: str, samples: str = "few") -> tuple[nn.Module, tuple[torch.Tensor, ...]]:
    """The model of an entry's samples. Raises ValueError for an unknown entry, dtype or sample, and the database's
    exceptions."""
    if name not in entries():
        near = difflib.get_close_matches(name, entries())
        raise ValueError(f"no operator {name!r} in op_db of PyTorch {torch.__version__}" + (f"; did you mean {near[0]!r}?" if near else ""))
    found, device = entries()[name], making.target()
    typed = getattr(torch, dtype, None)
    supported = found.supported_dtypes(device) | found.supported_dtypes("cuda")  # a capture on a GPU is replayed on the CPU
    if typed not in supported:
        raise ValueError(f"no samples of {name} in {dtype} on {device}: " + ", ".join(sorted(map(str, supported))))
    chosen = calls(found, typed, samples, device)
    code = Code(device)
    lines = [code.line(index, call) for index, call in enumerate(chosen)]
    arguments = "".join(f", x{index}" for index in range(len(code.tensors)))
    results = ", ".join(f"y{index}" for index in range(len(chosen)))
    text = f"def forward(self{arguments}):\n{''.join(lines)}    return ({results},)\n"
    where = f"<samples of {name} in {dtype}>"
    linecache.cache[where] = (len(text), None, text.splitlines(True), where)
    exec(compile(text, where, "exec"), code.names)  # noqa: S102
    model = type("Operator", (nn.Module,), {"forward": code.names["forward"], "__module__": __name__})()
    return model, tuple(code.tensors)
