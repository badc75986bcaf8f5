"""aten._native_batch_norm_legit.out under functionalization: `out` becomes the saved inverse deviation, of another shape."""
import torch
def normalised(x, mean, variance):
    out, saved_mean, saved_scale = torch.empty_like(x), torch.empty(3), torch.empty(3)
    torch.ops.aten._native_batch_norm_legit.out(x, None, None, mean, variance, True, 0.1, 1e-5, out=out, save_mean=saved_mean, save_invstd=saved_scale)
    return out
x = torch.arange(24.0).reshape(2, 3, 4)
eager = normalised(x, torch.zeros(3), torch.ones(3))
functional = torch.func.functionalize(normalised)(x, torch.zeros(3), torch.ones(3))
assert eager.shape == (2, 3, 4)
assert torch.allclose(functional, torch.rsqrt(x.var((0, 2), unbiased=False) + 1e-5))
