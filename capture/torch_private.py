"""torch_private: the private names of PyTorch that Assay uses. No other file in `capture` contains any.

A name such as `private.tree_map` is looked up on first read. If this PyTorch lacks it, that raises Unsupported: only
pairs that need the name end as unsupported. `require` checks before a pair begins. Support for a new PyTorch is a
row here. `assay doctor` prints the missing names, from `python -m assay_python.torch_private`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import inspect
import json
import pathlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import torch

from .captured.captured import Unsupported


@dataclass(frozen=True)
class Private:
    """A private name.

    called: its name in `private`; "" for an attribute, which is read from its object.
    users: methods that need it for every program, or ALL, or other users.
    lost: the feature that Assay lacks without it.
    since, until: the first version with the name, and the first version without it.
    takes: parameters of the function that a patch replaces.
    text_of: the module that reads an attribute set by Assay."""

    called: str
    name: str
    users: tuple[str, ...]
    lost: str
    since: str = ""
    until: str = ""
    takes: str | None = None
    text_of: str = ""


ALL = ("every method",)
SOME = ("some programs",)
PHANTOM = ("phantom",)
LOWERING = ("lowering",)
OP_DB = ("op_db",)
_AOT = ("aot", "aot_joint", "aot_min_cut")
_EXPORT = ("export", "export_strict")
_MAKE_FX = ("make_fx", "make_fx_core_aten", "make_fx_plain", "make_fx_real", "make_fx_symbolic")
_NATIVE = ("native", "native_composite")
_PYTHON = ("dynamo", "symbolic_trace")
_RECORDERS = ("dispatch", *_NATIVE)
_REGIONS = ("aot_joint_compile", "dynamo")
_STEPS = ("make_fx_grad", "precompile")


def _names(module: str, names: str, users: tuple[str, ...], lost: str, **more: str) -> Iterable[Private]:
    """A row for each of `names` below `module`. `_name=called` gives it another name in `private`."""
    for entry in names.split():
        name, _, called = entry.partition("=")
        yield Private(called or name.lstrip("_").rpartition(".")[2], f"{module}.{name}", users, lost, **more)


def _attributes(owner: str, names: str, users: tuple[str, ...], lost: str, **more: str) -> Iterable[Private]:
    for row in _names(owner, names, users, lost, **more):
        yield replace(row, called="")


TABLE: tuple[Private, ...] = (
    # Values
    *_names("torch.utils._pytree", "tree_flatten tree_flatten_with_path tree_leaves tree_map tree_map_only", ALL, "reading nested values"),
    *_names("torch.utils._pytree", "SequenceKey tree_all_only", SOME, "reading nested values"),
    *_names("torch.utils._pytree", "tree_is_leaf", ("symbolic_trace",), "reading nested values"),
    *_names(
        "torch.utils._pytree",
        "tree_unflatten",
        (*_AOT, *_EXPORT, *_MAKE_FX, *_PYTHON, *_STEPS, "aot_joint_compile", "dispatch", "native"),
        "making nested values",
    ),
    *_names("torch._subclasses.fake_tensor", "FakeTensor", ALL, "telling tensors without values from others"),
    *_names("torch._subclasses.fake_tensor", "FakeTensorMode", (*_AOT, "make_fx_symbolic"), "tracing without values"),
    *_attributes("torch.Tensor", "_base", ALL, "telling views from other tensors"),
    *_attributes("torch.Tensor", "_version", SOME, "telling whether a tensor was written"),
    *_attributes("torch.Tensor", "_is_zerotensor", SOME, "moving results within their rounding"),
    *_attributes("torch.Tensor", "_coalesced_", PHANTOM, "sparse tensors on the phantom"),
    *_attributes("torch.UntypedStorage", "_cdata", ALL, "telling which tensors share memory"),
    *_attributes("torch.nn.Module", "_buffers _parameters", ALL, "putting a model's states back"),
    *_attributes("torch.nn.Module", "_modules", SOME, "replays of graphs that call modules"),
    *_attributes("torch.nn.Module", "_call_impl", SOME, "telling what a capture leaves behind"),
    *_attributes("torch.nn.Module", "_apply", SOME, "runs in double precision"),
    *_attributes("torch.nn.RNNBase", "_init_flat_weights", PHANTOM, "recurrent modules on the phantom"),
    # Operators
    *_names("torch._ops", "OperatorBase", ALL, "telling operators from functions"),
    *_names(
        "torch._ops",
        "OpOverload OpOverloadPacket",
        (*_AOT, *_EXPORT, *_MAKE_FX, *_PYTHON, *_STEPS, "aot_joint_compile", "dispatch"),
        "telling operators from functions",
    ),
    *_names("torch._ops", "HigherOrderOperator", _PYTHON, "higher-order operators"),
    *_names("torch._ops", "_higher_order_ops", _NATIVE, "higher-order operators"),
    *_attributes("torch.ops.aten.add.Tensor", "_schema", ALL, "operators' schemas"),
    *_attributes("torch.ops.aten.add.Tensor", "_op_dk", SOME, "recording composite operators"),
    *_attributes("torch.ops.aten.add", "_qualified_op_name", SOME, "replays of a project's own operators"),
    *_names("torch._library.custom_ops", "OPDEFS=custom_operators", SOME, "replays of a project's own operators"),
    *_attributes(
        "torch._library.custom_ops.CustomOpDef",
        "_init_fn",
        SOME,
        "replays of a project's own operators",
        text_of="torch._library.custom_ops",
    ),
    *_names("torch._C", "DispatchKey", SOME, "kernels of operators"),
    *_names("torch._C", "DispatchKeySet", _NATIVE, "higher-order operators"),
    *_names("torch._C", "_dispatch_keys", SOME, "telling tensor subclasses"),
    *_names("torch._C", "_jit_get_schemas_for_operator", _PYTHON, "replays of calls of Python functions"),
    *_names(
        "torch._C",
        "_dispatch_has_kernel_for_any_dispatch_key _dispatch_keyset_full_after _RestorePythonTLSSnapshot",
        SOME,
        "recording composite operators",
    ),
    *_names("torch._C", "_dispatch_has_kernel_for_dispatch_key", ("dispatch",), "telling composite operators"),
    *_names("torch.fx.node", "_get_qualified_name", _PYTHON, "names of functions"),
    *_names(
        "torch.fx.node",
        "_side_effectful_functions",
        (*_AOT, *_EXPORT, *_MAKE_FX, *_RECORDERS, *_STEPS, "aot_joint_compile"),
        "telling operators with side effects",
    ),
    # Modes
    *_names("torch.utils._python_dispatch", "TorchDispatchMode", ALL, "watching operators run"),
    *_names("torch.utils._python_dispatch", "_disable_current_modes", _RECORDERS, "telling what PyTorch runs for itself", takes=""),
    *_attributes("torch.utils._python_dispatch", "_get_current_dispatch_mode", SOME, "running higher-order operators by their kernels"),
    *_names(
        "torch.utils._mode_utils",
        "no_dispatch",
        (*_AOT, *_EXPORT, *_PYTHON, *_STEPS, "aot_joint_compile", "dispatch", "native"),
        "copies of states that no mode sees",
    ),
    *_names("torch._guards", "detect_fake_mode", ("dispatch",), "telling tensors that are traced"),
    *_names("torch._guards", "TracingContext", _REGIONS, "what Dynamo assumes of a program"),
    # Python-level traces
    *_names("torch", "_assert=assert_", _PYTHON, "telling calls that act on more than their arguments"),
    *_names("torch.amp.autocast_mode", "_enter_autocast _exit_autocast", _PYTHON, "telling calls that act on more than their arguments"),
    *_names("torch._jit_internal", "boolean_dispatched", SOME, "signatures of functions"),
    # make_fx
    *_names("torch._decomp", "core_aten_decompositions", ("make_fx_core_aten",), "the decompositions to core ATen"),
    *_names("torch._dynamo.source", "ConstantSource", ("make_fx_symbolic",), "symbolic sizes"),
    *_names(
        "torch.fx.experimental.proxy_tensor",
        "_MakefxTracer._trace_inner=trace_inner",
        _RECORDERS,
        "telling what PyTorch runs for itself",
        takes="self f args",
    ),
    # AOTAutograd
    *_names("torch._functorch.aot_autograd", "aot_function", _AOT, "AOTAutograd's graphs"),
    *_names("torch._functorch.partitioners", "default_partition", ("aot",), "forward and backward graphs"),
    *_names("torch._functorch.partitioners", "min_cut_rematerialization_partition", ("aot_min_cut",), "forward and backward graphs"),
    *_names("torch._functorch", "config=functorch_config", SOME, "replays of joint graphs inside the program"),
    *_names("torch._dynamo.backends.common", "aot_autograd", ("aot_joint_compile",), "AOTAutograd's graphs under Dynamo"),
    *_names("torch._dynamo.utils", "assert_no_fake_params_or_buffers", PHANTOM, "AOTAutograd on the phantom", takes="gm"),
    *_names(
        "torch._functorch._aot_autograd.descriptors",
        "BackwardTokenAOTInput BackwardTokenAOTOutput ForwardTokenAOTInput ForwardTokenAOTOutput GradAOTOutput InputMutationAOTOutput"
        " MetadataMutationAOTOutput PlainAOTInput PlainAOTOutput SavedForBackwardsAOTOutput SavedForBackwardsNoVcCheckAOTOutput"
        " SubclassGetAttrAOTInput SubclassGetAttrAOTOutput SubclassSizeAOTInput SubclassSizeAOTOutput SubclassStrideAOTInput"
        " SubclassStrideAOTOutput TangentAOTInput",
        (*_AOT, "aot_joint_compile"),
        "what inputs and results of AOTAutograd's graphs are",
    ),
    *_attributes(
        "torch._functorch.aot_autograd",
        "_boxed_call",
        SOME,
        "replays of joint graphs inside the program",
        text_of="torch._functorch._aot_autograd.utils",
    ),
    # Dynamo
    *_names("torch._dynamo.exc", "RestartAnalysis", SOME, "the graphs of Dynamo"),
    *_names("torch._dynamo.output_graph", "OutputGraph", _REGIONS, "what Dynamo's graphs read off their modules"),
    *_names("torch._dynamo.symbolic_convert", "InstructionTranslator", _REGIONS, "the graphs of Dynamo"),
    *_names("torch._dynamo", "mark_dynamic", SOME, "dynamic sizes under Dynamo"),
    *_names("torch._dynamo", "optimize=dynamo_optimize reset=dynamo_reset", SOME, "replays inside the program"),
    *_names("torch._dynamo.guards", "profile_guard_manager=time_of_guards", SOME, "speed of replays inside the program"),
    *_names("torch._dynamo.utils", "counters=dynamo_counters", SOME, "why Dynamo made no graph"),
    *_names(
        "torch._dynamo.guards",
        "build_guard_function",
        _RECORDERS,
        "telling what PyTorch runs for itself",
        takes="code_parts closure_args",
    ),
    *_attributes(
        "torch.Tensor",
        "_dynamo_propagated_dynamic_indices",
        SOME,
        "replays inside the program",
        since="2.13",
        text_of="torch._functorch._aot_autograd.runtime_wrappers",
    ),
    *_attributes(
        "torch.Tensor",
        "_dynamo_weak_dynamic_indices",
        SOME,
        "replays inside the program",
        until="2.13",
        text_of="torch._functorch._aot_autograd.runtime_wrappers",
    ),
    *_names("torch._dynamo", "utils=dynamo_utils", SOME, "NumPy calls in Dynamo's graphs"),
    *_names("torch._numpy", "ndarray=numpy_array", SOME, "NumPy calls in Dynamo's graphs"),
    *_names("torch._dynamo", "trace_rules", SOME, "replays of functions that Dynamo lists"),
    *_names("torch.fx._symbolic_trace", "_wrapped_fns_to_patch=wrapped_functions", SOME, "replays of functions that a project wraps"),
    *_names("torch._higher_order_ops", "register_hook", SOME, "replays of hooks on tensors", since="2.13"),
    *_names(
        "torch._higher_order_ops.partitioner",
        "HopGraphMinCutPartitioner.create_partitioned_graph=create_partitioned_graph",
        _RECORDERS,
        "telling what PyTorch runs for itself",
        takes="fw_fn fw_args always_recompute_complex_exprs",
    ),
    # The compiler's training step
    *_attributes(
        "torch.compiler.precompile",
        "_gm _grad_param_indices _module _param_names",
        ("precompile",),
        "the traced step",
        since="2.15",
        text_of="torch._precompile",
    ),
    # Lowering
    *_names("torch._subclasses.functional_tensor", "FunctionalTensor FunctionalTensorMode", LOWERING, "lowering graphs"),
    *_names("torch", "_from_functional_tensor _functionalize_has_data_mutation _sync", LOWERING, "lowering graphs"),
    # The phantom
    *_names("torch._subclasses.fake_tensor", "FakeTensorMode.may_turn_const", PHANTOM, "constants on the phantom", takes="self t"),
    *_names(
        "torch.fx.experimental.proxy_tensor",
        "_ProxyTensor.__init__=track_constant",
        PHANTOM,
        "constants on the phantom",
        takes="self proxy constant",
    ),
    *_names(
        "torch._subclasses.fake_tensor",
        "run_fallback_kernel",
        PHANTOM,
        "operators without a fake kernel",
        takes="fake_mode func flat_args args_spec orig_not_implemented_exception",
    ),
    *_names(
        "torch._subclasses.fake_impls",
        "run_fallback_kernel=run_fallback_kernel_of_impls",
        PHANTOM,
        "operators without a fake kernel",
        takes="fake_mode func flat_args args_spec orig_not_implemented_exception",
    ),
    *_names("torch.optim.optimizer", "_get_foreach_kernels_supported_devices", PHANTOM, "optimizers in the place of a GPU's", takes=""),
    *_names("torch.cuda", "_is_in_bad_fork", SOME, "telling whether a process can use CUDA"),
    # op_db
    *_names("torch.testing._internal", "common_methods_invocations", OP_DB, "PyTorch's operators as cases"),
    *_names(
        "torch.testing._internal",
        "common_methods_invocations.wrapper_set_seed=wrapper_set_seed",
        OP_DB,
        "PyTorch's operators as cases",
        takes="op args kwargs",
    ),
    *_names("torch.testing._internal.opinfo.core", "OpInfo SampleInput", OP_DB, "PyTorch's operators as cases"),
    *_names("torch.utils", "_triton", OP_DB, "PyTorch's operators as cases"),
)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("+")[0].split(".")[:2])


def _is_here(row: Private, torch_version: str) -> bool:
    """Whether that version is expected to have the name."""
    now = _version(torch_version)
    return (not row.since or _version(row.since) <= now) and (not row.until or now < _version(row.until))


def rows_of(table: Iterable[Private], torch_version: str) -> dict[str, Private]:
    """Rows by `called`. If a name has moved, the row of this version."""
    return {row.called: row for row in sorted(table, key=lambda row: _is_here(row, torch_version)) if row.called}


_ROWS = rows_of(TABLE, torch.__version__)
_MODULE = sys.modules[__name__]


def _below(owner: Any, step: str) -> Any:
    """`getattr`, or None for an attribute that a class only annotates. Raises AttributeError."""
    if inspect.isclass(owner) and step in inspect.get_annotations(owner):
        return None
    return getattr(owner, step)


def _owner(name: str) -> tuple[Any, str]:
    """(owner, last step of the name). Raises ModuleNotFoundError or AttributeError if the owner is missing."""
    *steps, last = name.split(".")
    owner: Any = torch
    for number, step in enumerate(steps[1:], 2):
        if inspect.ismodule(owner) and not hasattr(owner, step):
            owner = importlib.import_module(".".join(steps[:number]))
        else:
            owner = _below(owner, step)
    return owner, last


def _found(row: Private) -> Any:
    """The object behind the name. Raises ModuleNotFoundError or AttributeError if it is missing."""
    if row.text_of:
        source = importlib.util.find_spec(row.text_of).origin
        if row.name.rpartition(".")[2] not in pathlib.Path(source).read_text():
            raise AttributeError(row.name)
        return None
    owner, last = _owner(row.name)
    if inspect.ismodule(owner) and not hasattr(owner, last):
        return importlib.import_module(row.name)
    return _below(owner, last)


def _looked_up(row: Private) -> Any:
    """The object behind the name. Raises Unsupported if it is missing, or if a patch expects other parameters."""
    try:
        found = _found(row)
    except (ModuleNotFoundError, AttributeError) as absent:
        if isinstance(absent, ModuleNotFoundError) and not (absent.name or "").startswith("torch."):
            raise  # another package, which PyTorch's tests import
        raise Unsupported(f"needs {row.name}, which PyTorch {torch.__version__} lacks: {row.lost}") from None
    if row.takes is not None:
        takes = " ".join(inspect.signature(found).parameters)
        if takes != row.takes:
            expected, has = (", ".join(text.split()) for text in (row.takes, takes))
            raise Unsupported(f"needs {row.name}({expected}), PyTorch {torch.__version__} has ({has}): {row.lost}")
    return found


def __getattr__(called: str) -> Any:
    if called not in _ROWS:
        raise AttributeError(f"{called!r} has no row in {__name__}")
    found = _looked_up(_ROWS[called])
    setattr(_MODULE, called, found)
    return found


def put(called: str, replacement: Any) -> Any:
    """Replaces `called` in PyTorch; returns the original. Raises Unsupported if the original is missing or
    unexpected."""
    replaced = getattr(_MODULE, called)
    setattr(*_owner(_ROWS[called].name), replacement)
    return replaced


@contextlib.contextmanager
def replaced(called: str, replacement: Any) -> Iterator[None]:
    """Context in which PyTorch has `replacement` as `called`."""
    was = put(called, replacement)
    try:
        yield
    finally:
        put(called, was)


@functools.cache
def require(method: str, phantom: bool) -> None:
    """Raises Unsupported if this PyTorch lacks a name that `method` needs for every program."""
    asked = {*ALL, method, *(PHANTOM if phantom else ())}
    for row in TABLE:
        if not asked.intersection(row.users) or not _is_here(row, torch.__version__):
            continue
        if row.called:
            getattr(_MODULE, row.called)
        else:
            _looked_up(row)


def missing() -> list[dict[str, Any]]:
    """Each expected name that this PyTorch lacks or has in another form, with its users and the reason."""
    wrong = []
    for row in TABLE:
        try:
            if _is_here(row, torch.__version__):
                _looked_up(row)
        except Unsupported as reason:
            wrong.append({"name": row.name, "users": row.users, "reason": str(reason)})
        except ModuleNotFoundError:
            pass
    return wrong


if __name__ == "__main__":
    # Read by harness/run/private_names.cc.
    print(json.dumps({"torch": torch.__version__, "names": len(TABLE), "missing": missing()}, indent=1))
