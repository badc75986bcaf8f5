"""Core ATen's take with a 0-d index returns a view of the input. A write to the result changes the input."""
import torch
from torch._decomp import core_aten_decompositions
from torch.fx.experimental.proxy_tensor import make_fx
class Take(torch.nn.Module):
    def forward(self, x, index):
        return torch.take(x, index)
def input_after_write(taking):
    x = torch.arange(4.0)
    taking(x, torch.tensor(1)).zero_()
    return x.tolist()
assert input_after_write(Take()) == [0, 1, 2, 3]
graph = make_fx(Take(), core_aten_decompositions(), tracing_mode="symbolic")(torch.arange(4.0), torch.tensor(1))
assert input_after_write(graph) == [0, 0, 2, 3]
