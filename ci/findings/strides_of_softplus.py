"""The fake kernel of softplus's backward has other strides than the CPU's. A captured view of it may not fit the real tensor."""
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
gradient, x = torch.zeros(2, 2, 7).transpose(1, 2), torch.zeros(2, 7, 2)
backward = torch.ops.aten.softplus_backward.default
real = backward(gradient, x, 1, 20)
with FakeTensorMode() as mode:
    fake = backward(mode.from_tensor(gradient), mode.from_tensor(x), 1, 20)
assert real.stride() == (14, 1, 7) and fake.stride() == (14, 2, 1), (real.stride(), fake.stride())
