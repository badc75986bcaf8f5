"""A recurrent layer's fake GPU kernel returns no weight buffer. The gradient's kernel requires it, and cuDNN's real kernel makes it."""
import torch
from torch._subclasses import FakeTensorMode
with FakeTensorMode():
    given, hidden = torch.randn(4, 7, 8, device="cuda"), torch.zeros(1, 4, 12, device="cuda")
    weights = [torch.randn(shape, device="cuda") for shape in ((36, 8), (36, 12), (36,), (36,))]
    made = torch.ops.aten._cudnn_rnn(given, weights, 4, None, hidden, None, 3, 12, 0, 1, True, 0.0, True, False, [], None)
(buffer,) = [one for one in torch.ops.aten._cudnn_rnn_backward.default._schema.arguments if one.name == "weight_buf"]
assert made[4] is None and str(buffer.type) == "Tensor", (made[4], buffer)
