"""Models of the transformers library, made from small configurations; nothing is downloaded."""

from typing import Any

import torch
import transformers
from torch import nn


def build(model: str, attention: str | None = None, **config: Any) -> nn.Module:
    """The model of this class with this configuration; `attention` is one of the library's implementations."""
    made = getattr(transformers, model)
    made_config = made.config_class(**config)
    if attention:
        made_config._attn_implementation = attention
    return made(made_config)


def own_loss(output: Any) -> torch.Tensor:
    """The loss that a model given labels computes itself."""
    return output.loss


def padded(vocabulary: int = 29) -> dict[str, torch.Tensor]:
    """Two sentences of seven and of four words, with padding at the end of the shorter, which no label asks for."""
    words = torch.randint(3, vocabulary, (2, 7))
    mask = torch.tensor([[1] * 7, [1] * 4 + [0] * 3])
    words = words * mask + (1 - mask)
    return {"input_ids": words, "attention_mask": mask, "labels": words.masked_fill(mask == 0, -100)}


def texts_and_images() -> dict[str, object]:
    """Two sentences with their images, and the wish for the contrastive loss."""
    return {"input_ids": torch.randint(3, 29, (2, 7)), "pixel_values": torch.randn(2, 3, 16, 16), "return_loss": True}


def images_of_two_sizes() -> dict[str, torch.Tensor]:
    """Two images; of the second a part is padding, as the mask says."""
    mask = torch.ones(2, 32, 40, dtype=torch.int64)
    mask[1, 24:, :] = 0
    return {"pixel_values": torch.randn(2, 3, 32, 40) * mask[:, None], "pixel_mask": mask}


def texts_images_and_masks() -> dict[str, torch.Tensor]:
    """Two sentences, their images, and which of the pixels each sentence means."""
    return {"input_ids": torch.randint(3, 28, (2, 7)), "pixel_values": torch.randn(2, 3, 16, 16), "labels": torch.randint(0, 2, (2, 16, 16)).float()}


def texts_and_videos() -> dict[str, object]:
    """Two sentences, one video of two frames for each, and the wish for the contrastive loss."""
    return {"input_ids": torch.randint(3, 28, (2, 7)), "pixel_values": torch.randn(2, 2, 3, 16, 16), "return_loss": True}


def text_around_images() -> dict[str, torch.Tensor]:
    """Two sentences, in each of which the word 28 stands for the four patches of its image; no label asks for it."""
    words = torch.randint(3, 28, (2, 9))
    words[:, 1:5] = 28
    labels = words.masked_fill(words == 28, -100)
    return {"input_ids": words, "pixel_values": torch.randn(2, 3, 16, 16), "labels": labels, "attention_mask": torch.ones_like(words)}
