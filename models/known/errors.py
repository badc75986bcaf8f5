"""Reported errors that eager raises and a capture does not, in decompositions and in passes. Each has a twin."""

import torch
from torch import nn


class Draws(nn.Module):
    """Draws from a Bernoulli distribution."""

    def __init__(self, scale: float = 2.0) -> None:
        super().__init__()
        self.scale = scale

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.bernoulli(x.sigmoid() * self.scale)


class DrawsCategories(nn.Module):
    """Draws a category per row."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.distributions.Categorical(logits=x).sample()


class Multiplies(nn.Module):
    """Multiplies batches of matrices of two dtypes."""

    def __init__(self, cast: bool = False) -> None:
        super().__init__()
        self.cast = cast

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return (x.float() if self.cast else x) @ y


class Attends(nn.Module):
    """Attention that also returns its weights uses softmax, which is decomposed."""

    def __init__(self, weights: bool = True) -> None:
        super().__init__()
        self.attention, self.weights = nn.MultiheadAttention(8, 2), weights

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.attention(x, x, x, need_weights=self.weights)[0]


class Counts(nn.Module):
    """Counts its calls in a parameter. A Python-level trace reads it as a parameter, which `fold` treats as constant."""

    def __init__(self, counts: bool = True) -> None:
        super().__init__()
        self.calls, self.counts = nn.Parameter(torch.zeros(4), requires_grad=False), counts

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * (self.calls.add_(1.0) if self.counts else self.calls.add(1.0))


def fold(graph: torch.fx.GraphModule) -> torch.fx.GraphModule:
    """Folds constants like Inductor before compilation."""
    from torch._inductor.constant_folding import constant_fold

    constant_fold(graph)
    return graph
