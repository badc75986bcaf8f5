"""Dynamo decomposes addcdiv and divides before it multiplies by `value`: a complex quotient by zero becomes another one than eager's."""
import torch
def program(x, y):
    return torch.addcdiv(x, x, y, value=3.14)
x, y = torch.ones(1, dtype=torch.complex64), torch.zeros(1, dtype=torch.complex64)
compiled = torch.compile(program, backend="eager")
assert program(x, y).real.isinf() and compiled(x, y).real.isnan()
