"""Reported errors about autograd.Function and torch.func. Each has a twin: the same program without the reported feature."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.attention.flex_attention import flex_attention


class NoSlope(torch.autograd.Function):
    """The sine, with a wrong derivative of zero."""

    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        return x.sin()

    @staticmethod
    def setup_context(ctx, inputs, output) -> None:
        pass

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 0.0


class OwnBackward(nn.Module):
    """torch.func.grad of an autograd.Function with its own derivative."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.func.grad(lambda y: NoSlope.apply(y).sum())(x)


class SineBackward(nn.Module):
    """OwnBackward's twin: the true derivative."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.func.grad(lambda y: y.sin().sum())(x)


class NoTangent(NoSlope):
    """NoSlope with a jvp of zero."""

    @staticmethod
    def jvp(ctx, tangent: torch.Tensor) -> torch.Tensor:
        return tangent * 0.0


class OwnTangent(nn.Module):
    """torch.func.jvp of an autograd.Function with its own derivative."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.func.jvp(NoTangent.apply, (x,), (torch.ones_like(x),))[1]


class SineTangent(nn.Module):
    """OwnTangent's twin: the true derivative."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.func.jvp(torch.sin, (x,), (torch.ones_like(x),))[1]


class Product(torch.autograd.Function):
    """The product of two tensors."""

    @staticmethod
    def forward(ctx, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(left, right)
        return left * right

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        left, right = ctx.saved_tensors
        return gradient * right, gradient * left


class SameTwice(nn.Module):
    """An autograd.Function gets the same tensor for both arguments."""

    def __init__(self, copied: bool = False) -> None:
        super().__init__()
        self.scale, self.copied = nn.Parameter(torch.full((4,), 2.0)), copied

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        return Product.apply(y, y.clone() if self.copied else y)


class WritesWithin(torch.autograd.Function):
    """2 x + 1, where the 1 is added in place."""

    @staticmethod
    def forward(ctx, x: torch.Tensor) -> torch.Tensor:
        y = x * 2.0
        y += 1.0
        return y

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 2.0


class AddsWithin(WritesWithin):
    """WritesWithin's twin: without a write."""

    @staticmethod
    def forward(ctx, x: torch.Tensor) -> torch.Tensor:
        return x * 2.0 + 1.0


class InPlaceWithin(nn.Module):
    """An autograd.Function writes its result in place."""

    def __init__(self, written: bool = True) -> None:
        super().__init__()
        self.scale, self.function = nn.Parameter(torch.ones(4)), WritesWithin if written else AddsWithin

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.function.apply(x * self.scale)


class ColumnTwice(nn.Module):
    """torch.func.grad of two additions to the same column."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        def total(y: torch.Tensor) -> torch.Tensor:
            z = torch.zeros_like(y)
            z[:, 0] += y[:, 2].abs()
            z[:, 0] += y[:, 2].abs()
            return z.sum()

        return torch.func.grad(total)(x)


class ColumnOnce(nn.Module):
    """ColumnTwice's twin: a single sum of twice the column."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.func.grad(lambda y: (y[:, 2].abs() * 2).sum())(x)


def derivative(x: torch.Tensor) -> torch.Tensor:
    return torch.func.jacrev(lambda y: (y * y, y), has_aux=True)(x)[0]


class JacobianWithin(nn.Module):
    """torch.vmap of a compiled Jacobian with an auxiliary output."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.vmap(torch.compile(derivative, backend="eager", fullgraph=True, dynamic=False))(x)


class JacobianAsItIs(nn.Module):
    """JacobianWithin's twin: without torch.compile."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.vmap(derivative)(x)


class Projection(torch.autograd.Function):
    """A matrix product that computes only the requested gradients."""

    @staticmethod
    def forward(ctx, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x, weight)
        return x @ weight

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> tuple[torch.Tensor | None, torch.Tensor | None]:
        x, weight = ctx.saved_tensors
        of_x = gradient @ weight.mT if ctx.needs_input_grad[0] else None
        return of_x, x.mT @ gradient if ctx.needs_input_grad[1] else None


class AfterAttention(nn.Module):
    """An autograd.Function after flex attention checks which gradients are needed."""

    def __init__(self, flex: bool = True) -> None:
        super().__init__()
        self.weight, self.attention = nn.Parameter(torch.eye(16, 3)), flex_attention if flex else F.scaled_dot_product_attention

    def forward(self, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
        return Projection.apply(self.attention(query, key, value).flatten(0, 2), self.weight)
