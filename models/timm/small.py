"""timm's models, few layers and narrow, with weights as training leaves them rather than as it finds them."""

from typing import Any

import timm
import torch
from timm import models
from timm.models import byoanet, byobnet, nfnet
from torch import nn


def _stirred(model: nn.Module) -> nn.Module:
    """`model` with noise on each parameter: heads and gains that start as zero would let no gradient through."""
    with torch.no_grad():
        for weight in model.parameters():
            weight.add_(torch.randn_like(weight), alpha=0.1)
    return model


def create(model_name: str, **kwargs: Any) -> nn.Module:
    """A registered model."""
    return _stirred(timm.create_model(model_name, num_classes=5, **kwargs))


def build(family: str, name: str, **kwargs: Any) -> nn.Module:
    """The class `name` of `timm.models.<family>`, where the registered models fix what is to be small."""
    return _stirred(getattr(getattr(models, family), name)(num_classes=5, **kwargs))


def norm_free() -> nn.Module:
    """NFNet: no batch norms; weights standardised in each pass, gains by hand, residuals scaled."""
    config = nfnet.NfCfg((1, 1, 1, 1), (16, 24, 32, 32), stem_chs=8, skipinit=True, attn_layer="se", attn_kwargs={"rd_ratio": 0.5})
    return _stirred(nfnet.NormFreeNet(config, num_classes=5, drop_path_rate=0.3))


def halo() -> nn.Module:
    """HaloNet: attention over blocks that see a rim of their neighbours, relative places within."""
    block = byobnet.ByoBlockCfg
    config = byobnet.ByoModelCfg(
        blocks=(block("bottle", d=1, c=32, s=1, gs=0, br=0.5), block("self_attn", d=1, c=48, s=2, gs=0, br=0.5)),
        stem_chs=16, stem_type="tiered", stem_pool="maxpool", self_attn_layer="halo", self_attn_kwargs={"block_size": 4, "halo_size": 1, "num_heads": 2},
    )  # fmt: skip
    return _stirred(byoanet.ByobNet(config, num_classes=5, img_size=64, drop_path_rate=0.3))


def mobile_vit() -> nn.Module:
    """MobileViT: convolutions, then attention over unfolded patches."""
    block = byobnet.ByoBlockCfg
    attention = {"transformer_dim": 12, "transformer_depth": 1, "patch_size": 2, "num_heads": 2}
    config = byobnet.ByoModelCfg(
        blocks=(block("bottle", d=1, c=12, s=2, gs=1, br=2), block("mobilevit", d=1, c=16, s=1, block_kwargs=attention)),
        stem_chs=8, stem_type="3x3", stem_pool="", act_layer="silu",
    )  # fmt: skip
    return _stirred(byobnet.ByobNet(config, num_classes=5, drop_path_rate=0.3))


def ghost() -> nn.Module:
    """GhostNet: half of each map computed cheaply from the other half, hard sigmoid gates."""
    stages = [[[3, 16, 16, 0, 1]], [[3, 32, 24, 0.25, 2]], [[5, 48, 32, 0.25, 2], [3, 60, 32, 0, 1]]]
    return _stirred(models.GhostNet(stages, num_classes=5, width=0.5, drop_rate=0.2))
