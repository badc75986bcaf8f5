"""If no argument of an autograd.Function requires a gradient, Dynamo runs its forward with autograd. Closed-over tensors get gradients."""
import torch
class Weighed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weigh): return weigh(x)
    @staticmethod
    def backward(ctx, gradient): return gradient, None
scale = torch.ones(2, requires_grad=True)
def weighed(x): return Weighed.apply(x, lambda x: x * scale)
compiled = torch.compile(weighed, backend="eager", fullgraph=True)
assert not weighed(torch.ones(2)).requires_grad and compiled(torch.ones(2)).requires_grad
compiled(torch.ones(2)).sum().backward()
assert scale.grad.tolist() == [1, 1]
