"""AOTAutograd's interpolation multiplies inf by a weight of zero, which gives nan. Eager's kernel skips the element."""
import torch
from torch._functorch.aot_autograd import aot_function
def program(x):
    return torch.nn.functional.interpolate(x, size=(3, 3), mode="bilinear", align_corners=True)
x = torch.zeros(1, 1, 2, 2)
x[0, 0, 0, 0] = float("inf")
graph = aot_function(program, fw_compiler=lambda graph, inputs: graph)
assert not program(x).isnan().any() and graph(x.requires_grad_()).isnan().any()
