"""Programs that compute with the sizes and dtypes of their inputs."""

import torch
from torch import nn


class BranchOnSize(nn.Module):
    """[N, 6] to [N, 2]. Batches of more than 3 take another layer."""

    def __init__(self) -> None:
        super().__init__()
        self.small, self.large = nn.Linear(6, 2), nn.Linear(6, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.large(x) if x.shape[0] > 3 else self.small(x)


class AnySize(nn.Module):
    """BranchOnSize with a single layer."""

    def __init__(self) -> None:
        super().__init__()
        self.large = nn.Linear(6, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.large(x)


class ViewOfSize(nn.Module):
    """[N, 3, 5] to [N, 2]. Flattens the input by its own size."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(15, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x.view(x.shape[0], -1))


class ViewOfConstant(nn.Module):
    """ViewOfSize with only the feature size, which is constant."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(15, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x.view(-1, 15))


class MeanOverSize(nn.Module):
    """[N, 4] to [3]: a sum over the batch, divided by the batch size."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x.sum(0) / x.shape[0])


class MeanOfOperator(nn.Module):
    """MeanOverSize with an operator that knows the size."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x.mean(0))


class BranchOnType(nn.Module):
    """[N, 4] of any floating dtype to [N, 3] in single precision. Double inputs are doubled."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.dtype == torch.float64:
            x = x * 2
        return self.linear(x.to(torch.float32, copy=True))


class AnyType(nn.Module):
    """BranchOnType without the branch. Single precision is converted, too."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x.to(torch.float32, copy=True))


def norm(output: torch.Tensor) -> torch.Tensor:
    """A loss whose gradient contains no size."""
    return output.norm()


def batch_of_2() -> tuple[torch.Tensor]:
    return (torch.randn(2, 6),)


def batch_of_7() -> tuple[torch.Tensor]:
    return (torch.randn(7, 6),)


def images_4() -> tuple[torch.Tensor]:
    return (torch.randn(4, 3, 5),)


def rows_7() -> tuple[torch.Tensor]:
    return (torch.randn(7, 4),)


def doubles() -> tuple[torch.Tensor]:
    return (torch.randn(2, 4, dtype=torch.float64),)
