"""export writes the tensor that replaces a buffer into the old buffer. Other references to the old buffer see the new values."""
import torch
class Steps(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("step", torch.zeros(()))
    def forward(self):
        old = self.step
        self.step = self.step + 1
        return old
assert Steps()() == 0
exported = torch.export.export(Steps(), ())
assert exported.module()() == 1
