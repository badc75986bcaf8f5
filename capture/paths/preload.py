"""preload: imports in the zygote what captures would import lazily in every forked child.

Imports only: no autograd, nothing of `torch.cuda` is called, no thread is started.
`preload_check.py` reports what is missing from NAMES.
"""

import importlib
import os

# numpy's OpenBLAS starts its threads when it is loaded, and torch loads numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import torch  # noqa: E402

METHODS = (
    "symbolic_trace",
    "make_fx",
    "make_fx_real",
    "make_fx_symbolic",
    "make_fx_grad",
    "dispatch",
    "native",
    "native_composite",
    "aot_joint",
    "aot",
)

# Not every version of PyTorch has each of them.
NAMES = (
    "multiprocessing.synchronize",
    "sympy.combinatorics",
    "sympy.physics.units",
    "sympy.sets.setexpr",
    "sympy.tensor.tensor",
    "torch._dynamo",
    "torch._export.db.logging",
    "torch._export.passes.add_runtime_assertions_for_constraints_pass",
    "torch._export.passes.collect_tracepoints_pass",
    "torch._functorch._activation_checkpointing.remat_using_tags_for_fwd_loss_bwd_graph_pass",
    "torch._functorch.aot_autograd",
    "torch._functorch.partitioners",
    "torch._inductor.compiler_bisector",
    "torch._inductor.fx_passes.dedupe_symint_uses",
    "torch._inductor.sizevars",
    "torch._refs",
    "torch._subclasses.schema_check_mode",
    "torch.backends.cudnn.rnn",
    "torch.export",
    "torch.export._leakage_detection_utils",
    "torch.export._trace",
    "torch.export._unlift",
    "torch.fx.experimental.proxy_tensor",
    "torch.fx.experimental.symbolic_shapes",
    "torch.fx.experimental.validator",
)


def modules() -> None:
    """Imports them all, the capture methods included, and leaves torch with one thread.

    Raises ImportError for a module that exists and cannot be imported.
    """
    torch.set_num_threads(1)
    for name in NAMES:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as missing:
            if not name.startswith(missing.name or "-"):
                raise
    for name in ("eager", "trial", *METHODS):
        importlib.import_module(f"{__package__}.{name}")
