"""torch.export returns a buffer that the exported module replaces, but loses a buffer that a sub-module replaces (pytorch#161589)."""
import torch
class Counts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(1))
    def forward(self, x):
        self.calls = self.calls + x
        return self.calls + 0
def counted(model):
    exported = torch.export.export(model, (torch.ones(1),)).module()
    return [exported(torch.ones(1)).item() for _ in range(2)]
found = counted(Counts()), counted(torch.nn.Sequential(Counts()))
assert found == ([1, 2], [1, 1]), found
