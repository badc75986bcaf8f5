"""The gradient of hardshrink at nan is 0 in the vectorized part of the CPU's kernel and 1 in the rest. A compiled graph returns 1."""
import torch
def shrunk(x):
    return torch.nn.functional.hardshrink(x)
def gradient(program):
    x = torch.full((17,), float("nan"), requires_grad=True)
    return torch.autograd.grad(program(x).sum(), x)[0]
eager = gradient(shrunk)
assert (eager[:16] == 0).all() and eager[16] == 1
assert (gradient(torch.compile(shrunk, backend="aot_eager_decomp_partition")) == 1).all()
