"""An exported program drops the model's inference mode and computes that part with autograd. It keeps no_grad."""
import torch
class Model(torch.nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.scale, self.mode = torch.nn.Parameter(torch.ones(4)), mode
    def forward(self, x):
        with self.mode():
            factor = (x * self.scale).sum()
        return x * factor * self.scale
def gradients(model, x):
    run = (model, torch.export.export(model, (x,)).module())
    return [torch.autograd.grad(one(x).sum(), one.parameters())[0].tolist() for one in run]
assert gradients(Model(torch.no_grad), torch.ones(4)) == [[4.0] * 4] * 2
assert gradients(Model(torch.inference_mode), torch.ones(4)) == [[4.0] * 4, [8.0] * 4]
