"""Below a dispatch mode, in-place foreach operators do not bump tensor versions. A view of the written memory keeps its old gradient."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
from functorch.compile import aot_function, nop
def tripled(x):
    given = x * 1
    row = given[1:]
    torch._foreach_mul_([given], 3.0)
    return row.sum()
def gradient(run): return torch.autograd.grad(run(x), x)[0].tolist()
x = torch.ones(2, requires_grad=True)
assert gradient(tripled) == [0, 3]
assert gradient(aot_function(tripled, nop)) == gradient(torch.compile(tripled, backend="aot_eager")) == [0, 1]
assert make_fx(lambda x: torch.autograd.grad(tripled(x), x)[0])(x)(x).tolist() == [0, 1]
