"""An exported program runs a write of inference mode with autograd, which refuses a leaf. A write of no_grad works."""
import torch
class Model(torch.nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode
    def forward(self, x):
        with self.mode(): x.mul_(2)
        return x.detach() + 1
def refusal(mode):
    exported = torch.export.export(Model(mode), (torch.ones(2, requires_grad=True),)).module()
    try: exported(torch.ones(2, requires_grad=True))
    except RuntimeError as refused: return str(refused)
assert refusal(torch.no_grad) is None
assert refusal(torch.inference_mode).startswith("a leaf Variable that requires grad is being used in an in-place")
