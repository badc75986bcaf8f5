"""Programs that read more than tensor arguments: a mode, Python attributes, Python arguments, replaced buffers."""

import torch
import torch.nn.functional as F
from torch import nn


class FunctionalDropout(nn.Module):
    """[N, 6] to [N, 4]. The model's mode at call time decides whether dropout is active."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(6, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.dropout(self.linear(x), 0.5, self.training)


class ModuleDropout(nn.Module):
    """FunctionalDropout with a module that a Python-level trace calls without entering it."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(6, 4)
        self.drop = nn.Dropout(0.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.drop(self.linear(x))


class ConstantDropout(nn.Module):
    """FunctionalDropout, active in both modes."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(6, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.dropout(self.linear(x), 0.5, True)


class PythonCounter(nn.Module):
    """[N, 4] to [N, 3], scaled by the number of calls, a Python number."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls = self.calls + 1
        return self.linear(x) * self.calls


class ReplacedBuffer(nn.Module):
    """PythonCounter with a buffer that each call replaces by a new tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls = self.calls + 1
        return self.linear(x) * self.calls


class WrittenBuffer(nn.Module):
    """PythonCounter with a buffer. Each call adds a Python number in place."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls.add_(1)
        return self.linear(x) * self.calls


class ComputedBuffer(nn.Module):
    """[3, 4] to [3, 4]: reads a buffer through a view and doubles it. That operation involves no argument."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((4,), 0.5))
        self.register_buffer("kept", torch.arange(4.0))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.scale + self.kept.view(1, 4) * 2


class TensorCounter(nn.Module):
    """PythonCounter with a buffer. Each call adds a 1 computed from the input."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls.add_(torch.ones_like(x[0, 0]))
        return self.linear(x) * self.calls


class PythonCondition(nn.Module):
    """[N, 5] and a Python bool to [N, 2]: the bool selects the activation."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 2)

    def forward(self, x: torch.Tensor, positive: bool) -> torch.Tensor:
        y = self.linear(x)
        return y.sigmoid() if positive else y.tanh()


class TensorCondition(nn.Module):
    """PythonCondition with a bool tensor. Both activations are computed."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 2)

    def forward(self, x: torch.Tensor, positive: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        return torch.where(positive, y.sigmoid(), y.tanh())


class Scaled(nn.Module):
    """[N, 5] and a factor, a Python number or a tensor, to [N, 2]."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 2)

    def forward(self, x: torch.Tensor, factor: float | torch.Tensor) -> torch.Tensor:
        return self.linear(x) * factor


def with_bool() -> tuple[torch.Tensor, bool]:
    return torch.randn(3, 5), True


def with_other_bool() -> tuple[torch.Tensor, bool]:
    return torch.randn(3, 5), False


def with_true() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(3, 5), torch.tensor(True)


def with_false() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(3, 5), torch.tensor(False)


def with_number() -> tuple[torch.Tensor, float]:
    return torch.randn(3, 5), 0.25


def with_other_number() -> tuple[torch.Tensor, float]:
    return torch.randn(3, 5), 4.0


def with_tensor() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(3, 5), torch.tensor(0.25)


def with_other_tensor() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(3, 5), torch.tensor(4.0)
