"""torch.manual_seed inside forward (Reformer's hash_seed) is not an operator: recorders of the dispatcher miss it."""
import torch
class Operators(torch.utils._python_dispatch.TorchDispatchMode):
    seen = []
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.seen.append(str(func))
        return func(*args, **(kwargs or {}))
x = torch.ones(2, 3)
with Operators():
    torch.manual_seed(0)
    x @ torch.randn(3, 3)
assert Operators.seen == ["aten.randn.default", "aten.mm.default"], Operators.seen
