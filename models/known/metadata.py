"""Reported errors about the memory layout of results. Each has a twin: the same program without the reported feature.

Wrong strides become wrong values when the program reads memory in its order."""

import torch
from torch import nn
from torch.nn import functional as F


class LikeTransposed(nn.Module):
    """A tensor like a transposed tensor has its memory layout. The program reads its memory in order."""

    def __init__(self, transposed: bool = True) -> None:
        super().__init__()
        self.transposed = transposed

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.full_like(x.mT if self.transposed else x, 3.0)
        y[0] = 1.0
        return y.as_strided((y.numel(),), (1,))


class Padded(nn.Module):
    """A padded tensor has the memory layout of its source."""

    def __init__(self, transposed: bool = True) -> None:
        super().__init__()
        self.transposed = transposed

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.pad(x.mT if self.transposed else x, (1, 1))
        return y.as_strided((y.numel(),), (1,))


class MadeOfSize(nn.Module):
    """torch.Tensor of a size is a tensor with that size."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.Tensor(x.size()).fill_(1.0) * x.sum()


class MadeOfOnes(nn.Module):
    """MadeOfSize's twin: a function takes the size."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.ones(x.size()) * x.sum()
