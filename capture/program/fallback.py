"""fallback: on the phantom, runs the CPU kernel where PyTorch would run a GPU kernel on zeros.

PyTorch runs an operator without a fake kernel on zeros, to get the sizes of its results. The phantom has no kernels.
It uses the operator that replaces it in a replay (StandIn), or the CPU's own.
"""

from __future__ import annotations

from typing import Any

import torch

import assay_capture

from .. import torch_private as private
from . import fakes, memory


def _on_cpu(mode: private.FakeTensorMode, func: Any, flat: list[Any], spec: Any, cannot: RuntimeError) -> Any:
    if torch.Tag.inplace_view in func.tags:
        raise cannot
    given_as = {}  # by identity of their zeros

    def zeros(leaf: Any) -> Any:
        if not mode.is_our_fake(leaf):
            return torch.device("cpu") if isinstance(leaf, torch.device) else leaf
        made = torch.zeros_like(leaf, device="cpu")
        if made.is_sparse:
            made._coalesced_(leaf.is_coalesced())
        given_as[id(made)] = leaf
        return made

    with assay_capture.Unrecorded(), private.no_dispatch():
        given = [zeros(leaf) for leaf in flat]
        args, kwargs = private.tree_unflatten(given, spec)
        try:
            stood_in = assay_capture.StandIn()(func, *args, **kwargs)
        except RuntimeError:  # no stand-in: PyTorch still answers operators that only query a GPU library, such as `_use_cudnn_ctc_loss`
            return private.run_fallback_kernel(mode, func, flat, spec, cannot)
        returned = func(*args, **kwargs) if stood_in is NotImplemented else stood_in
    storages = {one.untyped_storage()._cdata for one in given if isinstance(one, torch.Tensor) and memory.has_strides(one)}
    devices = [leaf.fake_device for leaf in given_as.values()]
    device = next((one for one in devices if one.type == "cuda"), devices[0] if devices else torch.device("cpu"))

    def fake(made: torch.Tensor) -> private.FakeTensor:
        if id(made) in given_as:
            return given_as[id(made)]
        if memory.has_strides(made) and made.untyped_storage()._cdata in storages:  # a view of a temporary
            raise cannot
        return fakes.like(mode, made, device)

    return private.tree_map_only(torch.Tensor, fake, returned)


def run_on_cpu() -> None:
    """Replaces PyTorch's fallback for the rest of this process. Call it only where the phantom is preloaded."""
    private.put("run_fallback_kernel", _on_cpu)
    private.put("run_fallback_kernel_of_impls", _on_cpu)
