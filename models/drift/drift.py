"""Programs whose graphs are known to change from one PyTorch version to the next."""

import torch
import torch.nn.functional as F
from torch import nn


class PairwiseDistance(nn.Module):
    """[N, 5] to the N (N - 1) / 2 distances between its rows, projected; an argument of the backward was renamed."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.pdist(self.linear(x))


class ItemAssignment(nn.Module):
    """[N, 4] to [6]; a number is assigned to an item: once a copy of a lifted constant, later a fill."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x).sum(0)
        y[0] = 0.5
        return y.tanh()
