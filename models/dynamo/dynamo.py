"""Programs that Dynamo splits into several graphs, or captures in none."""

import torch
from torch import nn


class AskedBreak(nn.Module):
    """[N, 4] to ([N, 3], [N, 5]): an explicit break. The second result crosses it."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = nn.Linear(4, 5), nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.before(x).relu()
        torch._dynamo.graph_break()
        return self.after(hidden), hidden


class PrintBetween(nn.Module):
    """[N, 4] to [N, 3]: a print between two layers, and a number computed in Python."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = nn.Linear(4, 5), nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.before(x)
        print("between", tuple(hidden.shape))
        return self.after(hidden) * len(hidden)


class BranchOnValue(nn.Module):
    """[N, 4] to [N, 3]: branches on the sign of a sum."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        return y.relu() if y.sum() > 0 else y.tanh()


@torch._dynamo.disable
def outside(x: torch.Tensor) -> torch.Tensor:
    """Runs outside Dynamo."""
    return x.cumsum(0)


class EagerBetween(nn.Module):
    """[N, 4] to [N, 3]: an eager operator between two graphs."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = nn.Linear(4, 5), nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.after(outside(self.before(x)))


class NestedBreak(nn.Module):
    """[N, 4] to [N, 4]: two inner modules with a break each. The outer module continues after them."""

    class Inner(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = nn.Linear(4, 4)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            y = self.linear(x)
            torch._dynamo.graph_break()
            return y.sigmoid()

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = NestedBreak.Inner(), NestedBreak.Inner()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.first(x * 2)) + x


class Dynamic(nn.Module):
    """[N, 4] to [N, 3] for any N. The result depends on the size itself."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) / x.shape[0]


class CountsCalls(nn.Module):
    """[N, 4] to [N, 4]: replaces a buffer, reads a plain attribute and writes its input."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))
        self.shift = torch.full((4,), 0.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls = self.calls + 1
        return x.add_(1) * self.calls + self.shift
