"""torchvision refuses keypoints in float64, so rounding in a keypoint detector looks like a defect. Only a tolerance can judge it."""
import torch
from torchvision.models.detection.roi_heads import RoIHeads
heads = RoIHeads(None, None, None, 0.5, 0.5, 4, 0.5, None, 0.5, 0.5, 4)
heads.has_keypoint = lambda: True
def refusal(dtype):
    boxes = {"boxes": torch.tensor([[0.0, 0.0, 1.0, 1.0]]), "labels": torch.ones(1, dtype=torch.int64)}
    try:
        heads([], [], [], [{**boxes, "keypoints": torch.zeros(1, 1, 3, dtype=dtype)}])
    except Exception as refused:
        return str(refused)
assert "must of float type" in refusal(torch.float64) and "must of float type" not in refusal(torch.float32), refusal(torch.float64)
