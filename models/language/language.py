"""Models over token ids."""

import torch
from torch import nn


class BagOfWords(nn.Module):
    """Token ids [N, T] below 19 to scores [N, 4]: embedding, mean over the words other than
    padding (id 0), linear head."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(19, 6, padding_idx=0)
        self.head = nn.Linear(6, 4)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        words = (tokens != 0).unsqueeze(-1)
        total = (self.embed(tokens) * words).sum(1)
        return self.head(total / words.sum(1).clamp(min=1))


class TiedLanguageModel(nn.Module):
    """Token ids [N, T] below 23 to logits [N, T, 23]. The output projection shares the embedding's
    weight: one parameter under two names."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(23, 8)
        self.mix = nn.Linear(8, 8)
        self.project = nn.Linear(8, 23, bias=False)
        self.project.weight = self.embed.weight

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return self.project(torch.tanh(self.mix(self.embed(tokens))))
