"""Eager's multi_margin_loss passes a nan over, as nan is not above zero; its decomposition, which AOTAutograd and symbolic traces take, gives nan."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
def program(x, y):
    return torch.nn.functional.multi_margin_loss(x, y)
x, y = torch.zeros(2, 3), torch.tensor([0, 1])
graph = make_fx(program, tracing_mode="symbolic")(x, y)
x[0, 1] = float("nan")
assert not program(x, y).isnan() and graph(x, y).isnan()
