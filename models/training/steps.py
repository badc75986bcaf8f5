"""Whole training steps: forward, loss, backward and a PyTorch optimizer, on small networks of each kind."""

from typing import Any

import timm
import torch
import transformers
from torch import nn
from torch.nn import functional
from torchvision import models


class Recurrent(nn.Module):
    """Words [N, T] to scores [N, 5] from a GRU's last state."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.cell, self.head = nn.Embedding(29, 8), nn.GRU(8, 12, batch_first=True), nn.Linear(12, 5)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        return self.head(self.cell(self.words(words))[1][-1])


class Scores(nn.Module):
    """Words [N, T] to the logits [N, 5] of a transformers model."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        return self.model(words).logits


def perceptron() -> nn.Module:
    return nn.Sequential(nn.Flatten(), nn.Linear(3 * 16 * 20, 12), nn.GELU(), nn.LayerNorm(12), nn.Linear(12, 5))


def convolutional() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 12, 3, stride=2), nn.GroupNorm(3, 12), nn.SiLU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(12, 5),
    )  # fmt: skip


def shuffled() -> nn.Module:
    return models.ShuffleNetV2([1, 1, 1], [8, 12, 16, 24, 32], num_classes=5)


def dense() -> nn.Module:
    return models.DenseNet(4, (1, 1), 8, bn_size=2, num_classes=5)


def vision_transformer() -> nn.Module:
    return timm.models.VisionTransformer(img_size=(16, 20), patch_size=4, embed_dim=12, depth=1, num_heads=2, num_classes=5)


def mixer() -> nn.Module:
    return timm.models.MlpMixer(img_size=(16, 20), patch_size=4, num_blocks=1, embed_dim=12, num_classes=5)


def language() -> nn.Module:
    config = transformers.GPT2Config(
        vocab_size=29, n_positions=16, n_embd=12, n_layer=1, n_head=2, use_cache=False, bos_token_id=0, eos_token_id=2, pad_token_id=1, num_labels=5
    )
    return Scores(transformers.GPT2ForSequenceClassification(config))


def encoder() -> nn.Module:
    config = transformers.BertConfig(
        vocab_size=29, hidden_size=12, num_hidden_layers=1, num_attention_heads=2, intermediate_size=20, max_position_embeddings=16, num_labels=5
    )
    return Scores(transformers.BertForSequenceClassification(config))


class Step(nn.Module):
    """Samples [N, ...] and labels [N] to the loss, the weights after one step, and the optimizer's new state. Weights and
    state are copied first, so that the step can be repeated. The state comes from an earlier step, so that no moment is
    zero. `parts`: number of batch parts whose gradients are added; `clip`: largest gradient norm;
    `average`: weight of the old weights in their running mean."""

    def __init__(self, net: str, optimizer: str, parts: int = 1, clip: float = 0.0, average: float = 0.0, **settings: Any) -> None:
        super().__init__()
        self.net, self.optimizer, self.settings = globals()[net](), optimizer, settings
        self.parts, self.clip, self.average = parts, clip, average
        self.names = [name for name, _ in self.net.named_parameters()]
        weights = [weight.detach().clone() for weight in self.net.parameters()]
        first = self._made(weights)
        for weight in weights:
            weight.grad = 0.1 * torch.randn_like(weight)
        first.step()
        self.numbers: list[dict[str, Any]] = []
        for place, weight in enumerate(weights):
            state = first.state[weight]
            self.numbers.append({key: value for key, value in state.items() if not isinstance(value, torch.Tensor)})
            for key, value in state.items():
                if isinstance(value, torch.Tensor):
                    self.register_buffer(f"{key}_{place}", value)

    def _made(self, weights: list[torch.Tensor]) -> torch.optim.Optimizer:
        return getattr(torch.optim, self.optimizer)(weights, **self.settings)

    def _states(self) -> list[dict[str, Any]]:
        """The optimizer's state for each weight. A single call, since Dynamo recompiles a call for each new number."""
        states: list[dict[str, Any]] = [dict(numbers) for numbers in self.numbers]
        for name, value in self.named_buffers(recurse=False):
            key, place = name.rsplit("_", 1)
            states[int(place)][key] = value.clone()
        return states

    def _add_gradients(self, weights: list[torch.Tensor], samples: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        scores = torch.func.functional_call(self.net, dict(zip(self.names, weights)), (samples,))
        loss = functional.cross_entropy(scores, labels) / self.parts
        loss.backward()
        return loss.detach()

    def forward(self, samples: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor], list[torch.Tensor]]:
        weights = [weight.detach().clone().requires_grad_() for weight in self.net.parameters()]
        states = self._states()
        optimizer = self._made(weights)
        optimizer.state.update(zip(weights, states))
        if self.parts == 1:  # without a loop: Dynamo leaves a loop with a graph break to Python
            total = self._add_gradients(weights, samples, labels)
        else:
            some = zip(samples.chunk(self.parts), labels.chunk(self.parts))
            total = torch.stack([self._add_gradients(weights, *one) for one in some]).sum()
        if self.clip:
            nn.utils.clip_grad_norm_(weights, self.clip)
        optimizer.step()
        new = [weight.detach() for weight in weights]
        if self.average:
            new = [old.detach().lerp(weight, 1 - self.average) for old, weight in zip(self.net.parameters(), new)]
        state = [value for weight in weights for value in optimizer.state[weight].values() if isinstance(value, torch.Tensor)]
        return total, new, state
