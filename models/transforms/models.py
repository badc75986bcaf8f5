"""Inputs of passes, and the models that their results must agree with. See ../seed/seed.py, too."""

import torch
import torch.nn.functional as F
from torch import nn


class MultipliesTwice(nn.Module):
    """seed.py:AddTwice with each add replaced by mul."""

    def forward(self, x, y):
        return torch.mul(x, y) * x


class NegThenSigmoid(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 5)

    def forward(self, x):
        return torch.sigmoid(torch.neg(self.linear(x)))


class SigmoidThenNeg(NegThenSigmoid):
    def forward(self, x):
        return torch.neg(torch.sigmoid(self.linear(x)))


class WritesInPlace(nn.Module):
    """The result of the write is unread. The written tensor is returned."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        y = self.linear(x).clone()
        y.mul_(2.0)
        return y


class Normalised(nn.Module):
    """Updates its running statistics, which a pass must leave alone."""

    def __init__(self):
        super().__init__()
        self.linear, self.norm = nn.Linear(4, 6), nn.BatchNorm1d(6)

    def forward(self, x):
        return F.relu(self.norm(self.linear(x)))
