"""make_fx keeps embedding_bag's kernel without the `contiguous` before it. With strided offsets it reads the gaps between elements."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
def bags(ids, offsets, weight):
    return torch.nn.functional.embedding_bag(ids, weight, offsets, mode="sum")
ids, offsets, weight = torch.tensor([1, 2, 4, 5, 4, 3]), torch.tensor([0, 2, 2, 5]), torch.arange(30.0).view(10, 3)
spread = torch.stack([offsets, offsets], 1)[:, 0]
traced = make_fx(bags)(ids, offsets, weight)
assert torch.equal(spread, offsets) and torch.equal(bags(ids, spread, weight), bags(ids, offsets, weight))
assert not torch.equal(traced(ids, spread, weight), traced(ids, offsets, weight))
