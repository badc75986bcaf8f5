"""tangents: what a backward pass starts from where a case names no loss: a drawn tensor for each result."""

from dataclasses import dataclass
from typing import Any

import torch

import assay_capture

from .. import torch_private as private
from ..captured.captured import Input
from . import fakes

_APART = (1.0, 2.0**-10, 2.0**10)  # magnitudes of the results in turn, or of the elements of the only one, for "apart"


@dataclass
class Start:
    """What a backward pass starts from. outputs: the loss alone, or the results that require a gradient, each tensor once.
    names: of these results. tangents: one of the shape of each; None for a loss."""

    outputs: list[torch.Tensor]
    names: list[str]
    tangents: list[torch.Tensor] | None

    def inputs(self) -> list[Input]:
        """One for each tangent."""
        return [Input("tangent", name, [], value) for name, value in zip(self.names, self.tangents or [])]


@dataclass(frozen=True)
class Tangents:
    """The tangents of one run: the same for every program that makes this run, in single and in double precision.

    kind: "drawn" (each element another number), "equal" (ones), "one" (zeros but for one result, which the seed
        picks), "apart" (drawn; of one result, or one element of the only result, a million times those of another).
    coarse: exact in every floating type of 16 bits, for a program that has such.
    """

    seed: int = 0
    kind: str = "drawn"
    coarse: bool = False

    def like(self, result: torch.Tensor, number: int, count: int) -> torch.Tensor:
        """The tangent of result `number` of `count`: its shape, type and device; dense strides as `empty_like` gives
        them. No dispatch mode and no recorder sees it made."""
        with assay_capture.Unrecorded(), private.no_dispatch(), torch.no_grad():
            value = self._value(result, number, count)
            if not isinstance(result, private.FakeTensor):
                return value.to(result.device)
            fake = fakes.like(result.fake_mode, value, result.device)
            fake.real_tensor = value
            return fake

    def _value(self, result: torch.Tensor, number: int, count: int) -> torch.Tensor:
        if result.layout == torch.strided and not result.is_nested:
            value = torch.empty_like(torch.empty_strided(result.shape, result.stride(), dtype=result.dtype, device="meta"), device="cpu")
        else:
            value = torch.empty(result.shape, dtype=result.dtype)
        if self.kind == "equal":
            return value.fill_(1)
        if self.kind == "one" and number != self.seed % count:
            return value.fill_(0)
        generator = torch.Generator().manual_seed(self.seed * 1_000_003 + number)
        parts = torch.view_as_real(value) if value.is_complex() else value
        drawn = torch.randn(parts.shape, generator=generator, dtype=torch.float32)
        if self.coarse:
            drawn = drawn.to(torch.bfloat16).float()
        parts.copy_(drawn * self._scale(drawn, number, count) if self.kind == "apart" else drawn)
        return value

    def _scale(self, drawn: torch.Tensor, number: int, count: int) -> Any:
        if count > 1:
            return _APART[(number + self.seed) % len(_APART)]
        return torch.tensor(_APART)[(torch.arange(drawn.numel()) + self.seed) % len(_APART)].reshape(drawn.shape)
