"""Models whose graph differs between GPU and CPU: a capture for `cuda` must show it, with or without a GPU."""
import torch
from torch import nn
from torch.nn import functional as F


class Autocast(nn.Module):
    """The layer computes in half precision on both devices. The casts depend on the device."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x):
        with torch.autocast(x.device.type, dtype=torch.float16):
            return self.layer(x)


class Attention(nn.Module):
    """A GPU has a fused kernel per dtype, chosen by its compute capability."""

    def __init__(self, dtype=torch.float32):
        super().__init__()
        self.query = nn.Linear(16, 16, dtype=dtype)

    def forward(self, x):
        return F.scaled_dot_product_attention(self.query(x), x, x)


def attention_half():
    return Attention(torch.float16)


class BranchOnIsAvailable(nn.Module):
    """The machine selects the branch, not the input's device."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x):
        y = self.layer(x)
        return torch.relu(y) if torch.cuda.is_available() else torch.tanh(y)


class OwnGenerator(nn.Module):
    """Drops features with its own generator on the input's device. Its seed makes two runs agree."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x):
        y = self.layer(x)
        generator = torch.Generator(device=y.device).manual_seed(7)
        return y * (torch.rand(3, generator=generator, device=y.device) < 0.5)


class ConstantOnDevice(nn.Module):
    """A constant built on the input's device: a factory call, not an input or a copy from the host."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x):
        y = self.layer(x)
        return y + torch.ones(3, device=y.device)
