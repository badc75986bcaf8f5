"""Functionalisation makes a strided view anew of what was written through a transposed one, which lies in memory otherwise."""
import torch
def first_of_memory(x, view):
    x = x.clone()
    part = x.as_strided((4,), (1,))
    view(x).index_fill_(0, torch.tensor([1]), 7)
    return part
compiled = torch.compile(first_of_memory, backend="aot_eager", fullgraph=True)
def both(view): return [run(torch.arange(12).reshape(3, 4), view).tolist() for run in (first_of_memory, compiled)]
assert both(lambda x: x) == [[0, 1, 2, 3]] * 2
assert both(torch.t) == [[0, 7, 2, 3], [0, 4, 8, 7]]
