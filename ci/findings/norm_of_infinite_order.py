"""renorm's backward on the CPU is NaN in eager for complex64 with infinite order. The norm is a double, which no element equals."""
import torch
def gradient(dtype):
    x = torch.tensor([[1 + 2j, 3 - 1j]], dtype=dtype, requires_grad=True)
    return torch.autograd.grad(torch.renorm(x, torch.inf, 0, 0.5).abs().sum(), x)[0]
single, double = gradient(torch.complex64), gradient(torch.complex128)
assert single.isnan().all() and double.isfinite().all(), (single, double)
