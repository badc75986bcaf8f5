"""torch.export keeps the forward of an autograd.Function and drops its backward. In strict mode the result still requires a gradient."""
import torch
class Function(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: x * x)
    backward = staticmethod(lambda ctx, g: g * 100)
class Model(torch.nn.Module):
    def forward(self, x): return Function.apply(x)
def gradient(run):
    x = torch.tensor([2.0], requires_grad=True)
    out = run(x)
    return torch.autograd.grad(out.sum(), x)[0].item() if out.requires_grad else None
exported = [gradient(torch.export.export(Model(), (torch.tensor([2.0], requires_grad=True),), strict=strict).module()) for strict in (True, False)]
assert gradient(Model()) == 100 and 100 not in exported, exported
