"""In inference mode make_fx records dropout by its decomposition, not by the operator that runs. The values are equal."""
import contextlib, torch
from torch.fx.experimental.proxy_tensor import make_fx
def dropout_in(mode):
    def run(x):
        with mode(): return torch.nn.functional.dropout(x, 0.5)
    return run
def recorded(mode):
    graph = make_fx(dropout_in(mode), tracing_mode="fake")(torch.ones(4)).graph
    sought = torch.ops.aten.bernoulli_.float, torch.ops.aten.native_dropout.default
    return tuple(any(node.target is one for node in graph.nodes) for one in sought)
assert recorded(contextlib.nullcontext) == (True, False)
assert recorded(torch.inference_mode) == (False, True)
