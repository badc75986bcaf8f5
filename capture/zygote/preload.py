"""preload: imports in the zygote what captures would import lazily in every forked child.

Imports only: no autograd, nothing of `torch.cuda` is called, no thread is started.
`preload_test.py report` prints what is missing here.
"""

import importlib
import os
import sys
import sysconfig
from typing import Any

# numpy's OpenBLAS starts its threads when it is loaded, and torch loads numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Up to 2.12 Inductor's benchmarking asks when it is imported whether CUDA is there, unless this is off; from then on
# no forked child may use CUDA.
os.environ.setdefault("TORCHINDUCTOR_USE_EXPERIMENTAL_BENCHMARKER", "0")

from . import bytecode  # noqa: E402

bytecode.keep()

import torch  # noqa: E402

from .. import torch_private as private  # noqa: E402
from ..captured.captured import Unsupported  # noqa: E402

# What every capture, replay and lowering imports. Not every version of PyTorch has each of these modules.
NAMES = (
    "multiprocessing.synchronize",
    "torch._dynamo",
    "torch._dynamo.variables.object_protocol",
    "torch._inductor.compiler_bisector",
    "torch._inductor.fx_passes.dedupe_symint_uses",
    "torch._refs",
    "torch._subclasses.schema_check_mode",
    "torch.backends.cudnn.rnn",
    "torch.fx.experimental.proxy_tensor",
    "torch.fx.experimental.symbolic_shapes",
    "torch.fx.experimental.validator",
    "torch.nested._internal.nested_tensor",
    "torch.utils._device",
)

# What exporting, Dynamo and the compilers behind it import besides: of most methods, and of any that is new here.
COMPILERS = (
    "functorch.compile",
    "sympy.combinatorics",
    "sympy.physics.units",
    "sympy.sets.setexpr",
    "sympy.tensor.tensor",
    "torch._dynamo.backends.cudagraphs",
    "torch._dynamo.backends.debugging",
    "torch._dynamo.backends.distributed",
    "torch._dynamo.backends.inductor",
    "torch._dynamo.backends.onnxrt",
    "torch._dynamo.backends.tensorrt",
    "torch._dynamo.backends.torchxla",
    "torch._dynamo.backends.tvm",
    "torch._dynamo.dce_extra_outputs",
    "torch._dynamo.repro.after_dynamo",
    "torch._dynamo.testing",
    "torch._export.db.logging",
    "torch._export.passes._node_metadata_hook",
    "torch._export.passes.add_runtime_assertions_for_constraints_pass",
    "torch._export.passes.collect_tracepoints_pass",
    "torch._export.passes.replace_autocast_with_hop_pass",
    "torch._export.passes.replace_set_grad_with_hop_pass",
    "torch._functorch._activation_checkpointing.remat_using_tags_for_fwd_loss_bwd_graph_pass",
    "torch._functorch.aot_autograd",
    "torch._functorch.partitioners",
    "torch._functorch.python_key",
    "torch._higher_order_ops.passes.inline_invoke_subgraph",
    "torch._inductor.sizevars",
    "torch.distributed.tensor.experimental._attention",
    "torch.export",
    "torch.export._leakage_detection_utils",
    "torch.export._trace",
    "torch.export._unlift",
    "torch.nn.attention.flex_attention",
)

# What children of a method import where that is not COMPILERS.
NAMES_OF = {
    "symbolic_trace": (),
    "make_fx": (),
    "make_fx_real": (),
    "make_fx_plain": (),
    "make_fx_core_aten": (),
    "make_fx_grad": (),
    "precompile": (
        "torch._functorch._aot_autograd.codegen",
        "torch._precompile_driver",
        "torch.utils.serialization.config",
    ),
    "dispatch": (),
    "native": (),
    "native_composite": (),
    "aot_joint": ("torch._functorch.aot_autograd",),
    "aot": ("torch._functorch.aot_autograd", "torch._functorch.partitioners"),
    "aot_joint_compile": (
        *COMPILERS,
        "torch._dynamo.repro.after_aot",
        "torch._inductor.debug",
        "torch._inductor.scheduler",
        "torch._native.ops.reductions.inner_tree_plan",
    ),
    "aot_min_cut": (
        *COMPILERS,
        "torch._inductor.pattern_matcher",
        "torch._inductor.fx_utils",
        "torch._native.ops.reductions.inner_tree_plan",
    ),
}


def _import(names: tuple[str, ...]) -> None:
    for name in names:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as missing:
            if not name.startswith(missing.name or "-"):
                raise


def _on_phantom() -> bool:
    import assay_capture

    return bool(assay_capture.phantom_device())


def _import_ours() -> None:
    """The modules of every child, and the private names of PyTorch that each needs. Where PyTorch lacks one, children say so."""
    try:
        private.require("", _on_phantom())
        for name in ("program.eager", "side_by_side.trial", "pair.lower"):
            importlib.import_module(f"..{name}", __package__)
    except Unsupported:
        pass


def _replace_thread_pool() -> None:
    torch.set_num_threads(torch.get_num_threads())


def can_run() -> bool:
    """Asked in a forked child: whether it can do what children do. Autograd refuses (RuntimeError) where a parent has run it,
    CUDA where one has asked for it."""
    with torch.inference_mode(False), torch.enable_grad():
        leaf = torch.ones(1, device="cpu", requires_grad=True)
        torch.autograd.grad(leaf * 2, leaf)
    try:
        return not private.is_in_bad_fork()
    except Unsupported:  # this PyTorch cannot tell
        return True


def modules() -> None:
    """Imports what all children want, and leaves torch with one thread, forked children too.

    Raises ImportError for a module that exists and cannot be imported.
    """
    torch.set_num_threads(1)
    # A child's first use of torch's thread pool replaces the one that it inherited, without a lock: two threads of
    # autograd that meet there end the process ("Invalid thread pool!"). So it happens before there are two.
    os.register_at_fork(after_in_child=_replace_thread_pool)
    _import(NAMES)
    # What the factories of all cases of one command import: a zygote for these alone, told by its environment.
    _import(tuple(filter(None, os.environ.get("ASSAY_PRELOAD", "").split(","))))
    _import_ours()


def for_method(method: str) -> bool:
    """Imports what only children of `method` want, itself included; whether there was anything left to import."""
    before = len(sys.modules)
    _import(NAMES_OF.get(method, COMPILERS))
    importlib.import_module(f"..methods.{method}", __package__)
    private.require(method, _on_phantom())
    return len(sys.modules) != before


def files() -> list[str]:
    """Where what was imported lies, and the folders into which packages are installed."""
    places = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return [place for place in places if isinstance(place, str)] + [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
