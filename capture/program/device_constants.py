"""Keeps PyTorch's tracers from computing with constants on the phantom device, where no kernel runs.

Fake tensors remember the value of a one-element constant (a batch norm's `num_batches_tracked`, a
`torch.tensor(2.0)`). They really execute operators between such constants, on the constant's device, and so does
make_fx. On the phantom the kernel would be refused in the middle of a capture. Without the value the operator is
traced like any other. A read of the value (`item`, a branch) fails like for every fake tensor. Graphs do not change
otherwise.
"""
import functools

from .. import torch_private as private


def _is_on_device(tensor):
    return tensor is not None and tensor.device.type == "cuda"


@functools.cache
def forget_values_on_device():
    """For the rest of this process. Call it only where the phantom is preloaded. Repeated calls have no effect."""
    may_turn_const, track = private.may_turn_const, private.track_constant

    @functools.wraps(may_turn_const)
    def may_turn_const_elsewhere(self, tensor):
        return not _is_on_device(tensor) and may_turn_const(self, tensor)

    @functools.wraps(track)
    def track_without_value(self, proxy, constant):
        track(self, proxy, None if _is_on_device(constant) else constant)

    private.put("may_turn_const", may_turn_const_elsewhere)
    private.put("track_constant", track_without_value)
