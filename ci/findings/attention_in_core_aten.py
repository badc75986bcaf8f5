"""Core ATen's attention on the CPU returns its weights where the gradient expects logsumexp. A traced training step learns wrongly."""
import torch
from torch._decomp import core_aten_decompositions
from torch.fx.experimental.proxy_tensor import make_fx
torch.manual_seed(0)
def gradient(query):
    query = query.detach().requires_grad_()
    torch.nn.functional.scaled_dot_product_attention(query, query, query).square().sum().backward()
    return query.grad
query = torch.randn(1, 2, 5, 4)
traced = make_fx(gradient, decomposition_table=core_aten_decompositions())(query)
ratio = (traced(query) / gradient(query)).median()
assert ratio > 2, ratio
