"""The backward of `max` over all elements checks whether the maximum is nan and then calls other kernels. A recording has a single path."""
import torch
def kernels(values):
    maximum = torch.tensor(values, requires_grad=True).max()
    with torch.profiler.profile() as profile:
        maximum.backward()
    return {event.key for event in profile.key_averages()}
finite, with_nan = kernels([1.0, 2.0]), kernels([1.0, float("nan")])
assert "aten::_local_scalar_dense" in finite & with_nan
assert "aten::eq" in finite and "aten::eq" not in with_nan
