"""Dynamo drops the backward of an autograd.Function if its input requires a gradient only because of a write to a view of it."""
import torch
class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x * 2
    @staticmethod
    def backward(ctx, gradient): return gradient * 5
def applied(x, y):
    x = x.clone()
    x[:2].add_(y)
    return Own.apply(x)
compiled = torch.compile(applied, backend="eager", fullgraph=True)
y = torch.ones(1, requires_grad=True)
eager, dropped = (torch.autograd.grad(run(torch.zeros(3), y).sum(), y)[0] for run in (applied, compiled))
assert eager.tolist() == [10] and dropped.tolist() == [4]
