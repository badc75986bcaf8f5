"""Programs whose control flow or constants depend on the values of their inputs."""

import torch
from torch import nn


class Branch(nn.Module):
    """[N, 4] to [N, 3]. The sign of the input's sum selects a layer."""

    def __init__(self) -> None:
        super().__init__()
        self.positive, self.negative = nn.Linear(4, 3), nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.positive(x) if x.sum() > 0 else self.negative(x)


class Select(nn.Module):
    """Branch with both layers computed and selected by an operator."""

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
    """Item with the largest input as a tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * x.max()


def above() -> tuple[torch.Tensor]:
    return (torch.rand(2, 4) + 1,)


def below() -> tuple[torch.Tensor]:
    return (-torch.rand(2, 4) - 1,)
