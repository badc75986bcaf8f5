"""A whole training step with the optimizer's state in the module."""

import torch
from torch import nn
from torch.nn import functional
from torchvision import models


class AdamWStep(nn.Module):
    """Forward, loss, backward, clipping and AdamW on copies of a DenseNet's weights. The moments are
    buffers, written in place. Images [N, 3, H, W] and labels [N] to the loss and the new weights."""

    def __init__(self) -> None:
        super().__init__()
        self.net = models.DenseNet(4, (1, 1), 8, bn_size=2, num_classes=5)
        self.register_buffer("step", torch.tensor(3.0))
        self.names = [name for name, _ in self.net.named_parameters()]
        for place, weight in enumerate(self.net.parameters()):
            self.register_buffer(f"mean_{place}", 0.1 * torch.randn_like(weight))
            self.register_buffer(f"square_{place}", torch.rand_like(weight))

    def forward(self, images: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
        weights = [weight.detach().clone().requires_grad_() for weight in self.net.parameters()]
        optimizer = torch.optim.AdamW(weights, lr=1e-2)
        for place, weight in enumerate(weights):
            moments = {"exp_avg": getattr(self, f"mean_{place}"), "exp_avg_sq": getattr(self, f"square_{place}")}
            optimizer.state[weight] = {"step": self.step.clone(), **moments}
        scores = torch.func.functional_call(self.net, dict(zip(self.names, weights)), (images,))
        loss = functional.cross_entropy(scores, labels, label_smoothing=0.1)
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        return loss.detach(), [weight.detach() for weight in weights]
