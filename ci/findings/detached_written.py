"""AOTAutograd loses the gradient of a write through detach() of an argument: the result is detached like the argument."""
import torch
from functorch.compile import aot_function, nop
def scaled(x, scale):
    return x.detach().mul_(scale)
def gradient(run):
    scale = torch.ones(3, requires_grad=True)
    result = run(torch.arange(3.0), scale)
    assert result.requires_grad
    return torch.autograd.grad(result.sum(), scale, allow_unused=True)[0]
assert gradient(scaled).tolist() == [0, 1, 2]
assert gradient(aot_function(scaled, nop)) is None
assert gradient(torch.compile(scaled, backend="aot_eager")) is None
