"""Reported errors about the guards of compiled code. Each has a twin: the same program without the reported feature.

Further runs change the state between two calls: the code of a method, or a size that an assertion refuses."""

import torch
from torch import nn


class Scales:
    """Has the method whose code a run replaces."""

    def scale(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2.0

    def other(self, x: torch.Tensor) -> torch.Tensor:
        return x * 9.0


DOUBLE = Scales.scale.__code__


class CallsMethod(nn.Module):
    """Calls a method, whose code at call time decides the result."""

    def __init__(self) -> None:
        super().__init__()
        self.scales = Scales()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.scales.scale(x)


class TakesFactor(nn.Module):
    """CallsMethod's twin: an argument changes instead."""

    def forward(self, x: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
        return x * factor


def with_its_code() -> tuple[torch.Tensor]:
    Scales.scale.__code__ = DOUBLE
    return (torch.randn(3, 4),)


def with_other_code() -> tuple[torch.Tensor]:
    Scales.scale.__code__ = Scales.other.__code__
    return (torch.randn(3, 4),)


def with_two() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(3, 4), torch.tensor(2.0)


def with_nine() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(3, 4), torch.tensor(9.0)


class FreezesInTurn(nn.Module):
    """In every other call, the second layer requires no gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second, self.calls = nn.Linear(4, 4), nn.Linear(4, 4), 0
        self.register_forward_pre_hook(FreezesInTurn.turn)

    def turn(self, _: tuple[torch.Tensor, ...]) -> None:
        self.second.requires_grad_(self.calls % 2 == 0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.second(x + self.first.bias)
        self.calls += 1
        return x


class FrozenForGood(nn.Module):
    """FreezesInTurn's twin: the second layer never requires a gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4).requires_grad_(False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(x + self.first.bias)


class AssertsSize(nn.Module):
    """An assertion about a dynamic size, if `asserts`."""

    def __init__(self, asserts: bool = True) -> None:
        super().__init__()
        self.asserts = asserts

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.asserts:
            assert x.shape[0] > 4
        return x + 1.0
