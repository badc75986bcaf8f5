"""In eager no gradient flows through a view made without gradients. AOTAutograd passes its gradient to the base."""
import torch
def viewed(x):
    y = x * 2
    with torch.no_grad():
        view = y.view(y.shape)
    return y, view
def gradient(run):
    x = torch.ones(3, requires_grad=True)
    return torch.autograd.grad(sum(one.sum() for one in run(x)), x)[0].tolist()
assert gradient(viewed) == gradient(torch.compile(viewed, backend="eager", fullgraph=True)) == [2] * 3
torch._dynamo.reset()
assert gradient(torch.compile(viewed, backend="aot_eager", fullgraph=True)) == [4] * 3
