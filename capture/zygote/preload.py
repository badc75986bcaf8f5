"""preload: imports in the zygote the modules that captures would import lazily in every forked child.

Imports only: it uses no autograd, calls nothing of `torch.cuda` and starts no thread. `preload_test.py report`
prints missing modules.
"""

import importlib
import os
import sys
import sysconfig
from typing import Any

# numpy, which torch loads, starts OpenBLAS's threads on import.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Up to 2.12 importing Inductor's benchmarking checks for CUDA, unless this is off. After that no forked child could use
# CUDA.
os.environ.setdefault("TORCHINDUCTOR_USE_EXPERIMENTAL_BENCHMARKER", "0")

from . import bytecode  # noqa: E402

bytecode.keep()

import torch  # noqa: E402

from .. import torch_private as private  # noqa: E402
from ..captured.captured import Unsupported  # noqa: E402

# Imports of every capture, replay and lowering. Some versions of PyTorch lack some of these modules.
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

# Further imports of exporting, Dynamo and its compilers: for most methods, and for methods missing from NAMES_OF.
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

# Imports of children of a method that needs other modules than COMPILERS.
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
    """Imports Assay's modules for every child, with their private names of PyTorch. Where a name is missing, children
    report it."""
    try:
        private.require("", _on_phantom())
        for name in ("program.eager", "side_by_side.program_run", "pair.lower"):
            importlib.import_module(f"..{name}", __package__)
    except Unsupported:
        pass


def _replace_thread_pool() -> None:
    torch.set_num_threads(torch.get_num_threads())


def can_run() -> bool:
    """Whether this process, a forked child, can do its work. Raises RuntimeError if a parent has run autograd.

    False if a parent has used CUDA."""
    with torch.inference_mode(False), torch.enable_grad():
        leaf = torch.ones(1, device="cpu", requires_grad=True)
        torch.autograd.grad(leaf * 2, leaf)
    try:
        return not private.is_in_bad_fork()
    except Unsupported:  # this PyTorch cannot report it
        return True


def modules() -> None:
    """Imports the modules of all children, and limits torch to a single thread, also in forked children.

    Raises ImportError for a module that exists but cannot be imported."""
    torch.set_num_threads(1)
    # A child's first use of torch's thread pool replaces the inherited pool, without a lock. Two threads of autograd at
    # once would end the process ("Invalid thread pool!"). So the child replaces it before there are two.
    os.register_at_fork(after_in_child=_replace_thread_pool)
    _import(NAMES)
    # Imports for the factories of all cases of a command, from the environment of a zygote for these alone.
    _import(tuple(filter(None, os.environ.get("ASSAY_PRELOAD", "").split(","))))
    _import_ours()


def for_method(method: str) -> bool:
    """Imports the modules that only children of `method` need, with the method itself. Returns whether any were new."""
    before = len(sys.modules)
    _import(NAMES_OF.get(method, COMPILERS))
    importlib.import_module(f"..methods.{method}", __package__)
    private.require(method, _on_phantom())
    return len(sys.modules) != before


def files() -> list[str]:
    """Files of the imported modules, and the folders of installed packages."""
    places = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return [place for place in places if isinstance(place, str)] + [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
