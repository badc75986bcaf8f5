"""Data other than single-precision tensors: structured inputs and results, other dtypes, sizes and layouts."""

import collections
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils import _pytree

Scores = collections.namedtuple("Scores", "low high")


@dataclass
class Known:
    """A result registered with pytree."""

    scores: torch.Tensor
    hidden: torch.Tensor


@dataclass
class Unknown:
    """A result unknown to pytree: it is a leaf."""

    scores: torch.Tensor
    hidden: torch.Tensor


_pytree.register_dataclass(Known)


class Layer(nn.Module):
    """[N, 4] to [N, 5]: a linear layer for the subclasses."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 5)


class NamedTupleOutput(Layer):
    def forward(self, x: torch.Tensor) -> Scores:
        y = self.linear(x)
        return Scores(low=y.sin(), high=y.cos())


class DataclassOutput(Layer):
    def forward(self, x: torch.Tensor) -> Known:
        y = self.linear(x)
        return Known(y.sin(), y)


class UnknownOutput(Layer):
    def forward(self, x: torch.Tensor) -> Unknown:
        y = self.linear(x)
        return Unknown(y.sin(), y)


class NoneOutput(Layer):
    """Results beside a None, a number and a string."""

    def forward(self, x: torch.Tensor) -> tuple[object, ...]:
        return self.linear(x), None, 7, "mean"


class OptionalInputs(Layer):
    """An optional mask, a mode as a string, and a factor as a number."""

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None, mode: str, times: int) -> torch.Tensor:
        y = self.linear(x) * times
        y = y if mask is None else y.masked_fill(mask, 0.0)
        return y.sum(1) if mode == "sum" else y.mean(1)


def without_mask() -> tuple[object, ...]:
    return torch.randn(3, 4), None, "sum", 2


def points() -> tuple[Scores]:
    """A named tuple of two tensors."""
    return (Scores(torch.randn(3, 4), torch.randn(3, 4)),)


class NamedTupleInput(Layer):
    def forward(self, points: Scores) -> torch.Tensor:
        return self.linear(points.low - points.high)


class ComplexSignal(nn.Module):
    """[N, 8] to [N, 8]: filtered in the complex frequency domain by a complex weight."""

    def __init__(self) -> None:
        super().__init__()
        self.filter = nn.Parameter(torch.randn(5, dtype=torch.complex64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.fft.irfft(torch.fft.rfft(x) * self.filter, 8)


class ComplexInput(nn.Module):
    """[N, 4] complex to [N, 4] complex, and a real [N, 4]: real plus imaginary part of the square."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, dtype=torch.complex64))

    def forward(self, z: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return z * self.weight.conj(), torch.view_as_real(z * z).sum(-1)


class Integers(nn.Module):
    """[N, 6] integers to their histogram, remainders and bits. Nothing is differentiable."""

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return (x.unsqueeze(-1) == torch.arange(4, device=x.device)).sum((0, 1)), x % 3, (x << 1) | 1


class Booleans(nn.Module):
    """Two [N, 5] bools to their connectives and `any`."""

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return a & ~b, a ^ b, (a | b).any(1)


class BFloat16(nn.Module):
    """[N, 6] bfloat16 to [N, 3]: two layers, then a softmax in single precision."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(6, 8, dtype=torch.bfloat16), nn.Linear(8, 3, dtype=torch.bfloat16)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.first(x).relu()).float().softmax(-1).to(torch.bfloat16)


def converted() -> nn.Module:
    """[N, 6] bfloat16 to [N, 3]: built in single precision, then converted."""
    return nn.Linear(6, 3).to(torch.bfloat16)


class Empty(nn.Module):
    """[0, 4] and [N, 4] to [N, 5] and [5]: a concatenation with no rows, and a sum over no rows."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 5)

    def forward(self, nothing: torch.Tensor, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.linear(torch.cat([nothing, x])), self.linear(nothing).sum(0)


class ZeroDimensional(nn.Module):
    """Two scalars and [N, 4] to [N, 4] and a scalar. The parameter is a scalar, too."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(0.5))

    def forward(self, a: torch.Tensor, b: torch.Tensor, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return x * self.scale + a, (a * b).exp()


class Convolution(nn.Module):
    """[N, 4, H, W] to [N, 6, H, W] in the memory format of the input, and the maps flattened to [N * H * W, 6]."""

    def __init__(self) -> None:
        super().__init__()
        self.conv, self.norm = nn.Conv2d(4, 6, 3, padding=1), nn.BatchNorm2d(6)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = self.norm(self.conv(x))
        return y, y.permute(0, 2, 3, 1).reshape(-1, 6)


class Strided(Layer):
    """[N, 4] with any strides to [N, 5]."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) + x.contiguous().sum(1, keepdim=True)


def transposed() -> tuple[torch.Tensor]:
    return (torch.randn(4, 3).t(),)


def every_other() -> tuple[torch.Tensor]:
    return (torch.randn(6, 8)[::2, 1::2],)


class MadeInForward(Layer):
    """Adds tensors built in forward: from values, from a pattern, like the input, and a mask of its size."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        bias = torch.tensor([0.5, -1.0, 2.0, 0.0, 1.0], device=x.device)
        steps = torch.arange(5, device=x.device, dtype=x.dtype)
        kept = torch.ones_like(y, dtype=torch.bool).triu()
        return (y + bias * steps).where(kept, torch.zeros((), device=x.device)) + torch.eye(3, 5, device=x.device)


class ChosenRows(Layer):
    """[N, 4] to [M, 5]: the rows that begin with a positive number. M depends on the values."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x[x[:, 0] > 0])
