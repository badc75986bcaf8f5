"""Reported errors about Python state. Each has a twin: the same program without the reported feature.

The number of calls is in the result, so that a lost update of a list or an attribute shows in the following calls."""

import torch
from torch import nn


class LocalClass(nn.Module):
    """A method of a class defined in a function counts in that function's list."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = calls = []

        class Counter:
            def count(self) -> None:
                calls.append(1)

        self.counter = Counter

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.counter().count()
        return x * len(self.calls)


class CountsItself(nn.Module):
    """LocalClass's twin: the count is a buffer, written in place."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls.add_(torch.ones_like(x[0, 0]))
        return x * self.calls


class Turns(nn.Module):
    """Branches on which of two objects is current, and switches it."""

    def __init__(self) -> None:
        super().__init__()
        self.left, self.right = object(), object()
        self.current = self.left

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.current is self.left:
            self.current = self.right
            return x + 1.0
        self.current = self.left
        return x * 10.0


class TurnsByTensor(nn.Module):
    """Turns's twin: a buffer selects."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("left", torch.ones((), dtype=torch.bool))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        result = torch.where(self.left, x + 1.0, x * 10.0)
        self.left.logical_not_()
        return result


def class_attribute() -> nn.Module:
    """Keeps its arguments in a list of its class, which is this model's own, and adds up those of earlier calls."""

    class ClassAttribute(nn.Module):
        bank: list[torch.Tensor] = []

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            ClassAttribute.bank.append(x.sum(0))
            return x + torch.stack(ClassAttribute.bank).sum(0)

    return ClassAttribute()


class Generates(nn.Module):
    """Two more elements, each from its predecessor, by a generator that reads the list it extends."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        values = [x]
        values.extend(values[-1] + 2.0 for _ in range(2))
        return torch.stack(values)


class Loops(nn.Module):
    """Generates's twin: a loop."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        values = [x]
        for _ in range(2):
            values.append(values[-1] + 2.0)
        return torch.stack(values)


class Replaces(nn.Module):
    """Keeps a sum in a buffer that each call replaces by a new tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("total", torch.zeros(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.total = self.total + x.sum(0)
        return self.total * 2.0


class Writes(Replaces):
    """Twin of Replaces and of the models that keep: the sum is a buffer, written in place."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.total.add_(x.sum(0))
        return self.total * 2.0


class Within(nn.Module):
    """A nested module replaces its own buffer."""

    def __init__(self, writes: bool = False) -> None:
        super().__init__()
        self.inner = Writes() if writes else Replaces()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inner(x) + 1.0


class Banks(nn.Module):
    """Keeps its arguments in a list, and adds up those of earlier calls."""

    def __init__(self) -> None:
        super().__init__()
        self.bank: list[torch.Tensor] = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.bank.append(x.sum(0))
        return x + torch.stack(self.bank).sum(0)


class FirstIsKept(nn.Module):
    """A buffer is None until the first call sets it."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("kept", None)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.kept = x * 2.0
        return x + self.kept


class ThereAtFirst(nn.Module):
    """FirstIsKept's twin: the buffer exists and is written."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("kept", torch.zeros(3, 4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.kept.copy_(x * 2.0)
        return x + self.kept


class FailsInExport(nn.Module):
    """A branch on a value after a buffer was replaced: export fails and leaves a hook behind."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("total", torch.zeros(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.total = self.total + x.sum(0)
        return x + self.total if x.sum() > 0 else x - self.total


class SelectsInExport(FailsInExport):
    """FailsInExport's twin: an operator selects."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.total.add_(x.sum(0))
        return torch.where(x.sum() > 0, x + self.total, x - self.total)
