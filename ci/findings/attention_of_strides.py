"""make_fx and aot_function keep the CPU's attention kernel. It ignores the stride of the last dimension and reads random memory."""
import torch
from functorch.compile import aot_function, nop
from torch.fx.experimental.proxy_tensor import make_fx
attention = torch.nn.functional.scaled_dot_product_attention
torch.manual_seed(0)
x = torch.randn(2, 3, 4, 8)
turned = x.mT.contiguous().mT
traced, compiled = make_fx(attention)(x, x, x), aot_function(attention, nop)
assert torch.equal(compiled(x, x, x), traced(x, x, x)) and torch.equal(x, turned)
assert torch.allclose(attention(turned, turned, turned), attention(x, x, x), atol=1e-6)
for graph in (traced, compiled):
    assert not torch.allclose(graph(turned, turned, turned), attention(x, x, x), atol=1e-3)
