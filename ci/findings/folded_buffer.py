"""torch.fx.symbolic_trace turns values computed from a buffer alone into constants, which ignore later values of the buffer."""
import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mask", torch.ones(3))
    def forward(self, x): return x + self.mask * 2
model, x = Model(), torch.zeros(1, 3)
traced = torch.fx.symbolic_trace(model)
model.mask.fill_(5.0)
assert not torch.equal(traced(x), model(x)) and "mask" not in traced.state_dict(), traced.code
