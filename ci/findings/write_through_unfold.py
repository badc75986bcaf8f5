"""AOTAutograd's functionalisation of a write through a gapped unfold silently loses the values in the gaps. The forward pass alone shows it."""
import torch
def program(x):
    base = x * 1
    base.unfold(-1, 2, 3).add_(1)
    return base
x = torch.arange(12).reshape(2, 6)
compiled = torch.compile(program, backend="aot_eager")(x)
assert program(x).tolist()[0] == [1, 2, 2, 4, 5, 5], program(x)
assert compiled.tolist()[0] == [1, 2, 0, 4, 5, 0], compiled
