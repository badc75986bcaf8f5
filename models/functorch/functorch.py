"""Programs whose forward pass transforms functions with torch.func."""

import torch
from torch import nn
from torch.func import functional_call, grad, jacrev, jvp, vmap


class PerSample(nn.Module):
    """[N, T, 5] to [N, 3]: a layer on each sample alone, batched by vmap."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return vmap(lambda sample: self.linear(sample).mean(0))(x)


class Directional(nn.Module):
    """[N, 5] and a direction [N, 5] to the value [N, 3] and its directional derivative."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 3)

    def forward(self, x: torch.Tensor, direction: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return jvp(lambda at: self.linear(at).tanh(), (x,), (direction,))


class SecondDerivative(nn.Module):
    """[N] to [N]: a second derivative, elementwise."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(0.7))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return vmap(grad(grad(lambda at: torch.sin(self.scale * at))))(x)


class PerSampleGradients(nn.Module):
    """[N, 5] and [N, 3] to the gradient of each sample's loss with respect to the weights: [N, 3, 5] and [N, 3]."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(5, 3)

    def forward(self, x: torch.Tensor, target: torch.Tensor) -> dict[str, torch.Tensor]:
        def loss(states: dict[str, torch.Tensor], sample: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
            return (functional_call(self.linear, states, (sample,)) - wanted).square().mean()

        return vmap(grad(loss), in_dims=(None, 0, 0))(dict(self.linear.named_parameters()), x, target)


class Jacobian(nn.Module):
    """[4] to [3, 4]: the Jacobian of a layer."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return jacrev(lambda at: self.linear(at).sigmoid())(x)
