"""The second derivative of an autograd.Function by torch.func.grad is zero in Dynamo's captures, since 2.15."""
import torch
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(x): return x ** 3
    @staticmethod
    def setup_context(ctx, inputs, output): ctx.save_for_backward(*inputs)
    @staticmethod
    def backward(ctx, gradient): return gradient * 3 * ctx.saved_tensors[0] ** 2
def twice(x):
    once = torch.func.grad(lambda one: Cube.apply(one).sum())
    return torch.func.grad(lambda one: once(one).sum())(x)
compiled = torch.compile(twice, backend="eager", fullgraph=True)
x = torch.tensor([1.0, 2.0])
assert twice(x).tolist() == [6, 12] and compiled(x).tolist() == [0, 0]
