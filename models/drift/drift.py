"""Programs whose graphs change between PyTorch versions."""

import torch
import torch.nn.functional as F
from torch import nn


class PairwiseDistance(nn.Module):
    """[N, 5] to the N (N - 1) / 2 distances between its projected rows. PyTorch renamed an argument of the backward."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.pdist(self.linear(x))


class ItemAssignment(nn.Module):
    """[N, 4] to [6]: assigns a number to an item. Older versions copy a lifted constant, newer versions fill."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x).sum(0)
        y[0] = 0.5
        return y.tanh()
