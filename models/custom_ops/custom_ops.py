"""Custom operators, each with a fake implementation and an autograd formula, some with writes.

Two are defined in Python. `torch.library.custom_op` accepts an autograd formula for functional operators only,
`torch.library.Library` for any operator. The operators in C++ and CUDA are libraries of the worker's build
(capture/custom_operators), beside the module `assay_capture` that every worker has imported.
"""

import pathlib
from typing import Any

import assay_capture
import torch
from torch import Tensor, nn

for _library in sorted(pathlib.Path(assay_capture.__file__).parent.glob("libassay_custom_*.so"), reverse=True):
    torch.ops.load_library(_library)

# Replay allows these names in graph files because this module holds them.
clip = torch.ops.assay_models.clip
bias_gelu = torch.ops.assay_models.bias_gelu
bias_gelu_backward = torch.ops.assay_models.bias_gelu_backward


@torch.library.register_fake("assay_models::clip")
def _(x: Tensor, clipped: Tensor, limit: float) -> Tensor:
    return torch.empty_like(x, memory_format=torch.contiguous_format)


@torch.library.register_fake("assay_models::bias_gelu")
def _(x: Tensor, bias: Tensor, peak: Tensor) -> Tensor:
    return torch.empty_like(x, memory_format=torch.contiguous_format)


@torch.library.register_fake("assay_models::bias_gelu_backward")
def _(grad: Tensor, x: Tensor, bias: Tensor) -> Tensor:
    return torch.empty_like(x, memory_format=torch.contiguous_format)


@torch.library.custom_op("assay_models::scaled_tanh", mutates_args=())
def scaled_tanh(x: Tensor, scale: float) -> Tensor:
    """scale * tanh(x)"""
    return x.tanh() * scale


@scaled_tanh.register_fake
def _(x: Tensor, scale: float) -> Tensor:
    return torch.empty_like(x)


def _keep_result(ctx: Any, inputs: tuple[Tensor, float], output: Tensor) -> None:
    ctx.save_for_backward(output)
    ctx.scale = inputs[1]


def _scaled_tanh_backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
    (output,) = ctx.saved_tensors
    return grad * (ctx.scale - output * output / ctx.scale), None


scaled_tanh.register_autograd(_scaled_tanh_backward, setup_context=_keep_result)


@torch.library.custom_op("assay_models::record_peak", mutates_args=("peak",))
def record_peak(peak: Tensor, x: Tensor) -> None:
    """peak = maximum of peak and the largest x, per column"""
    peak.copy_(peak.maximum(x.amax(0)))


_library = torch.library.Library("assay_models", "FRAGMENT")
_library.define("center(Tensor x, Tensor(a!) mean, float momentum) -> Tensor", tags=(torch.Tag.pt2_compliant_tag,))
center = torch.ops.assay_models.center


def _center(x: Tensor, mean: Tensor, momentum: float) -> Tensor:
    """x minus its mean over rows; `mean` follows that mean"""
    now = x.mean(0)
    mean.lerp_(now, momentum)
    return x - now


class _Center(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, mean: Tensor, momentum: float) -> Tensor:
        with torch._C._AutoDispatchBelowAutograd():
            out = center.default(x, mean, momentum)
        torch.autograd.graph.increment_version(mean)
        return out

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None, None]:
        return grad - grad.mean(0), None, None


_library.impl("center", _center, "CompositeExplicitAutograd")
_library.impl("center", _Center.apply, "Autograd")


@torch.library.register_fake("assay_models::center", lib=_library)
def _(x: Tensor, mean: Tensor, momentum: float) -> Tensor:
    return torch.empty_like(x)


class CustomOp(nn.Module):
    """[N, 3] to [N, 4] through two operators of `torch.library.custom_op`, the second of which writes the buffer `peak`."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(3, 4)
        self.register_buffer("peak", torch.full((4,), -2.0))

    def forward(self, x: Tensor) -> Tensor:
        out = scaled_tanh(self.linear(x), 1.5)
        record_peak(self.peak, out)
        return out + self.peak


class Python(nn.Module):
    """[N, 3] to [N, 4] through an operator of a `torch.library.Library` that writes the buffer `mean`."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(3, 4)
        self.register_buffer("mean", torch.zeros(4))

    def forward(self, x: Tensor) -> Tensor:
        return center(self.linear(x), self.mean, 0.25).relu() + self.mean


class Cpp(nn.Module):
    """[N, 3] to [N, 4] through a C++ operator that counts in the buffer `clipped`."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(3, 4)
        self.register_buffer("clipped", torch.zeros((), dtype=torch.int64))

    def forward(self, x: Tensor) -> Tensor:
        return clip(self.linear(x), self.clipped, 0.5) * self.clipped


class Cuda(nn.Module):
    """[N, T, 3] to [N, T, 2] through a CUDA operator that writes the buffer `peak`."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(3, 4, bias=False)
        self.bias = nn.Parameter(torch.linspace(-0.5, 0.5, 4))
        self.second = nn.Linear(4, 2)
        self.register_buffer("peak", torch.zeros(4))

    def forward(self, x: Tensor) -> Tensor:
        return self.second(bias_gelu(self.first(x), self.bias, self.peak) + self.peak)
