"""Programs whose way depends on the values of their inputs."""

import torch
from torch import nn


class Branch(nn.Module):
    """[N, 4] to [N, 3]; the sign of the input's sum decides between two layers."""

    def __init__(self) -> None:
        super().__init__()
        self.positive, self.negative = nn.Linear(4, 3), nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.positive(x) if x.sum() > 0 else self.negative(x)


class Select(nn.Module):
    """As Branch; both layers are computed, and an operator selects."""

    def __init__(self) -> None:
        super().__init__()
        self.positive, self.negative = nn.Linear(4, 3), nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.where(x.sum() > 0, self.positive(x), self.negative(x))


class Item(nn.Module):
    """[N, 4] to [N, 3], scaled by the largest input as a Python number."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * x.max().item()


class Largest(nn.Module):
    """As Item; the largest input stays a tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * x.max()


def above() -> tuple[torch.Tensor]:
    return (torch.rand(2, 4) + 1,)


def below() -> tuple[torch.Tensor]:
    return (-torch.rand(2, 4) - 1,)
