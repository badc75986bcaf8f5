"""multilabel_margin_loss's decomposition multiplies infinite margins by a mask: nan. The kernel adds only selected margins: 0."""
import torch
forward = torch.ops.aten.multilabel_margin_loss_forward
x, target = torch.full((1, 4), float("inf")), torch.tensor([[1, 0, -1, 0]])
eager, _ = forward(x, target, 1)
decomposed, _ = torch._decomp.decomposition_table[forward.default](x, target, 1)
assert eager == 0 and decomposed.isnan()
