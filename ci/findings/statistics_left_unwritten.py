"""In eager, batch norm with `out` does not write the batch's statistics if its input has unusual strides."""
import torch
def mean_of(x):
    channels = x.shape[1]
    out, mean, scale = torch.empty(x.shape), torch.full((channels,), 7.0), torch.full((channels,), 7.0)
    states = torch.zeros(channels), torch.ones(channels)
    torch.ops.aten.native_batch_norm.out(x, None, None, *states, True, 0.1, 1e-5, out=out, save_mean=mean, save_invstd=scale)
    return mean
x = torch.arange(24.0).reshape(4, 3, 2)
assert torch.equal(mean_of(x), x.mean((0, 2)))
strided = x.mT.contiguous().mT
assert torch.equal(strided, x) and torch.equal(mean_of(strided), torch.full((3,), 7.0))
