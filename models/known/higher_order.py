"""Reported errors about operators over functions. Each has a twin: the same program without the reported feature."""

import torch
from torch import nn
from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.scan import scan


class ClosedOver(nn.Module):
    """The step of a scan closes over a parameter. Its first carry requires no gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.decay = nn.Parameter(torch.full((4,), 0.9))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        def step(carry: torch.Tensor, row: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            carry = carry * self.decay + row
            return carry, carry.clone()

        return scan(step, torch.zeros_like(x[0]), x)[1]


class UnrolledScan(ClosedOver):
    """ClosedOver's twin: a loop."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        carry, rows = torch.zeros_like(x[0]), []
        for row in x:
            carry = carry * self.decay + row
            rows.append(carry)
        return torch.stack(rows)


def affine(left: tuple[torch.Tensor, ...], right: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]:
    return left[0] * right[0], right[0] * left[1] + right[1]


class TwoLeaves(nn.Module):
    """associative_scan of pairs: each result depends on both leaves."""

    def __init__(self, mode: str = "pointwise") -> None:
        super().__init__()
        self.mode = mode

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return associative_scan(affine, (a, b), 0, combine_mode=self.mode)[1]


class ScanBackwards(nn.Module):
    """associative_scan in reverse over an odd number of rows."""

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return associative_scan(affine, (a, b), 0, reverse=True, combine_mode="generic")[1]


class UnrolledBackwards(nn.Module):
    """ScanBackwards's twin: a loop."""

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        rows = [b[-1]]
        for row in range(len(a) - 2, -1, -1):
            rows.insert(0, a[row] * rows[0] + b[row])
        return torch.stack(rows)


def rows() -> tuple[torch.Tensor, torch.Tensor]:
    """Two inputs that require gradients: five rows, positive, so that products do not cancel."""
    return torch.rand(5, 4, requires_grad=True), torch.rand(5, 4, requires_grad=True)
