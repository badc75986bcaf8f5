"""scaling: models of a given size, to measure how the cost of a capture grows. `assay bench --scaling` builds the cases."""

import torch
from torch import nn

WIDTH = 8


class Residual(nn.Module):
    """x + relu(linear(x)): three operators."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return x + self.linear(x).relu()


class Attention(nn.Module):
    """Self-attention with one head and a norm: about ten operators."""

    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.parts, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        query, key, value = self.parts(self.norm(x)).chunk(3, -1)
        return x + self.out(nn.functional.scaled_dot_product_attention(query, key, value))


class Recurrent(nn.Module):
    """A cell for `steps` steps of four operators each: nodes grow, parameters do not."""

    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.input, self.state = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        state = torch.zeros_like(x)
        for _ in range(self.steps):
            state = torch.tanh(self.input(x) + self.state(state))
        return state


class Parameters(nn.Module):
    """The product with each of `size` parameters in turn: parameters and nodes grow alike."""

    def __init__(self, size):
        super().__init__()
        self.scales = nn.ParameterList(torch.rand(WIDTH) for _ in range(size))

    def forward(self, x):
        for scale in self.scales:
            x = x * scale
        return x


def deep(block, operators, size):
    """(model, inputs): as many blocks as give about `size` operators."""
    return nn.Sequential(*(block() for _ in range(max(1, size // operators)))), (torch.randn(2, 4, WIDTH),)


def plain(size):
    """Layers of two operators: a linear map and a relu."""
    return deep(lambda: nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU()), 2, size)


def residual(size):
    return deep(Residual, 3, size)


def attention(size):
    return deep(Attention, 8, size)


def recurrent(size):
    return Recurrent(max(1, size // 4)), (torch.randn(2, WIDTH),)


def parameters(size):
    return Parameters(size), (torch.randn(2, WIDTH),)


def width(size):
    """Four layers of width `size`: the graph stays the same, the tensors grow."""
    layers = [nn.Linear(WIDTH, size), nn.ReLU(), nn.Linear(size, WIDTH), nn.ReLU()]
    return nn.Sequential(*layers), (torch.randn(2, WIDTH),)
