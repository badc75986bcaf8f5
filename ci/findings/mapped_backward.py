"""Dynamo drops the backward of an autograd.Function within torch.vmap: the gradient is its forward's."""
import torch
class Own(torch.autograd.Function):
    generate_vmap_rule = True
    @staticmethod
    def forward(x): return x * 2
    @staticmethod
    def setup_context(ctx, inputs, output): pass
    @staticmethod
    def backward(ctx, gradient): return gradient * 5
def mapped(x): return torch.vmap(lambda row: Own.apply(row))(x)
compiled = torch.compile(mapped, backend="eager", fullgraph=True)
x = torch.ones(2, requires_grad=True)
eager, dropped = (torch.autograd.grad(run(x).sum(), x)[0] for run in (mapped, compiled))
assert eager.tolist() == [5, 5] and dropped.tolist() == [2, 2]
