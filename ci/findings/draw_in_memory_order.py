"""Core ATen's attention on the CPU has other strides, and dropout draws in memory order: its mask differs."""
import torch
from torch._decomp import core_aten_decompositions
from torch.fx.experimental.proxy_tensor import make_fx
def program(q):
    return torch.nn.functional.dropout(torch.nn.functional.scaled_dot_product_attention(q, q, q))
q = torch.randn(2, 3, 4, 8).transpose(1, 2)
graph = make_fx(program, core_aten_decompositions())(q)
torch.manual_seed(0)
eager = program(q)
torch.manual_seed(0)
replayed = graph(q)
assert eager.stride() != graph(q).stride() and not torch.equal(eager != 0, replayed != 0)
kept = (eager != 0) & (replayed != 0)
assert torch.allclose(eager[kept], replayed[kept], atol=1e-5), (eager, replayed)
