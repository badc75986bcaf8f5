"""torchvision's own models where their classes want more than JSON can say, few layers and narrow."""

import torch
from torch import nn
from torchvision import models, ops
from torchvision.models import convnext, detection, efficientnet, optical_flow, segmentation, video
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.models.video import mvit, resnet


def vision_transformer() -> nn.Module:
    """Patches, a class token, fused projections; the head, which starts as zeros and would let no
    gradient through, drawn."""
    made = models.VisionTransformer(
        image_size=16, patch_size=4, num_layers=2, num_heads=2, hidden_dim=12, mlp_dim=20, dropout=0.1, attention_dropout=0.1, num_classes=5
    )
    nn.init.trunc_normal_(made.heads.head.weight, std=0.3)
    return made


def efficient_net() -> nn.Module:
    """Squeeze and excitation, SiLU and stochastic depth over three kinds of blocks."""
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


def multiscale_vision() -> nn.Module:
    """MViT v2: pooled queries and keys, relative places in space and time, interpolated."""
    blocks = [
        mvit.MSBlockConfig(1, 8, 8, [3, 3, 3], [3, 3, 3], [1, 1, 1], [1, 2, 2]),
        mvit.MSBlockConfig(2, 8, 16, [3, 3, 3], [3, 3, 3], [1, 2, 2], [1, 1, 1]),
    ]
    return models.video.MViT(
        (16, 16), 4, blocks, residual_pool=True, residual_with_cls_embed=False, rel_pos_embed=True,
        proj_after_attn=True, dropout=0.1, stochastic_depth_prob=0.2, num_classes=5,
    )  # fmt: skip


def fully_convolutional() -> nn.Module:
    """Segmentation with an auxiliary head: a dictionary of two maps, brought to the image's size."""
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
    """Two stages: proposals, non-maximum suppression, sampling of them, boxes."""
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


def images_and_boxes() -> tuple:
    """Two images of different sizes, two boxes on the first and one on the second."""
    return (
        [torch.rand(3, 40, 52), torch.rand(3, 48, 36)],
        [
            {"boxes": torch.tensor([[3.0, 4.0, 23.0, 30.0], [20.0, 10.0, 48.0, 37.0]]), "labels": torch.tensor([1, 2])},
            {"boxes": torch.tensor([[6.0, 5.0, 30.0, 40.0]]), "labels": torch.tensor([2])},
        ],
    )


def images() -> tuple:
    """Two images of different sizes, as detection takes them: a list."""
    return ([torch.rand(3, 40, 52), torch.rand(3, 48, 36)],)


def raft() -> nn.Module:
    """Optical flow: a pyramid of correlations looked up at the flow found so far, and a
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
    """Two images of 64 x 72, and two updates of the flow between them."""
    return {"image1": torch.rand(1, 3, 64, 72), "image2": torch.rand(1, 3, 64, 72), "num_flow_updates": 2}
