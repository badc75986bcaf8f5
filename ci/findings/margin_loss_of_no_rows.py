"""Margin losses without rows write neither mean nor sum: eager returns uninitialized memory, which no replay can match."""
import torch
rows, labels = torch.empty(0, 3), torch.empty(0, 3, dtype=torch.long)
for reduction in (1, 2):  # mean, sum
    kept = torch.full((), 7.0)
    torch._C._nn.multilabel_margin_loss(rows, labels, reduction, out=kept)
    assert kept == 7
    torch._C._nn.multi_margin_loss(rows, labels[:, 0], 1, 1.0, None, reduction, out=kept)
    assert kept == 7
torch._C._nn.multilabel_margin_loss(torch.ones(1, 3), torch.zeros(1, 3, dtype=torch.long), 1, out=kept)
assert kept != 7
