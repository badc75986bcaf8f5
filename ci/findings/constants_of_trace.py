"""torch.fx.symbolic_trace leaves its constants as attributes on the traced model, not only on the graph module."""
import torch
from torch import nn


class Adds(nn.Module):
    def forward(self, x):
        return x + torch.tensor([1.0, 2.0])


model = Adds()
torch.fx.symbolic_trace(model)
assert "_tensor_constant0" in vars(model), sorted(vars(model))
