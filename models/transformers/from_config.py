"""transformers models built from small configurations, without downloads."""

from typing import Any

import torch
import transformers
from torch import nn


def build(model: str, attention: str | None = None, **config: Any) -> nn.Module:
    """A model of this class with this configuration. `attention` is one of the library's implementations."""
    made = getattr(transformers, model)
    made_config = made.config_class(**config)
    if attention:
        made_config._attn_implementation = attention
    return made(made_config)


def own_loss(output: Any) -> torch.Tensor:
    """The loss that a model computes itself from labels."""
    return output.loss


def padded(vocabulary: int = 29) -> dict[str, torch.Tensor]:
    """Two sentences of seven and four words. The shorter ends in padding, which has no label."""
    words = torch.randint(3, vocabulary, (2, 7))
    mask = torch.tensor([[1] * 7, [1] * 4 + [0] * 3])
    words = words * mask + (1 - mask)
    return {"input_ids": words, "attention_mask": mask, "labels": words.masked_fill(mask == 0, -100)}


def texts_and_images() -> dict[str, object]:
    """Two sentences with their images, and a request for the contrastive loss."""
    return {"input_ids": torch.randint(3, 29, (2, 7)), "pixel_values": torch.randn(2, 3, 16, 16), "return_loss": True}


def images_of_two_sizes() -> dict[str, torch.Tensor]:
    """Two images. Part of the second is padding, marked by the mask."""
    mask = torch.ones(2, 32, 40, dtype=torch.int64)
    mask[1, 24:, :] = 0
    return {"pixel_values": torch.randn(2, 3, 32, 40) * mask[:, None], "pixel_mask": mask}


def texts_images_and_masks() -> dict[str, torch.Tensor]:
    """Two sentences, their images, and the pixels that each sentence refers to."""
    return {"input_ids": torch.randint(3, 28, (2, 7)), "pixel_values": torch.randn(2, 3, 16, 16), "labels": torch.randint(0, 2, (2, 16, 16)).float()}


def texts_and_videos() -> dict[str, object]:
    """Two sentences, a video of two frames for each, and a request for the contrastive loss."""
    return {"input_ids": torch.randint(3, 28, (2, 7)), "pixel_values": torch.randn(2, 2, 3, 16, 16), "return_loss": True}


def text_around_images() -> dict[str, torch.Tensor]:
    """Two sentences. In each, the word 28 stands for the four patches of its image and has no label."""
    words = torch.randint(3, 28, (2, 9))
    words[:, 1:5] = 28
    labels = words.masked_fill(words == 28, -100)
    return {"input_ids": words, "pixel_values": torch.randn(2, 3, 16, 16), "labels": labels, "attention_mask": torch.ones_like(words)}
