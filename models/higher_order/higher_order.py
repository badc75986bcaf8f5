"""Models with higher-order operators: branches, loops and wrappers over sub-graphs."""

import torch
from torch import nn
from torch._higher_order_ops import associative_scan, scan, while_loop
from torch.nn.attention.flex_attention import flex_attention
from torch.utils.checkpoint import checkpoint


class Cond(nn.Module):
    """[N, 4] to [N, 4]: branches on the sign of the sum. Each branch has a layer."""

    def __init__(self) -> None:
        super().__init__()
        self.positive, self.negative = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.cond(x.sum() > 0, lambda x: self.positive(x).sin(), lambda x: self.negative(x).cos(), (x,))


def positive() -> tuple[torch.Tensor]:
    return (torch.rand(3, 4) + 0.5,)


def negative() -> tuple[torch.Tensor]:
    return (-torch.rand(3, 4) - 0.5,)


class NestedCond(nn.Module):
    """[N, 4] to [N, 4]: a branch within a branch."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        def large(x: torch.Tensor) -> torch.Tensor:
            return torch.cond(x.sum() > 20, lambda x: x.sin(), lambda x: x * 2.0, (x,))

        return torch.cond(x.sum() > 0, large, lambda x: x.cos(), (x,))


def many() -> tuple[torch.Tensor]:
    return (torch.rand(3, 4) + 4.0,)


class WhileLoop(nn.Module):
    """[N, 4] and a tensor with the number of steps to [N, 4]."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor, steps: torch.Tensor) -> torch.Tensor:
        return while_loop(
            lambda left, value: left > 0, lambda left, value: (left - 1, self.linear(value).tanh()), (steps, x)
        )[1]


def three_steps() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(3, 4), torch.tensor(3)


def five_steps() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(3, 4), torch.tensor(5)


class MapRows(nn.Module):
    """[N, 4] and [4] to [N, 4], row by row."""

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch._higher_order_ops.map(lambda row, y: (row * y).sin(), x, y)


class Scan(nn.Module):
    """[N, 4] to the final carry of a product over the rows, and an output per row."""

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return scan(lambda carry, row: (carry * row, (carry + row).clone()), torch.ones_like(x[0]), x)


class AssociativeScan(nn.Module):
    """[N, 4] to its running sums over the rows."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return associative_scan(lambda a, b: a + b, x, 0, combine_mode="generic")


class Checkpointed(nn.Module):
    """[N, 4] to [N, 4]: two layers that backward recomputes. drop: a dropout between them, with the same draws."""

    def __init__(self, drop: float = 0.0) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(4, 8), nn.Linear(8, 4)
        self.drop = nn.Dropout(drop) if drop else nn.Identity()

    def _inner(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.drop(self.first(x).relu()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return checkpoint(self._inner, x, use_reentrant=False) + x


class _Straight(torch.autograd.Function):
    """Rounds. Its gradient is that of doubling, unlike any operator of the forward."""

    @staticmethod
    def forward(ctx: object, x: torch.Tensor) -> torch.Tensor:
        return x.round()

    @staticmethod
    def backward(ctx: object, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 2.0


class OwnFunction(nn.Module):
    """[N, 4] to [N, 4]: a layer, rounded by an autograd.Function with its own gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return _Straight.apply(self.linear(x) * 3.0)


class FlexAttention(nn.Module):
    """Three [N, H, T, 16] to one: attention with a custom score function that subtracts a distance."""

    def forward(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        return flex_attention(q, k, v, score_mod=lambda score, b, h, i, j: score - (i - j).abs() * 0.5)
