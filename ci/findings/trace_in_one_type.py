"""The decomposition of `trace` sums the diagonal in float32. The kernel sums it in float64 and rounds once."""
import torch
decomposition = torch._decomp.decomposition_table[torch.ops.aten.trace.default]
worst = 0.0
for seed in range(400):
    torch.manual_seed(seed)
    x = torch.randn(9, 9) * torch.logspace(-3, 6, 9)[torch.randperm(9)].unsqueeze(1)
    exact = x.double().trace()
    eager, decomposed = ((value.double() - exact).abs() for value in (x.trace(), decomposition(x)))
    assert eager <= exact.abs() * torch.finfo(torch.float32).eps
    worst = max(worst, float(decomposed / (exact.abs() * torch.finfo(torch.float32).eps)))
assert worst > 4
