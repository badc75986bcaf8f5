"""torch.export keeps the forward of an autograd.Function. The exported program's gradient is the forward's, not the function's own."""
import torch
class Straight(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x.sin()
    @staticmethod
    def backward(ctx, gradient): return gradient * 5
class Model(torch.nn.Module):
    def forward(self, x): return Straight.apply(x)
x = torch.zeros(3, requires_grad=True)
exported = torch.export.export(Model(), (x,)).module()
(eager,), (replayed,) = (torch.autograd.grad(model(x).sum(), x) for model in (Model(), exported))
assert eager.tolist() == [5, 5, 5] and replayed.tolist() == [1, 1, 1]
