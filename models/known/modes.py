"""Reported errors about autograd state of tensors. Each has a twin: the same program without the reported feature."""

import torch
from torch import nn


class Scales(nn.Module):
    """Base of the models here: a factor per column."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 2.0))


class DetachedInPlace(Scales):
    """No gradient flows through a tensor detached in place."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        y.detach_()
        return y * self.scale


class Detached(DetachedInPlace):
    """DetachedInPlace's twin: the detached tensor is a new tensor."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x * self.scale).detach() * self.scale


class SecondDerivative(Scales):
    """A gradient with a graph of its own (create_graph) is part of the program."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        (slope,) = torch.autograd.grad((x * self.scale).sin().sum(), self.scale, create_graph=True)
        return slope * self.scale


class WrittenOut(SecondDerivative):
    """SecondDerivative's twin: the first derivative is written out."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x * (x * self.scale).cos()).sum(0) * self.scale


class KeepsGradient(Scales):
    """Retains the gradient of a non-leaf tensor, and adds it in the next call."""

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
    """KeepsGradient's twin: calls are independent."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x * self.scale).sin()


class HooksBetween(Scales):
    """A hook on an intermediate tensor doubles its gradient."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        y.register_hook(lambda gradient: gradient * 2)
        return y.sin()


class Doubled(torch.autograd.Function):
    """The identity, with twice its gradient."""

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
    """HooksBetween's twin: an operator doubles the gradient."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return Doubled.apply(x * self.scale).sin()
