"""Inductor's constant folding removes a write to a constant together with the constant (pytorch#145697)."""
import torch
from torch._inductor.constant_folding import constant_fold
class Counts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = torch.nn.Parameter(torch.zeros(1), requires_grad=False)
    def forward(self, x): return x * self.calls.add_(1)
model, folded = Counts(), torch.fx.symbolic_trace(Counts())
constant_fold(folded)
found = [[run(torch.ones(1)).item() for _ in range(2)] for run in (model, folded)]
assert found == [[1, 2], [1, 1]], found
