"""A whole training step as a function of the weights, in the style of `torch.func`."""

import torch
import transformers
from torch import nn


class MomentumStep(nn.Module):
    """Words [N, T] to the loss of a GPT-2 with tied weights, its weights after a gradient step with momentum,
    and the new momentum. Nothing is written."""

    def __init__(self) -> None:
        super().__init__()
        config = transformers.GPT2Config(vocab_size=29, n_positions=16, n_embd=12, n_layer=1, n_head=2, use_cache=False, bos_token_id=0, eos_token_id=2)
        self.net = transformers.GPT2LMHeadModel(config)
        for place, weight in enumerate(self.net.parameters()):
            self.register_buffer(f"momentum_{place}", 0.1 * torch.randn_like(weight))

    def forward(self, words: torch.Tensor) -> tuple[torch.Tensor, dict[str, torch.Tensor], list[torch.Tensor]]:
        def loss_of(weights: dict[str, torch.Tensor]) -> torch.Tensor:
            return torch.func.functional_call(self.net, weights, kwargs={"input_ids": words, "labels": words}).loss

        weights = {name: weight.detach() for name, weight in self.net.named_parameters()}
        gradients, loss = torch.func.grad_and_value(loss_of)(weights)
        momenta = [0.9 * getattr(self, f"momentum_{place}") + gradients[name] for place, name in enumerate(weights)]
        return loss, {name: weight - 0.1 * momentum for (name, weight), momentum in zip(weights.items(), momenta)}, momenta
