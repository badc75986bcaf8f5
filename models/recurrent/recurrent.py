"""Recurrent models."""

import torch
from torch import nn


class Lstm(nn.Module):
    """[N, T, 5] to scores [N, 3] from the last state: an LSTM layer with 7 units and a linear head."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(5, 7, batch_first=True)
        self.head = nn.Linear(7, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        states, _ = self.lstm(x)
        return self.head(states[:, -1])
