"""Reported errors about memory. Each has a twin: the same program without the reported feature."""

import torch
from torch import nn
from torch.nn import functional as F


class DropoutOfNothing(nn.Module):
    """Disabled dropout returns its argument itself: a write to the result changes the caller's tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.dropout(x, 0.5, False)
        y += y
        return x * self.scale


class WritesArgument(DropoutOfNothing):
    """DropoutOfNothing's twin: writes the caller's tensor directly."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x += x
        return x * self.scale


class Overlapping(nn.Module):
    """A write to a view that contains an element twice adds to it twice."""

    def __init__(self, strides: tuple[int, int] = (1, 1)) -> None:
        super().__init__()
        self.scale, self.strides = nn.Parameter(torch.ones(())), tuple(strides)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = (x * self.scale).as_strided((2, 2), self.strides, 0)
        y.add_(1.0)
        return y


class WritesThroughGaps(nn.Module):
    """A write to windows with gaps leaves the gaps unchanged."""

    def __init__(self, step: int = 3) -> None:
        super().__init__()
        self.scale, self.step = nn.Parameter(torch.ones(())), step

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        y.unfold(-1, 2, self.step).add_(1.0)
        return y


class WritesThenReads(nn.Module):
    """A computation after a write reads the tensor, not the result of the write."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale
        y.mul_(2.0)
        return y * y


class MultipliesThenReads(nn.Module):
    """WritesThenReads's twin: without a write."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale * 2.0
        return y * y


class SetBetween(nn.Module):
    """The same expression before and after a tensor is set to another tensor: two values."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        z = x.clone()
        first = z.sin() * self.scale
        z.set_(y)
        return first + z.sin() * self.scale


class OtherBetween(nn.Module):
    """SetBetween's twin: uses the other tensor directly."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        z = x.clone()
        first = z.sin() * self.scale
        return first + y.sin() * self.scale


class ExpandedWritten(nn.Module):
    """A write to an element of an expanded tensor changes all elements."""

    def __init__(self, copied: bool = False) -> None:
        super().__init__()
        self.scale, self.copied = nn.Parameter(torch.ones(1)), copied

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = (x * self.scale).expand((3,))
        y = y.clone() if self.copied else y
        y[-1] = 3.0
        return y


class ReadAsIntegers(nn.Module):
    """Reads the bits of a tensor before a write to it."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = (x * self.scale).detach()
        bits = y.view(torch.int32) + 1
        y.mul_(2.0)
        return bits, y * self.scale


class CopiedAsIntegers(ReadAsIntegers):
    """ReadAsIntegers's twin: the product is a copy."""

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = (x * self.scale).detach()
        bits = y.view(torch.int32) + 1
        return bits, y.mul(2.0) * self.scale


class StridesOfWritten(nn.Module):
    """A strided view of a tensor that is then written through its transpose."""

    def turned(self, copied: torch.Tensor) -> torch.Tensor:
        return copied.t()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        copied = x.clone()
        part = copied.as_strided((4,), (1,))
        turned = self.turned(copied)
        turned.index_add_(0, torch.tensor([1]), torch.ones_like(turned[:1]))
        return part


class StridesOfWrittenAlong(StridesOfWritten):
    """StridesOfWritten's twin: writes the tensor itself."""

    def turned(self, copied: torch.Tensor) -> torch.Tensor:
        return copied
