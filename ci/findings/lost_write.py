"""torch.fx.symbolic_trace runs a write to a buffer during the trace. The graph omits the write (timm's BatchNormAct2d)."""
import torch
class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("batches", torch.tensor(0))
    def forward(self, x):
        self.batches.add_(1)
        return x * 2
model = Counting()
traced = torch.fx.symbolic_trace(model)
before = model.batches.item()
traced(torch.ones(2))
assert model.batches.item() == before and "add_" not in traced.code, traced.code
