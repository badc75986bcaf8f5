"""A checkpointed batch norm counts each batch twice in eager, which recomputes it, and once under torch.compile."""
import torch
from torch.utils.checkpoint import checkpoint
torch.manual_seed(0)
def counted(prepare):
    torch._dynamo.reset()
    norm = torch.nn.BatchNorm1d(3)
    run = prepare(lambda x: checkpoint(norm, x, use_reentrant=False))
    run(torch.randn(4, 3, requires_grad=True)).sum().backward()
    return norm.num_batches_tracked.item()
found = counted(lambda run: run), counted(lambda run: torch.compile(run, backend="aot_eager"))
assert found == (2, 1), found
