"""Programs that build tensors in forward: a trace may keep them as constants."""

import threading

import torch
from torch import nn


class WrittenConstant(nn.Module):
    """[3] to [3]: adds to a tensor of ones that each call builds anew (pytorch#107538)."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((3,), 0.5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = torch.ones(3)
        total.add_(x)
        return total * self.scale


class AddedConstant(nn.Module):
    """WrittenConstant out of place."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((3,), 0.5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = torch.ones(3) + x
        return total * self.scale


class ThroughNumpy(nn.Module):
    """[N, 4] to [N, 2]: NumPy clips the input (pytorch#113034)."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(torch.from_numpy(x.numpy().clip(-0.5, 0.5)))


class ThroughTorch(nn.Module):
    """ThroughNumpy with an operator."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x.clip(-0.5, 0.5))


class InThread(nn.Module):
    """[N, 4] to [N, 2]: another thread squares the input (pytorch#103719)."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        squares = []
        thread = threading.Thread(target=lambda: squares.append(x * x))
        thread.start()
        thread.join()
        return self.linear(squares[0])


class InLine(nn.Module):
    """InThread without the thread."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x * x)
