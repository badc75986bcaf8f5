"""Programs that depend on the order of a read and a write, or on the identity of two arguments."""

import torch
from torch import nn


class WritesFirst(nn.Module):
    """[4] and [4] to [4]: doubles its first argument in place, then adds both (pytorch#139789)."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x.mul_(2)
        return (x + y) * self.scale


class ReadsBoth(nn.Module):
    """WritesFirst out of place."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return (x * 2 + y) * self.scale


class AddsToArgument(nn.Module):
    """[4, 3] to [4, 3]: adds to the caller's tensor with Python's `+=`."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((3,), 0.5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x += 1.0
        return x * self.scale


class ReadBefore(nn.Module):
    """[3] of ones to 2.0 each: reads a view before a write to its base."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        base = x.clone()
        view = base.view(3, 1)
        read = view + 1
        base.add_(1)
        return read.view(3) * self.scale, base


class ReadAfter(nn.Module):
    """[3] of ones to 3.0 each: reads a view after a write to its base."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        base = x.clone()
        view = base.view(3, 1)
        base.add_(1)
        read = view + 1
        return read.view(3) * self.scale, base


class DeadWrite(nn.Module):
    """[3] to [3]: the result of the write is unused (pytorch#68301)."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((3,), 0.5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 3
        y.mul_(2)
        return y * self.scale


class DeadWriteOfView(nn.Module):
    """[4, 3] to [4, 3]: writes a view and never reads it (pytorch#104463)."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((3,), 0.5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 3
        y[1:3].zero_()
        return y * self.scale


def ones() -> tuple[torch.Tensor]:
    return (torch.ones(3),)
