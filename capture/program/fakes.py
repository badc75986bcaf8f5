"""fakes: fake tensors that look like real tensors, on another device."""

from __future__ import annotations

from typing import Any

import torch

from .. import torch_private as private
from . import memory


def converted(mode: private.FakeTensorMode, tensor: torch.Tensor, device: torch.device) -> Any:
    """The fake tensor PyTorch makes of `tensor`, on `device`; NotImplemented if it cannot.

    Views that share a storage still do."""

    def on_device(make: Any, **_: Any) -> private.FakeTensor:
        with private.no_dispatch():
            return private.FakeTensor(mode, make(), device)

    return mode.fake_tensor_converter.meta_converter(tensor, shape_env=None, callback=on_device)


def like(mode: private.FakeTensorMode, tensor: torch.Tensor, device: torch.device) -> private.FakeTensor:
    """A fake tensor with the type, sizes and layout of `tensor`, in its own memory."""
    if not memory.has_strides(tensor):
        return converted(mode, tensor, device)
    with private.no_dispatch():
        meta = torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device="meta")
    return mode.fake_tensor_converter.from_meta_and_device(mode, meta, device)
