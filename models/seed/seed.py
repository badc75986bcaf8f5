"""Models from the documents that Assay was designed from. Each case names its document."""

import torch
import torch.nn.functional as F
from torch import nn


def conv_bn_relu() -> nn.Module:
    """Images [N, 3, H, W] to features [N, 6, H - 2, W - 2]. Updates its running statistics."""
    return nn.Sequential(nn.Conv2d(3, 6, 3), nn.BatchNorm2d(6), nn.ReLU())


def conv_bn_silu() -> nn.Module:
    """[N, 16, H, W] to [N, 32, H - 2, W - 2]. Updates its running statistics."""
    return nn.Sequential(nn.Conv2d(16, 32, 3), nn.BatchNorm2d(32), nn.SiLU())


def linear_relu() -> nn.Module:
    """[N, 5] to [N, 5]."""
    return nn.Sequential(nn.Linear(5, 5), nn.ReLU())


def conv_relu() -> nn.Module:
    """[N, 3, H, W] to [N, 16, H - 2, W - 2]: the input of a pass that fuses the two."""
    return nn.Sequential(nn.Conv2d(3, 16, 3), nn.ReLU())


class AddTwice(nn.Module):
    """[N, D] and [D] to [N, D], by a function and by an operator: a pass sees two `add`."""

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.add(x, y) + x


class ConvBatchNorm(nn.Module):
    """[N, 3, H, W] to [N, 7, H, W]. In eval mode the batch norm folds into the convolution."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 7, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(7)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.conv(x))


class GatedTwice(nn.Module):
    """[N, D] to [N, D]: `v * sigmoid(v)` occurs twice, once per linear layer."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(6, 9)
        self.second = nn.Linear(9, 6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        inner = self.first(x)
        inner = inner * torch.sigmoid(inner)
        outer = self.second(inner)
        return outer * torch.sigmoid(outer)


class ReluBetween(nn.Module):
    """[N, 4] to [N, 3]: a functional relu between two operators."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.linear(x)).neg()


class ShapesAndTypes(nn.Module):
    """[N, 2, H, W] to [N, 4] in double precision: rank, size and dtype change."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        maps = self.conv(x).flatten(2)
        strong = maps > 0
        return (maps * strong).transpose(1, 2).double().sum(1)
