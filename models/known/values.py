"""Reported errors about draws and rounding. Each has a twin: the same program without the reported feature."""

import torch
from torch import nn
from torch.nn import functional as F


class DropsTwice(nn.Module):
    """An unread dropout still draws: the next dropout gets later draws."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        F.dropout((x * self.scale).sin())
        return F.dropout(x * self.scale)


class DropsOnce(DropsTwice):
    """DropsTwice's twin: both results are read."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.dropout((x * self.scale).sin()) + F.dropout(x * self.scale)


class Resizes(nn.Module):
    """Resizes a byte image with the kernel's rounding."""

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return F.interpolate(image, size=(7, 7), mode="bilinear", align_corners=False)


class Nearest(Resizes):
    """Resizes' twin: without rounding."""

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return F.interpolate(image, size=(7, 7), mode="nearest")
