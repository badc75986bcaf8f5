"""Dynamo decomposes addcdiv and divides before it multiplies by `value`. For a complex division by zero the result differs from eager."""
import torch
def program(x, y):
    return torch.addcdiv(x, x, y, value=3.14)
x, y = torch.ones(1, dtype=torch.complex64), torch.zeros(1, dtype=torch.complex64)
compiled = torch.compile(program, backend="eager")
assert program(x, y).real.isinf() and compiled(x, y).real.isnan()
