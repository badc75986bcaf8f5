"""Reported errors about memory, each with its twin, which does the same without what the report is about."""

import torch
from torch import nn
from torch.nn import functional as F


class DropoutOfNothing(nn.Module):
    """Dropout that is off returns its argument itself: what writes its result writes the caller's tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.dropout(x, 0.5, False)
        y += y
        return x * self.scale


class WritesArgument(DropoutOfNothing):
    """DropoutOfNothing's twin: the caller's tensor is written under its own name."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x += x
        return x * self.scale


class Overlapping(nn.Module):
    """A write to a view that has one place twice adds there twice."""

    def __init__(self, strides: tuple[int, int] = (1, 1)) -> None:
        super().__init__()
        self.scale, self.strides = nn.Parameter(torch.ones(())), tuple(strides)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = (x * self.scale).as_strided((2, 2), self.strides, 0)
        y.add_(1.0)
        return y


class WritesThroughGaps(nn.Module):
    """A write to windows that leave gaps between them leaves what is there alone."""

    def __init__(self, step: int = 3) -> None:
        super().__init__()
        self.scale, self.step = nn.Parameter(torch.ones(())), step

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        y.unfold(-1, 2, self.step).add_(1.0)
        return y


class WritesThenReads(nn.Module):
    """What is computed after a write is computed of the tensor, and not of what the write returned."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        y.mul_(2.0)
        return y * y


class MultipliesThenReads(nn.Module):
    """WritesThenReads's twin: nothing is written."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale * 2.0
        return y * y


class SetBetween(nn.Module):
    """One expression before and after a tensor is made to be another one: two values."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        z = x.clone()
        first = z.sin() * self.scale
        z.set_(y)
        return first + z.sin() * self.scale


class OtherBetween(nn.Module):
    """SetBetween's twin: the other tensor goes by its own name."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        z = x.clone()
        first = z.sin() * self.scale
        return first + y.sin() * self.scale


class ExpandedWritten(nn.Module):
    """One element of an expanded tensor is all of them."""

    def __init__(self, copied: bool = False) -> None:
        super().__init__()
        self.scale, self.copied = nn.Parameter(torch.ones(1)), copied

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = (x * self.scale).expand((3,))
        y = y.clone() if self.copied else y
        y[-1] = 3.0
        return y


class ReadAsIntegers(nn.Module):
    """The bits of a tensor are read before it is written."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = (x * self.scale).detach()
        bits = y.view(torch.int32) + 1
        y.mul_(2.0)
        return bits, y * self.scale


class CopiedAsIntegers(ReadAsIntegers):
    """ReadAsIntegers's twin: what is written is a copy."""

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = (x * self.scale).detach()
        bits = y.view(torch.int32) + 1
        return bits, y.mul(2.0) * self.scale


class StridesOfWritten(nn.Module):
    """A strided view of what is then written through a transposed one."""

    def turned(self, copied: torch.Tensor) -> torch.Tensor:
        return copied.t()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        copied = x.clone()
        part = copied.as_strided((4,), (1,))
        turned = self.turned(copied)
        turned.index_add_(0, torch.tensor([1]), torch.ones_like(turned[:1]))
        return part


class StridesOfWrittenAlong(StridesOfWritten):
    """StridesOfWritten's twin: the tensor itself is written."""

    def turned(self, copied: torch.Tensor) -> torch.Tensor:
        return copied
