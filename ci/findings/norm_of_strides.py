"""BatchNorm's backward on the CPU, also in eager, is silently wrong if a size is 1 and the gradient came through a transpose."""
import torch
torch.manual_seed(0)
norm, x, upstream = torch.nn.BatchNorm2d(8), torch.randn(2, 8, 32, 1), torch.randn(2, 1, 32, 8)
bias, = torch.autograd.grad((norm(x) * upstream.transpose(1, 3)).sum(), norm.bias)
same, = torch.autograd.grad((norm(x) * upstream.transpose(1, 3).contiguous()).sum(), norm.bias)
truth = upstream.sum((0, 1, 2))
assert torch.allclose(same, truth, atol=1e-4) and not torch.allclose(bias, truth, atol=1), (bias, same, truth)
