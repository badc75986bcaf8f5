"""BatchNorm's backward on the CPU is silently wrong in eager for one sample whose channels become tokens (CvT, EfficientFormer)."""
import torch
def gradient_of_bias(samples, tokens):
    torch.manual_seed(0)
    norm, x, upstream = torch.nn.BatchNorm2d(8), torch.randn(samples, 8, 4, 4), torch.randn(samples, 16, 8)
    if tokens:
        loss = (norm(x).flatten(2).transpose(1, 2) * upstream).sum()
    else:  # the same sum without a transpose of what is normalised
        loss = (norm(x) * upstream.transpose(1, 2).reshape(samples, 8, 4, 4).contiguous()).sum()
    return torch.autograd.grad(loss, norm.bias)[0], upstream.sum((0, 1))
for samples, tokens in ((2, True), (2, False), (1, False)):
    assert torch.allclose(*gradient_of_bias(samples, tokens), atol=1e-4)
assert not torch.allclose(*gradient_of_bias(1, True), atol=1)
