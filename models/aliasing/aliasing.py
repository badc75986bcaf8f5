"""Programs that depend on tensor identity: a tensor in two places, writes in place, views, dead code."""

import torch
import torch.nn.functional as F
from torch import nn


class TensorTwice(nn.Module):
    """[N, 4] to [N, 3]: one tensor is both operands of `mul`, and the result is both operands of `cat`."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        square = x * x
        return self.linear(torch.cat([square, square], dim=1))


class TwoInputs(nn.Module):
    """[N, D] and [N, D] to [N, D], scaled. The case passes one tensor for both."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((6,), 0.5))

    def forward(self, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
        return left * self.scale - right.exp()


class InPlace(nn.Module):
    """[N, 5] to [N, 4]: in-place activation and arithmetic on intermediate results."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.relu(self.linear(x), inplace=True)
        y = y.clone().mul_(2.0)
        return y.add_(1.0)


class WritesInput(nn.Module):
    """[N, 3] to [N, 2]. Doubles the caller's tensor in place."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(3, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x.mul_(2.0)
        return self.linear(x)


class Counter(nn.Module):
    """[N, 4] to [N, 4]. Counts its calls and keeps a running mean, both in buffers."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self.register_buffer("mean", torch.zeros(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls.add_(1)
        self.mean.lerp_(x.detach().mean(0), 0.1)
        return (x - self.mean) * self.scale


class WritesView(nn.Module):
    """[N, 6] to [N, 6]: writes a row and a slice of a result, then reads the result."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(6, 6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        base = self.linear(x).clone()
        row = base[0]
        row.zero_()
        base[:, 2:4].mul_(3.0)
        return base.t().relu().t() + base


class DeadCode(nn.Module):
    """[N, 7] to [N, 2]: two chains without readers, and an unused parameter."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(7, 2)
        self.unused = nn.Parameter(torch.zeros(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x.exp().sum()
        y = self.linear(x)
        torch.sigmoid(y) * 2.0
        return y.tanh()


class ExpandedInput(nn.Module):
    """[N, 5] and [N, 5] to [N, 2]. The case passes a row expanded to N, and N separate rows."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 2)

    def forward(self, row: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        return self.linear(row * rows) + row.sum()


def expanded() -> tuple[torch.Tensor, torch.Tensor]:
    """[3, 5] expanded from a single row in memory, and 3 separate rows."""
    return torch.randn(1, 5).expand(3, 5), torch.randn(3, 5)


class ReturnsViews(nn.Module):
    """[N, 4] to [N, 5], its transpose, and all rows of the argument except the first: three results in two memories."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 5)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        y = self.linear(x)
        return y, y.t(), x[1:]


class ReturnsState(nn.Module):
    """[N, 4] to [N, 5] and a buffer that forward has written: writes to this result change the model."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 5)
        self.register_buffer("mean", torch.zeros(5))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = self.linear(x)
        self.mean.add_(y.detach().mean(0))
        return y, self.mean
