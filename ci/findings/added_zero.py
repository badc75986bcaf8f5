"""Below a dispatch mode gradients are added out of place. A zero tensor, as made by forward mode, then takes another kernel."""
import torch
from torch.profiler import profile
from torch.utils._python_dispatch import TorchDispatchMode
class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))
def run():
    x = torch.ones(3, requires_grad=True)
    (torch.func.jvp(lambda a: a * 2, (x,), (torch.ones_like(x),))[1] + x * 2).sum().backward()
with profile() as bare: run()
with Mode(), profile() as below: run()
ran = [[event.name for event in one.events()] for one in (bare, below)]
assert [one.count("aten::add_") for one in ran] == [1, 0]
assert ran[0].count("aten::_to_copy") < ran[1].count("aten::_to_copy")  # to and from "meta", for the shape of the sum
