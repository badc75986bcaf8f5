"""The context of operators: grad mode, autocast, hooks, and dynamic sizes."""

import torch
from torch import nn
from torch.nn import functional as F


class NoGradPart(nn.Module):
    """[N, 4] to [N, 4]: a target without a gradient, and a prediction with a gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.target, self.prediction = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            target = self.target(x).tanh()
        return (self.prediction(x) - target).square()


class GradWithinNoGrad(nn.Module):
    """The same weight with and without a gradient: enable_grad nested in no_grad."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            fixed = x * self.weight
            with torch.enable_grad():
                free = (x * self.weight).sin()
        return fixed + free


class Detached(nn.Module):
    """[N, 4] to [N, 4]: an operator stops the gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        return y * y.detach().sigmoid()


class Autocast(nn.Module):
    """[N, 4] to [N, 3]: a layer in bfloat16, then a layer with autocast disabled. The device is fixed in the program."""

    def __init__(self, device_type: str = "cpu") -> None:
        super().__init__()
        self.device_type = device_type
        self.first, self.second = nn.Linear(4, 6), nn.Linear(6, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.autocast(self.device_type, dtype=torch.bfloat16):
            y = self.first(x)
            with torch.autocast(self.device_type, enabled=False):
                return self.second(y.float())


class ForwardHooks(nn.Module):
    """[N, 4] to [N, 4]: a hook doubles a layer's input, another adds 1 to its output."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.linear.register_forward_pre_hook(lambda module, args: (args[0] * 2.0,))
        self.linear.register_forward_hook(lambda module, args, output: output + 1.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x).relu()


class TensorHook(nn.Module):
    """[N, 4] to [N, 4]: a hook on an intermediate tensor halves its gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.first(x)
        if y.requires_grad:
            y.register_hook(lambda gradient: gradient * 0.5)
        return self.second(y)


class BackwardHook(nn.Module):
    """[N, 4] to [N, 4]: a module's hook scales the gradient of its input."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)
        self.second.register_full_backward_hook(lambda module, inputs, outputs: (inputs[0] * 3.0,))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.first(x))


class SavedTensorHooks(nn.Module):
    """[N, 4] to [N, 4]: tensors saved for backward are kept in half precision, which rounds the gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        with torch.autograd.graph.saved_tensors_hooks(lambda saved: saved.half(), lambda kept: kept.float()):
            return y.sin() * y


class DynamicSequence(nn.Module):
    """[N, T, 8] to [N, T, 8]: attention over sequences of any number and length. Weights are scaled by the length."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.value = nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weights = torch.softmax(self.query(x) @ x.transpose(1, 2) / x.shape[1], dim=-1)
        return F.pad(weights @ self.value(x), (0, 0, 1, 0))[:, : x.shape[1]]
