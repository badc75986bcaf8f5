"""Strict export exchanges the operands of `__radd__`. Eager multiplies the second operand by 1, which turns a complex inf into nan."""
import torch
class Program(torch.nn.Module):
    def forward(self, x, y):
        return x.__radd__(y)
x, y = torch.full((8,), complex("-inf")), torch.zeros(8, dtype=torch.complex64)
graph = torch.export.export(Program(), (x, y), strict=True).module()
assert not Program()(x, y).imag.isnan().any() and graph(x, y).imag.isnan().all()
