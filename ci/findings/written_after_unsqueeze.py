"""A tensor is unsqueezed in place, then written through an older view. The compiled backward rebuilds the view with the new shape."""
import torch
def written(x):
    base = x * 1
    row = base[0]
    base.unsqueeze_(0)
    row.mul_(3)
    return base
compiled = torch.compile(written, backend="aot_eager", fullgraph=True)
x = torch.ones(2, 2, requires_grad=True)
assert torch.equal(written(x), compiled(x))
eager, of_other = (torch.autograd.grad(run(x).sum(), x)[0] for run in (written, compiled))
assert eager.tolist() == [[3, 3], [1, 1]] and of_other.tolist() == [[3, 3], [3, 3]]
