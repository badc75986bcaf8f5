"""An expanded tensor's gradient through stft: eager averages over the rows that share memory, AOTAutograd keeps each row's own."""
import torch
from functorch.compile import aot_function, nop
def program(x):
    return torch.stft(x, n_fft=16, hop_length=4, center=False, return_complex=True)
torch.manual_seed(0)
dense = torch.randn(1, 100).expand(3, 100).contiguous().requires_grad_()
expanded = dense.detach()[:1].expand(3, 100).requires_grad_()
tangent = torch.randn_like(program(dense))
def gradient(program, x):
    return torch.autograd.grad(program(x), x, tangent)[0]
plain = gradient(program, dense)
assert torch.allclose(gradient(program, expanded), plain.mean(0).expand(3, 100), atol=1e-4)
assert torch.allclose(gradient(aot_function(program, nop), expanded), plain, atol=1e-4)
