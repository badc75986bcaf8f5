"""Dynamo does not guard the code of an inlined method. After a change of `__code__` the old code runs (pytorch#197860)."""
import torch
class Scales:
    def scale(self, x): return x * 2
    def other(self, x): return x * 9
scales, x = Scales(), torch.ones(1)
compiled = torch.compile(lambda x: scales.scale(x), backend="eager")
before = compiled(x).item()
Scales.scale.__code__ = Scales.other.__code__
found = before, compiled(x).item(), scales.scale(x).item()
assert found == (2, 2, 9), found
