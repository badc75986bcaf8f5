"""A view is transposed in place, then written. The compiled backward rebuilds it in its old shape (written_after_unsqueeze.py)."""
import torch
def written(x):
    base = torch.zeros(4, 6)
    part = base[:, :2]
    part.t_()
    part[torch.tensor([0, 1])] = x
    return base
compiled = torch.compile(written, backend="aot_eager", fullgraph=True)
x = torch.ones((), requires_grad=True)
assert torch.equal(written(x), compiled(x))
eager, of_other = (torch.autograd.grad(run(x).sum(), x)[0] for run in (written, compiled))
assert eager == 8 and of_other == 4
