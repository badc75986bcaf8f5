"""torchvision's own models with few, narrow layers, where their classes need more than JSON can express.

Models of `torchvision.models.list_models()` without a case: `quantized_*`, whose integer kernels have no gradient (their
float models, `quantizable_*`, have cases). `ssd300_vgg16`, which needs a parameter of 512 numbers for its channels (`ssd`
is the same detector). Builders that differ from a model with a case only in width or depth:
`convnext_*`, `densenet*`, `efficientnet_b1` to `b7` and `v2_m`, `v2_l`, `mnasnet*`, the larger `regnet_*`, `resnet101` and
`152`, also below segmentation, `resnext101_*`, `wide_resnet101_2`, `shufflenet_v2_*`, `swin*_s` and `_b`, `vit_*`. Builders
that differ only in image size: `fasterrcnn_mobilenet_v3_large_320_fpn`.
"""

import torch
from torch import nn
from torchvision import models, ops
from torchvision.models import convnext, detection, efficientnet, optical_flow, segmentation, video
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.models.video import mvit, resnet


def vision_transformer() -> nn.Module:
    """Patches, a class token, fused projections. The head would start as zeros and block the gradient,
    so it is drawn."""
    made = models.VisionTransformer(
        image_size=16, patch_size=4, num_layers=2, num_heads=2, hidden_dim=12, mlp_dim=20, dropout=0.1, attention_dropout=0.1, num_classes=5
    )
    nn.init.trunc_normal_(made.heads.head.weight, std=0.3)
    return made


def vision_transformer_conv_stem() -> nn.Module:
    """Patches from a stem of convolutions and batch norms instead of a single strided convolution."""
    stem = [models.vision_transformer.ConvStemConfig(channels, 3, 2) for channels in (6, 8, 10)]
    made = models.VisionTransformer(
        image_size=32, patch_size=8, num_layers=1, num_heads=2, hidden_dim=12, mlp_dim=20, num_classes=5, conv_stem_configs=stem
    )
    nn.init.trunc_normal_(made.heads.head.weight, std=0.3)
    return made


def swin_v2() -> nn.Module:
    """Shifted windows with post-norms, cosine attention, and positions through an MLP of logarithmic distances."""
    transformer = models.swin_transformer
    return models.SwinTransformer(
        [2, 2], 12, [2, 1], [2, 3], [4, 4], stochastic_depth_prob=0.1, num_classes=5,
        block=transformer.SwinTransformerBlockV2, downsample_layer=transformer.PatchMergingV2,
    )  # fmt: skip


def swin_3d() -> nn.Module:
    """Windows that shift in space and time."""
    return models.video.SwinTransformer3d([2, 4, 4], 12, [2, 1], [2, 3], [2, 3, 3], stochastic_depth_prob=0.1, num_classes=5)


def efficient_net() -> nn.Module:
    """Squeeze and excitation, SiLU and stochastic depth over three blocks."""
    fused, inverted = efficientnet.FusedMBConvConfig, efficientnet.MBConvConfig
    blocks = [fused(1, 3, 1, 8, 8, 1), fused(2, 3, 2, 8, 16, 2), inverted(3, 5, 2, 16, 24, 2)]
    return models.EfficientNet(blocks, dropout=0.2, stochastic_depth_prob=0.3, num_classes=5)


def conv_next() -> nn.Module:
    """Layer norms over channels, layer scale and stochastic depth."""
    blocks = [convnext.CNBlockConfig(8, 12, 1), convnext.CNBlockConfig(12, None, 2)]
    return models.ConvNeXt(blocks, stochastic_depth_prob=0.3, num_classes=5)


def r2plus1d() -> nn.Module:
    """A video network of convolutions split into space and time."""
    makers = [resnet.Conv2Plus1D] * 4
    return video.VideoResNet(resnet.BasicBlock, makers, [1, 1, 1, 1], resnet.R2Plus1dStem, num_classes=5)


def _multiscale(second: bool, widths: list[tuple[int, int]], stochastic_depth: float) -> nn.Module:
    """MViT of two blocks with [inputs, outputs] channels each, first or second version."""
    blocks = [
        mvit.MSBlockConfig(1, *widths[0], [3, 3, 3], [3, 3, 3], [1, 1, 1], [1, 2, 2]),
        mvit.MSBlockConfig(2, *widths[1], [3, 3, 3], [3, 3, 3], [1, 2, 2], [1, 1, 1]),
    ]
    return models.video.MViT(
        (16, 16), 4, blocks, residual_pool=second, residual_with_cls_embed=not second, rel_pos_embed=second,
        proj_after_attn=second, dropout=0.1, stochastic_depth_prob=stochastic_depth, num_classes=5,
    )  # fmt: skip


def multiscale_vision() -> nn.Module:
    """MViT v2: pooled queries and keys, interpolated relative positions in space and time."""
    return _multiscale(True, [(8, 8), (8, 16)], 0.2)


def multiscale_vision_v1() -> nn.Module:
    """MViT v1: a class token that bypasses pooling, learnt positions in space and time, no relative positions."""
    return _multiscale(False, [(8, 16), (16, 16)], 0.1)


def fully_convolutional() -> nn.Module:
    """Segmentation with an auxiliary head: a dictionary of two maps, resized to the image."""
    trunk = models.ResNet(models.resnet.BasicBlock, [1, 1, 1, 1])
    trunk = IntermediateLayerGetter(trunk, {"layer2": "aux", "layer3": "out"})
    return segmentation.FCN(trunk, segmentation.fcn.FCNHead(256, 4), segmentation.fcn.FCNHead(128, 4))


def _trunk(*returned: str) -> nn.Module:
    """A residual network of four blocks with frozen batch norms and a feature pyramid."""
    trunk = models.ResNet(models.resnet.BasicBlock, [1, 1, 1, 1], norm_layer=ops.FrozenBatchNorm2d)
    widths = {"layer2": 128, "layer3": 256}
    return detection.backbone_utils.BackboneWithFPN(
        trunk, {name: str(place) for place, name in enumerate(returned)}, [widths[name] for name in returned], 16
    )


def faster_rcnn() -> nn.Module:
    """Two stages: proposals, non-maximum suppression, sampling, boxes."""
    anchors = detection.rpn.AnchorGenerator(((8,), (16,), (32,)), ((0.5, 1.0),) * 3)
    return detection.FasterRCNN(
        _trunk("layer2", "layer3"), min_size=48, max_size=64, rpn_anchor_generator=anchors,
        rpn_pre_nms_top_n_train=40, rpn_post_nms_top_n_train=20, rpn_pre_nms_top_n_test=40, rpn_post_nms_top_n_test=20,
        rpn_batch_size_per_image=16, box_batch_size_per_image=12,
        box_head=detection.faster_rcnn.TwoMLPHead(16 * 7 * 7, 24), box_predictor=detection.faster_rcnn.FastRCNNPredictor(24, 3),
    )  # fmt: skip


def retina_net() -> nn.Module:
    """One stage, focal loss, anchors matched to boxes."""
    anchors = detection.anchor_utils.AnchorGenerator(((8,), (16,)), ((0.5, 1.0),) * 2)
    trunk = _trunk("layer2")
    return detection.RetinaNet(trunk, 3, min_size=48, max_size=64, anchor_generator=anchors, topk_candidates=20, detections_per_img=5)


class _TwoMaps(nn.Module):
    """Images [N, 3, H, W] to two maps, at a fourth and an eighth of their size, by convolutions and ReLU."""

    out_channels = (16, 24)

    def __init__(self) -> None:
        super().__init__()
        self.near = models.vgg.make_layers([8, 8, "M", 16, "M"], batch_norm=False)
        self.far = nn.Sequential(nn.Conv2d(16, 24, 3, stride=2, padding=1), nn.ReLU(inplace=True))

    def forward(self, images: torch.Tensor) -> dict[str, torch.Tensor]:
        near = self.near(images)
        return {"near": nn.functional.normalize(near), "far": self.far(near)}


def ssd() -> nn.Module:
    """Boxes of fixed shapes at each position of two maps. Each is matched to an object or none. Hard negatives are kept."""
    boxes = detection.anchor_utils.DefaultBoxGenerator([[2], [2, 3]], scales=[0.2, 0.5, 0.9])
    return detection.ssd.SSD(_TwoMaps(), boxes, (48, 48), 3, detections_per_img=5, topk_candidates=20)


def images_and_boxes() -> tuple:
    """Two images of different sizes, with two boxes on the first and one box on the second."""
    return (
        [torch.rand(3, 40, 52), torch.rand(3, 48, 36)],
        [
            {"boxes": torch.tensor([[3.0, 4.0, 23.0, 30.0], [20.0, 10.0, 48.0, 37.0]]), "labels": torch.tensor([1, 2])},
            {"boxes": torch.tensor([[6.0, 5.0, 30.0, 40.0]]), "labels": torch.tensor([2])},
        ],
    )


def images_boxes_and_masks() -> tuple:
    """images_and_boxes with the pixels of each object."""
    images, targets = images_and_boxes()
    for image, target in zip(images, targets):
        target["masks"] = torch.zeros(len(target["boxes"]), *image.shape[1:], dtype=torch.uint8)
        for mask, box in zip(target["masks"], target["boxes"].long()):
            mask[box[1] : box[3], box[0] : box[2]] = 1
    return images, targets


def images_boxes_and_keypoints() -> tuple:
    """images_and_boxes with four points on each object, all visible: x, y, 1."""
    images, targets = images_and_boxes()
    for target in targets:
        left, top, right, bottom = target["boxes"].unbind(1)
        corners = torch.stack([left, top, right, top, left, bottom, right, bottom], 1).reshape(-1, 4, 2)
        target["keypoints"] = torch.cat([0.8 * corners + 0.2 * corners.mean(1, keepdim=True), torch.ones(len(corners), 4, 1)], 2)
        target["labels"] = torch.ones_like(target["labels"])
    return images, targets


def images() -> tuple:
    """Two images of different sizes as a list, the input of detection."""
    return ([torch.rand(3, 40, 52), torch.rand(3, 48, 36)],)


def raft() -> nn.Module:
    """Optical flow: a pyramid of correlations, looked up at the current flow, and a
    convolutional recurrent cell."""
    bottleneck = optical_flow.raft.BottleneckBlock
    return optical_flow.raft._raft(
        feature_encoder_layers=(8, 8, 12, 16, 16), feature_encoder_block=bottleneck, feature_encoder_norm_layer=nn.InstanceNorm2d,
        context_encoder_layers=(8, 8, 12, 16, 24), context_encoder_block=bottleneck, context_encoder_norm_layer=None,
        corr_block_num_levels=2, corr_block_radius=1, motion_encoder_corr_layers=(12,), motion_encoder_flow_layers=(12, 8),
        motion_encoder_out_channels=10, recurrent_block_hidden_state_size=12, recurrent_block_kernel_size=(3,),
        recurrent_block_padding=(1,), flow_head_hidden_size=12, use_mask_predictor=False,
    )  # fmt: skip


def two_frames() -> dict:
    """Two images of 64 x 72, and two flow updates."""
    return {"image1": torch.rand(1, 3, 64, 72), "image2": torch.rand(1, 3, 64, 72), "num_flow_updates": 2}


def raft_large() -> nn.Module:
    """The larger variant: batch norms in the context encoder, a recurrent cell split by direction, and a learnt mask
    that resizes the flow to the image."""
    residual = optical_flow.raft.ResidualBlock
    return optical_flow.raft._raft(
        feature_encoder_layers=(8, 8, 12, 16, 16), feature_encoder_block=residual, feature_encoder_norm_layer=nn.InstanceNorm2d,
        context_encoder_layers=(8, 8, 12, 16, 24), context_encoder_block=residual, context_encoder_norm_layer=nn.BatchNorm2d,
        corr_block_num_levels=2, corr_block_radius=1, motion_encoder_corr_layers=(12, 8), motion_encoder_flow_layers=(12, 8),
        motion_encoder_out_channels=10, recurrent_block_hidden_state_size=12, recurrent_block_kernel_size=((1, 5), (5, 1)),
        recurrent_block_padding=((0, 2), (2, 0)), flow_head_hidden_size=12, use_mask_predictor=True,
    )  # fmt: skip
