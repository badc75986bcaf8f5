"""Programs with structured inputs, results or control flow."""

import functools

import torch
from torch import nn


class MultiOutput(nn.Module):
    """[N, 10] to ([N, 3], [N, 2]): operators with several results, some unused."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(10, 12)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        low, _, high = self.linear(x).split([3, 5, 4], dim=1)
        even, odd = high.chunk(2, dim=1)
        best, _ = low.topk(2, dim=1)
        return low.softmax(1), best + even * odd


class DictOutput(nn.Module):
    """A dictionary of [N, 4] and [N, 6] to a dictionary of [N, 3] scores and a pair of hidden states."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.image = nn.Linear(4, 5), nn.Linear(6, 5)
        self.head = nn.Linear(5, 3)

    def forward(self, features: dict[str, torch.Tensor]) -> dict[str, object]:
        text, image = self.text(features["text"]), self.image(features["image"])
        return {"scores": self.head(text + image), "hidden": (text, image)}


def features() -> tuple[dict[str, torch.Tensor]]:
    """A dictionary as a positional argument."""
    return ({"text": torch.randn(2, 4), "image": torch.randn(2, 6)},)


class KeywordInputs(nn.Module):
    """[N, T, 4] and keywords `mask` [N, T] and `scale` to [N, 4]: a masked mean."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor, *, mask: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        kept = self.linear(x).masked_fill(~mask.unsqueeze(-1), 0.0)
        return kept.sum(1) * scale


def masked() -> tuple[tuple[torch.Tensor], dict[str, object]]:
    """Sequences of 5 positions: 5, 3 and 1 of them count. `scale` is a number."""
    mask = torch.arange(5) < torch.tensor([[5], [3], [1]])
    return (torch.randn(3, 5, 4),), {"mask": mask, "scale": 0.25}


class ShapeBranch(nn.Module):
    """[N, 6] to [N, 2]. Batches of more than 3 take another layer."""

    def __init__(self) -> None:
        super().__init__()
        self.small, self.large = nn.Linear(6, 2), nn.Linear(6, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        layer = self.large if x.shape[0] > 3 else self.small
        return layer(x).reshape(x.shape[0], -1)


class ValueBranch(nn.Module):
    """[N, 4] to [N, 4]. The sign of the input's sum selects a layer."""

    def __init__(self) -> None:
        super().__init__()
        self.positive, self.negative = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.positive(x) if x.sum() > 0 else self.negative(x)


@functools.lru_cache(maxsize=4)
def _backwards(size: int) -> torch.Tensor:
    """[size], int64. Cached by the process, like the indices of relative positions in transformers."""
    return torch.arange(size - 1, -1, -1)


class KeptIndex(nn.Module):
    """[N, 6] to [N, 6]: times a learnt row, reversed by an index that the first run creates."""

    def __init__(self) -> None:
        super().__init__()
        self.row = nn.Parameter(torch.rand(6))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.row[_backwards(x.shape[-1])]
