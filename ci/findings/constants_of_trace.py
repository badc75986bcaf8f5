"""torch.fx.symbolic_trace leaves on the model that it traces, beside the graph module, the constants it has met."""
import torch
from torch import nn


class Adds(nn.Module):
    def forward(self, x):
        return x + torch.tensor([1.0, 2.0])


model = Adds()
torch.fx.symbolic_trace(model)
assert "_tensor_constant0" in vars(model), sorted(vars(model))
