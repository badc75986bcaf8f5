"""timm models with few, narrow layers. Weights are as after training, not as initialised."""

import dataclasses
import importlib
from typing import Any

import timm
import torch
from timm import layers, models
from timm.models import byoanet, byobnet, cspnet, hgnet, maxxvit, metaformer, mlp_mixer, mvitv2, naflexvit, nfnet
from torch import nn


def _stirred(model: nn.Module) -> nn.Module:
    """`model` with noise on each parameter: heads and gains that start at zero would block the gradient."""
    with torch.no_grad():
        for weight in model.parameters():
            weight.add_(torch.randn_like(weight), alpha=0.1)
    return model


def create(model_name: str, **kwargs: Any) -> nn.Module:
    """A registered model."""
    return _stirred(timm.create_model(model_name, num_classes=5, **kwargs))


def build(family: str, name: str, **kwargs: Any) -> nn.Module:
    """The class `name` of `timm.models.<family>`, for sizes that registered models fix."""
    return _stirred(getattr(getattr(models, family), name)(num_classes=5, **kwargs))


def generated(family: str, generator: str, **kwargs: Any) -> nn.Module:
    """The result of a generator of `timm.models.<family>` from a definition of blocks, for widths that registered models fix."""
    return _stirred(getattr(importlib.import_module(f"timm.models.{family}"), generator)(num_classes=5, **kwargs))


def multi_axis(model_name: str, **transformer: Any) -> nn.Module:
    """MaxViT and CoAtNet: one block of each kind per stage. `transformer` overrides its attention settings."""
    config = maxxvit.model_cfgs[model_name]
    config = dataclasses.replace(
        config, embed_dim=(8, 16, 32, 64), depths=(1, 1, 1, 1), stem_width=8,
        transformer_cfg=dataclasses.replace(config.transformer_cfg, dim_head=8, partition_ratio=32, **transformer),
    )  # fmt: skip
    return _stirred(maxxvit.MaxxVit(config, img_size=64, num_classes=5))


def pooled_attention(**config: Any) -> nn.Module:
    """MViT v2: pooled queries and keys, relative positions decomposed by axis."""
    settings = mvitv2.MultiScaleVitCfg(depths=(1, 1), embed_dim=(8, 16), num_heads=(1, 2), **config)
    return _stirred(mvitv2.MultiScaleVit(settings, img_size=(64, 64), num_classes=5))


def any_size(**config: Any) -> nn.Module:
    """NaFlexViT: images of any size and shape, with interpolated positions."""
    settings = naflexvit.NaFlexVitCfg(patch_size=8, embed_dim=24, depth=2, num_heads=3, pos_embed_grid_size=(4, 4), **config)
    return _stirred(naflexvit.NaFlexVit(settings, num_classes=5))


def _first_of_each_kind(stage: Any) -> list[byobnet.ByoBlockCfg]:
    blocks = [stage] if isinstance(stage, byobnet.ByoBlockCfg) else list(stage)
    return list({(block.type, block.self_attn_layer): block for block in reversed(blocks)}.values())[::-1]


def of_blocks(family: str, model_name: str, img_size: int | None = None, least: int = 16) -> nn.Module:
    """A network with the blocks of its configuration, one of each kind per stage. Widths are an eighth, in multiples
    of `least`."""
    config = importlib.import_module(f"timm.models.{family}").model_cfgs[model_name]
    blocks = [
        tuple(dataclasses.replace(block, d=1, c=max(least, block.c // (8 * least) * least)) for block in _first_of_each_kind(stage))
        for stage in config.blocks
    ]
    config = dataclasses.replace(config, blocks=tuple(blocks), stem_chs=16, num_features=32 if config.num_features else 0, width_factor=1.0)
    return _stirred(byobnet.ByobNet(config, img_size=img_size, num_classes=5))


def cross_stage(model_name: str) -> nn.Module:
    """CspNet: part of each stage's maps bypasses its single block."""
    config = cspnet.model_cfgs[model_name]
    stem = [16] * len(config.stem.out_chs) if isinstance(config.stem.out_chs, tuple) else 16
    groups = tuple(min(groups, 4) for groups in config.stages.groups)
    stages = dataclasses.replace(config.stages, depth=(1,) * 4, out_chs=(32, 32, 64, 64), groups=groups)
    config = dataclasses.replace(config, stem=dataclasses.replace(config.stem, out_chs=stem), stages=stages)
    return _stirred(cspnet.CspNet(config, num_classes=5))


def high_performance() -> nn.Module:
    """HGNet v2: light blocks in the last stages, learnt affine maps after the activations."""
    config = {"stem_type": "v2", "stem_chs": [8, 8], "stage1": [8, 8, 16, 1, False, False, 3, 2], "stage2": [16, 8, 24, 1, True, False, 3, 2]}
    config |= {"stage3": [24, 12, 32, 1, True, True, 5, 2], "stage4": [32, 12, 40, 1, True, True, 5, 2]}
    return _stirred(hgnet.HighPerfGpuNet(config, head_hidden_size=32, num_classes=5, use_lab=True))


def mixers(names: list[str]) -> nn.Module:
    """MetaFormer with these token mixers of timm, one per stage, StarReLU, and scaled residuals."""
    kinds = [getattr(metaformer, name) for name in names]
    norms = [metaformer.LayerNormNoBias if name == "Attention" else metaformer.LayerNorm2dNoBias for name in names]
    settings = {"depths": [1, 1], "dims": [16, 32], "res_scale_init_values": [None, 1.0], "use_mlp_head": False}
    return _stirred(metaformer.MetaFormer(token_mixers=kinds, norm_layers=norms, num_classes=5, **settings))


def perceptrons(block: str, mlp: str, norm: str = "LayerNorm") -> nn.Module:
    """An MLP mixer with this kind of blocks and MLPs: gated in space, gated by channel, or with scaled residuals."""
    kinds = {"block_layer": getattr(mlp_mixer, block), "mlp_layer": getattr(layers, mlp)}
    ratio = (0.5, 2.0) if block == "MixerBlock" else 2.0
    norms = {"norm_layer": nn.LayerNorm if norm == "LayerNorm" else getattr(mlp_mixer, norm)}
    sizes = {"img_size": 32, "patch_size": 8, "num_blocks": 2, "embed_dim": 24, "mlp_ratio": ratio}
    return _stirred(models.MlpMixer(num_classes=5, **sizes, **kinds, **norms))


def norm_free() -> nn.Module:
    """NFNet: no batch norms, weights standardised in each pass, manual gains, scaled residuals."""
    config = nfnet.NfCfg((1, 1, 1, 1), (16, 24, 32, 32), stem_chs=8, skipinit=True, attn_layer="se", attn_kwargs={"rd_ratio": 0.5})
    return _stirred(nfnet.NormFreeNet(config, num_classes=5, drop_path_rate=0.3))


def halo() -> nn.Module:
    """HaloNet: attention over blocks with a rim of their neighbours, relative positions within."""
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
