"""Eager's gradient of a product divides it by each factor; AOTAutograd's multiplies the other factors: inf instead of nan."""
import torch
from torch._functorch.aot_autograd import aot_function
x = torch.tensor([2.0, float("inf"), float("nan")], requires_grad=True)
graph = aot_function(lambda x: x.prod(), fw_compiler=lambda graph, inputs: graph)
(eager,), (captured,) = torch.autograd.grad(x.prod(), x), torch.autograd.grad(graph(x), x)
assert eager[2].isnan() and captured[2].isinf()
