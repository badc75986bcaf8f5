"""Reported errors about draws and rounding, each with its twin, which does the same without what the report is about."""

import torch
from torch import nn
from torch.nn import functional as F


class DropsTwice(nn.Module):
    """A dropout that nobody reads draws all the same: the next one draws what comes after it."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        F.dropout((x * self.scale).sin())
        return F.dropout(x * self.scale)


class DropsOnce(DropsTwice):
    """DropsTwice's twin: both are read."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.dropout((x * self.scale).sin()) + F.dropout(x * self.scale)


class Resizes(nn.Module):
    """An image of bytes is resized as the kernel rounds."""

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return F.interpolate(image, size=(7, 7), mode="bilinear", align_corners=False)


class Nearest(Resizes):
    """Resizes' twin: nothing is rounded."""

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return F.interpolate(image, size=(7, 7), mode="nearest")
