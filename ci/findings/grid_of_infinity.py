"""In eager on the CPU, grid_sample's backward reads outside of its input if the grid is not finite. The process dies."""
import os
import torch
def dies(value, padding):
    child = os.fork()
    if child == 0:
        x, grid = torch.randn(2, 1, 16, 24, requires_grad=True), torch.zeros(2, 16, 24, 2)
        grid[0, 3, 4] = value
        torch.nn.functional.grid_sample(x, grid, padding_mode=padding, align_corners=False).sum().backward()
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])
assert not dies(0.5, "reflection") and not dies(float("inf"), "border")
assert dies(float("inf"), "reflection") and dies(float("nan"), "border")
