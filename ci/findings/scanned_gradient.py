"""associative_scan with combine_mode="pointwise" loses the gradient between the tensors of a pair (pytorch#172568)."""
import torch
from torch._higher_order_ops.associative_scan import associative_scan
torch.manual_seed(0)
a, b = (torch.rand(5, dtype=torch.float64, requires_grad=True) for _ in range(2))
def gradient(mode):
    scanned = associative_scan(lambda l, r: (l[0] * r[0], r[0] * l[1] + r[1]), (a, b), 0, combine_mode=mode)
    return torch.autograd.grad(scanned[1].sum(), a)[0]
assert gradient("generic").count_nonzero() == 4 and not torch.equal(gradient("generic"), gradient("pointwise"))
