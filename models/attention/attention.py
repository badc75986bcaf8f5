"""Attention models."""

import torch
import torch.nn.functional as F
from torch import nn


class TransformerBlock(nn.Module):
    """[N, T, 24] to [N, T, 24]: pre-norm self-attention over 3 heads and an MLP. Dropout on both paths into the
    residual stream, and attention dropout."""

    def __init__(self, width: int = 24, heads: int = 3, dropout: float = 0.1) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.drop = nn.Dropout(dropout)

    def attend(self, x: torch.Tensor) -> torch.Tensor:
        """[N, T, 24] to [N, T, 24]: each position attends to itself and to earlier positions."""
        # Plain unpacking: `symbolic_trace` can iterate over a result in no other way.
        q, k, v = self.qkv(x).unflatten(-1, (3 * self.heads, -1)).transpose(1, 2).chunk(3, dim=1)
        dropout = self.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(q, k, v, dropout_p=dropout, is_causal=True)
        return self.out(mixed.transpose(1, 2).flatten(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.drop(self.attend(self.norm1(x)))
        return x + self.drop(self.mlp(self.norm2(x)))
