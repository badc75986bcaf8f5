"""Dynamo inlines the forward of an autograd.Function under torch.func.jvp and drops its own jvp (pytorch#192985)."""
import torch
class Sine(torch.autograd.Function):
    forward = staticmethod(lambda x: x.sin())
    setup_context = staticmethod(lambda ctx, inputs, output: None)
    jvp = staticmethod(lambda ctx, tangent: tangent * 5)
def program(x):
    return torch.func.jvp(Sine.apply, (x,), (torch.ones_like(x),))[1]
x = torch.zeros(2)
eager, compiled = program(x).tolist(), torch.compile(program, backend="eager", fullgraph=True)(x).tolist()
assert eager == [5, 5] and compiled == [1, 1], (eager, compiled)
