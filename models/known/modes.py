"""Reported errors about what autograd knows of a tensor, each with its twin, which does the same without what the report is about."""

import torch
from torch import nn


class Scales(nn.Module):
    """What the models here have in common: a factor of each column."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 2.0))


class DetachedInPlace(Scales):
    """No gradient comes through a tensor that has been detached in place."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        y.detach_()
        return y * self.scale


class Detached(DetachedInPlace):
    """DetachedInPlace's twin: the detached tensor is another one."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x * self.scale).detach() * self.scale


class SecondDerivative(Scales):
    """The gradient of a gradient, with a graph of its own, is part of the program."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        (slope,) = torch.autograd.grad((x * self.scale).sin().sum(), self.scale, create_graph=True)
        return slope * self.scale


class WrittenOut(SecondDerivative):
    """SecondDerivative's twin: the first derivative is written out."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x * (x * self.scale).cos()).sum(0) * self.scale


class KeepsGradient(Scales):
    """The gradient of an argument that is no leaf is kept, and the next call adds it."""

    def __init__(self) -> None:
        super().__init__()
        self.before: torch.Tensor | None = None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kept = None if self.before is None else self.before.grad
        y = x * self.scale
        y.retain_grad()
        self.before = y
        return y.sin() if kept is None else y.sin() + kept


class KeepsNothing(KeepsGradient):
    """KeepsGradient's twin: each call is for itself."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x * self.scale).sin()


class HooksBetween(Scales):
    """A hook on a tensor made in the program doubles the gradient that comes through it."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        y.register_hook(lambda gradient: gradient * 2)
        return y.sin()


class Doubled(torch.autograd.Function):
    """The argument, and twice its gradient."""

    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        return x.clone()

    @staticmethod
    def setup_context(ctx: object, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
        pass

    @staticmethod
    def backward(ctx: object, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 2


class DoublesBetween(HooksBetween):
    """HooksBetween's twin: what doubles the gradient is an operator of the program."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return Doubled.apply(x * self.scale).sin()
