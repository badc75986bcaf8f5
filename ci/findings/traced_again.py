"""A successful trace fails when repeated: FakeTensor's cache returns a view that cannot be the tangent of its argument."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
def function(x):
    return torch.func.jvp(lambda a: a[1:] * 2, (x,), (torch.ones_like(x),))[1]
def traced():
    try:
        return make_fx(function, tracing_mode="fake")(torch.ones(4, 6)[1:]) is not None
    except RuntimeError as error:
        return str(error).splitlines()[0][:25]
assert [traced(), traced()] == [True, "!this_view_meta->has_fw_v"]
torch._dynamo.config.fake_tensor_cache_enabled = False
assert [traced(), traced()] == [True, True]
