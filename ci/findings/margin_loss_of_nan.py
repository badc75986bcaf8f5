"""Eager's multi_margin_loss skips nan, which is not above zero. Its decomposition (AOTAutograd, symbolic traces) returns nan."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
def program(x, y):
    return torch.nn.functional.multi_margin_loss(x, y)
x, y = torch.zeros(2, 3), torch.tensor([0, 1])
graph = make_fx(program, tracing_mode="symbolic")(x, y)
x[0, 1] = float("nan")
assert not program(x, y).isnan() and graph(x, y).isnan()
