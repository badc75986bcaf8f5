"""torch.linalg.matrix_rank(out=) below a dispatch mode, such as make_fx, leaves `out` unchanged: the rank is lost."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils._python_dispatch import TorchDispatchMode
class Passes(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))
rank = lambda x, out: torch.linalg.matrix_rank(x, out=out)
x = torch.eye(3)
assert int(rank(x, torch.tensor(77))) == 3
with Passes():
    assert int(rank(x, torch.tensor(77))) == 77
traced = make_fx(rank)(x, torch.tensor(77))
assert int(traced(x, torch.tensor(77))) == 77
