"""Programs that draw random numbers in a fixed order."""

import torch
import torch.nn.functional as F
from torch import nn


class Stacked(nn.Module):
    """[N, T, 4] to [N, T, 6]: two recurrent layers with dropout between them."""

    def __init__(self, kind: str, dropout: float = 0.5) -> None:
        super().__init__()
        self.layers = getattr(nn, kind)(4, 6, num_layers=2, dropout=dropout, batch_first=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)[0]


class StackedByHand(nn.Module):
    """Stacked as two modules of one layer each, with a separate dropout."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        make = getattr(nn, kind)
        self.first, self.second = make(4, 6, batch_first=True), make(6, 6, batch_first=True)
        self.drop = nn.Dropout(0.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.drop(self.first(x)[0]))[0]


class UnusedDraw(nn.Module):
    """[N, 4] to [N, 3]: the first mask is unused, but the second mask is drawn after it."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        F.dropout(y, 0.5)
        return F.dropout(y, 0.5)


class TwoDraws(nn.Module):
    """UnusedDraw with both masks used."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        return F.dropout(y, 0.5) + F.dropout(y, 0.5)
