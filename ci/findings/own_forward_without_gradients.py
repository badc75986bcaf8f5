"""Strict torch.export runs the forward of an autograd.Function without gradients, so the exported program loses them."""
import torch
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x * 2
    @staticmethod
    def backward(ctx, gradient): return gradient * 2
class Model(torch.nn.Module):
    def forward(self, x): return Double.apply(x) + x
x = torch.zeros(3, requires_grad=True)
exported = torch.export.export(Model(), (x,), strict=True).module()
(eager,), (replayed,) = (torch.autograd.grad(model(x).sum(), x) for model in (Model(), exported))
assert eager.tolist() == [3, 3, 3] and replayed.tolist() == [1, 1, 1]
