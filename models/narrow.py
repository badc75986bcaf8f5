"""Narrow versions of library models whose code fixes the channel counts. All operators stay."""

import contextlib
import importlib
import math
from collections.abc import Iterator
from typing import Any
from unittest import mock

import torch
from torch import nn
from torch.nn.modules.batchnorm import _NormBase
from torch.nn.modules.conv import _ConvNd


def _divided(count: int, by: int) -> int:
    """Depends on the count alone, so that layers still fit. Small counts are colours, classes or boxes and stay."""
    return count // by if count >= 32 and count % by == 0 else count


@contextlib.contextmanager
def narrower(by: int) -> Iterator[None]:
    """Divides the channels of all layers built in this context by `by`."""
    conv, norm, group, layer, linear = _ConvNd.__init__, _NormBase.__init__, nn.GroupNorm.__init__, nn.LayerNorm.__init__, nn.Linear.__init__

    def make_conv(self: Any, inputs: int, outputs: int, *rest: Any, **kwargs: Any) -> None:
        *most, groups, bias, padding_mode = rest[:9]  # the order in which every PyTorch convolution passes them
        few_inputs, few_outputs = _divided(inputs, by), _divided(outputs, by)
        fewer = math.gcd(_divided(groups, by) if groups in (inputs, outputs) else groups, few_inputs, few_outputs)
        conv(self, few_inputs, few_outputs, *most, fewer, bias, padding_mode, *rest[9:], **kwargs)

    def make_norm(self: Any, num_features: int, *rest: Any, **kwargs: Any) -> None:
        norm(self, _divided(num_features, by), *rest, **kwargs)

    def make_group(self: Any, num_groups: int, num_channels: int, *rest: Any, **kwargs: Any) -> None:
        group(self, math.gcd(num_groups, _divided(num_channels, by)), _divided(num_channels, by), *rest, **kwargs)

    def make_layer(self: Any, normalized_shape: Any, *rest: Any, **kwargs: Any) -> None:
        shape = [normalized_shape] if isinstance(normalized_shape, int) else normalized_shape
        layer(self, [_divided(size, by) for size in shape], *rest, **kwargs)

    def make_linear(self: Any, in_features: int, out_features: int, *rest: Any, **kwargs: Any) -> None:
        linear(self, _divided(in_features, by), _divided(out_features, by), *rest, **kwargs)

    makers = ((_ConvNd, make_conv), (_NormBase, make_norm), (nn.GroupNorm, make_group), (nn.LayerNorm, make_layer), (nn.Linear, make_linear))
    with contextlib.ExitStack() as patches:
        for kind, maker in makers:
            patches.enter_context(mock.patch.object(kind, "__init__", maker))
        yield


def build(of: str, by: int, stirred: bool = False, **kwargs: Any) -> nn.Module:
    """The result of `of`, "module:callable", with the keywords and its channels divided by `by`. `stirred`: adds noise to each
    parameter, since gains that start at zero would block the gradient."""
    module, _, name = of.partition(":")
    with narrower(by):
        made = getattr(importlib.import_module(module), name)(**kwargs)
    if stirred:
        with torch.no_grad():
            for weight in made.parameters():
                weight.add_(torch.randn_like(weight), alpha=0.05)
    return made
