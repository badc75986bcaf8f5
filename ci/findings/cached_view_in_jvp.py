"""A view within jvp comes from FakeTensor's cache the second time, without being a view. A second capture of the program fails."""
import torch
def tangent(x):
    part = x[1:]
    return torch.func.jvp(lambda one: one[0] * 1, (part,), (torch.ones_like(part),))[1]
def capture():
    compiled = torch.compile(tangent, backend=lambda graph, _: graph.forward, fullgraph=True)
    try: return compiled(torch.ones(3, 2, requires_grad=True) * 1).shape == (2,)
    except torch._dynamo.exc.Unsupported as failed: return str(failed)
assert capture() is True
assert "has_fw_view() INTERNAL ASSERT FAILED" in capture()
torch._dynamo.config.fake_tensor_cache_enabled = False
assert capture() is True
