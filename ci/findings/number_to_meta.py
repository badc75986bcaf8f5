"""A number moved to the meta device is float32 under fake tensors, else int64. So make_fx records it for a gradient of a jvp."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
def gradient_of_tangent(x):
    tangent = torch.func.jvp(lambda a: a * 2, (x * 2,), (torch.ones_like(x),))[1]
    return torch.autograd.grad(tangent.sum(), x)[0]
to_meta = torch.ops.aten._to_copy.default
with torch._subclasses.FakeTensorMode():
    assert to_meta(2, device="meta").dtype == torch.float32
assert to_meta(2, device="meta").dtype == torch.int64
graph = make_fx(gradient_of_tangent, tracing_mode="fake")(torch.ones(3, dtype=torch.float64, requires_grad=True)).graph
(node,) = [node for node in graph.nodes if node.target is to_meta and node.args == (2,)]
assert node.meta["val"].dtype == torch.float32
