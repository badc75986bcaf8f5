"""torch.export leaves a fake tensor in a buffer that was None. The exported program never sets the buffer (pytorch#163189)."""
import torch
class Keeps(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", None)
    def forward(self, x):
        self.kept = x * 2
        return x + self.kept
model = Keeps()
exported = torch.export.export(model, (torch.ones(1),)).module()
exported(torch.ones(1))
assert type(model.kept).__name__ == "FakeTensor" and "kept" not in dict(exported.named_buffers()), model.kept
