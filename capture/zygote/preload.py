"""preload: imports in the zygote what captures would import lazily in every forked child.

Imports only: no autograd, nothing of `torch.cuda` is called, no thread is started.
`preload_test.py report` prints what is missing from NAMES.
"""

import importlib
import os
import sys

# numpy's OpenBLAS starts its threads when it is loaded, and torch loads numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Up to 2.12 Inductor's benchmarking asks when it is imported whether CUDA is there, unless this is off; from then on
# no forked child may use CUDA.
os.environ.setdefault("TORCHINDUCTOR_USE_EXPERIMENTAL_BENCHMARKER", "0")

import torch  # noqa: E402

from assay_capture import METHODS  # noqa: E402

# Not every version of PyTorch has each of them.
NAMES = (
    "functorch.compile",
    "multiprocessing.synchronize",
    "sympy.combinatorics",
    "sympy.physics.units",
    "sympy.sets.setexpr",
    "sympy.tensor.tensor",
    "torch._dynamo",
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
    "torch._dynamo.variables.object_protocol",
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
    "torch._inductor.compiler_bisector",
    "torch._inductor.fx_passes.dedupe_symint_uses",
    "torch._inductor.sizevars",
    "torch._refs",
    "torch._subclasses.schema_check_mode",
    "torch.backends.cudnn.rnn",
    "torch.distributed.tensor.experimental._attention",
    "torch.export",
    "torch.export._leakage_detection_utils",
    "torch.export._trace",
    "torch.export._unlift",
    "torch.fx.experimental.proxy_tensor",
    "torch.fx.experimental.symbolic_shapes",
    "torch.fx.experimental.validator",
    "torch.nn.attention.flex_attention",
)

# Dear to import and needed by one method only: imported before the first child of that method.
NAMES_OF = {
    "aot_joint_compile": (
        "torch._dynamo.repro.after_aot",
        "torch._inductor.debug",
        "torch._inductor.scheduler",
        "torch._native.ops.reductions.inner_tree_plan",
    ),
    "aot_min_cut": (
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


def for_method(method: str) -> bool:
    """Imports what only children of `method` need; whether there was anything left to import."""
    before = len(sys.modules)
    _import(NAMES_OF.get(method, ()))
    return len(sys.modules) != before


def modules() -> None:
    """Imports them all, the capture methods included, and leaves torch with one thread.

    Raises ImportError for a module that exists and cannot be imported.
    """
    torch.set_num_threads(1)
    _import(NAMES)
    for name in ("program.eager", "replay.trial", "pair.lower", *(f"methods.{method}" for method in METHODS)):
        importlib.import_module(f"..{name}", __package__)
