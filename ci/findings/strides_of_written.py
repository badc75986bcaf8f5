"""Functionalisation changes the layout after a write through a transposed view: a strided view then reads other elements."""
import torch
def first_of_memory(x):
    x = x * 1
    part = x.as_strided((4,), (1,))
    x.t().index_add_(0, torch.tensor([1]), torch.ones(1, 3, dtype=torch.int64))
    return part
x = torch.arange(12).reshape(3, 4)
compiled = torch.compile(first_of_memory, backend="aot_eager", fullgraph=True)
assert first_of_memory(x).tolist() == [0, 2, 2, 3]
assert compiled(x).tolist() == [0, 4, 8, 2]
