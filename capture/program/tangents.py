"""tangents: drawn tensors that start the backward pass of a case without a loss, one per result."""

from dataclasses import dataclass
from typing import Any

import torch

import assay_capture

from .. import torch_private as private
from ..captured.captured import Input
from . import fakes

_APART = (1.0, 2.0**-10, 2.0**10)  # for "apart": magnitudes of the results, or of a single result's elements, in turn


@dataclass
class Start:
    """The start of a backward pass.

    outputs: the loss alone, or the distinct results that require a gradient.
    names: of these results.
    tangents: one per output, with its shape; None for a loss."""

    outputs: list[torch.Tensor]
    names: list[str]
    tangents: list[torch.Tensor] | None

    def inputs(self) -> list[Input]:
        """An input per tangent."""
        return [Input("tangent", name, [], value) for name, value in zip(self.names, self.tangents or [])]


@dataclass(frozen=True)
class Tangents:
    """The tangents of a run, equal for all programs that make it, in single and double precision.

    kind: "drawn" (distinct elements), "equal" (ones), "one" (zeros except one result, chosen by the seed), "apart"
        (drawn, with magnitudes of results, or of a single result's elements, that differ up to a million times).
    coarse: exact in every 16-bit floating type, for programs that have such tensors."""

    seed: int = 0
    kind: str = "drawn"
    coarse: bool = False

    def like(self, result: torch.Tensor, number: int, count: int) -> torch.Tensor:
        """The tangent of result `number` of `count`: same shape, type and device, with the strides of `empty_like`.

        No dispatch mode and no recorder sees how it is made."""
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
