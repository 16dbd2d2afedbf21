"""The encoder: a small pre-norm transformer with rotary positions and three heads.

The document head judges a window as a whole, the token head each token's neighbourhood, and the
language head serves pretraining only and is not released.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Shape:
    vocabulary: int = 24576
    layers: int = 6
    width: int = 256
    heads: int = 4
    inner: int = 1024
    positions: int = 512
    dropout: float = 0.1
    # "relu" costs next to nothing on a CPU; the exact "gelu" a tenth of the whole network.
    activation: str = "gelu"


class Block(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.attention_norm = nn.LayerNorm(shape.width)
        self.qkv = nn.Linear(shape.width, 3 * shape.width)
        self.mix = nn.Linear(shape.width, shape.width)
        self.inner_norm = nn.LayerNorm(shape.width)
        self.widen = nn.Linear(shape.width, shape.inner)
        self.narrow = nn.Linear(shape.inner, shape.width)
        self.dropout = shape.dropout
        self.activate = F.relu if shape.activation == "relu" else F.gelu

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        q, k, v = self.qkv(self.attention_norm(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        mixed = attend(rotate(q, cos, sin), rotate(k, cos, sin), v, mask)
        mixed = self.mix(mixed.transpose(1, 2).reshape(batch, length, width))
        x = x + F.dropout(mixed, self.dropout, self.training)
        inner = self.narrow(self.activate(self.widen(self.inner_norm(x))))
        return x + F.dropout(inner, self.dropout, self.training)


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    # Releases before 2.0 lack the fused kernel; calibrating and exporting on a plain CPU may use one.
    scores = (q @ k.transpose(-1, -2)) / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    return scores.softmax(-1) @ v


def rotate(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    first, second = x.chunk(2, -1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), -1).to(x.dtype)


def rotary_tables(positions: int, head_width: int) -> tuple[torch.Tensor, torch.Tensor]:
    speeds = 10000.0 ** (-torch.arange(0, head_width, 2).float() / head_width)
    angles = torch.arange(positions).float()[:, None] * speeds[None, :]
    return angles.cos(), angles.sin()


class Encoder(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        width = shape.width
        self.embedding = nn.Embedding(shape.vocabulary, width)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.last_norm = nn.LayerNorm(width)
        self.document_inner = nn.Linear(2 * width, width)
        self.document_out = nn.Linear(width, 1)
        self.token_out = nn.Linear(width, 1)
        self.language_inner = nn.Linear(width, width)
        self.language_norm = nn.LayerNorm(width)
        self.language_bias = nn.Parameter(torch.zeros(shape.vocabulary))
        self.replaced_out = nn.Linear(width, 1)
        cos, sin = rotary_tables(shape.positions, width // shape.heads)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, std=0.02 if module.in_features < 2048 else 0.01)
                nn.init.zeros_(module.bias)
        for block in self.blocks:
            for layer in (block.mix, block.narrow):
                nn.init.normal_(layer.weight, std=0.02 / (2 * shape.layers) ** 0.5)
        nn.init.normal_(self.embedding.weight, std=0.02)

    def hidden(self, ids: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """States after the last norm; `mask` is true for real tokens, None where all of them are."""
        length = ids.shape[1]
        cos, sin = self.cos[:length], self.sin[:length]
        keys = None if mask is None else mask[:, None, None, :]
        x = self.embedding(ids)
        # Embeddings start small (std 0.02) for the tied language head; the norms make up for it.
        x = F.dropout(x, self.shape.dropout, self.training)
        for block in self.blocks:
            x = block(x, keys, cos, sin)
        return self.last_norm(x)

    def classify(self, states: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        real = mask[..., None].to(states.dtype)
        mean = (states * real).sum(1) / real.sum(1)
        pooled = torch.cat((states[:, 0], mean), -1)
        pooled = F.dropout(pooled, self.shape.dropout, self.training)
        document = self.document_out(F.gelu(self.document_inner(pooled))).squeeze(-1)
        return document, self.token_out(states).squeeze(-1)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.classify(self.hidden(ids, mask), mask)

    def words(self, states: torch.Tensor) -> torch.Tensor:
        """Logits over the vocabulary for the given states, with the embedding as the last layer."""
        inner = self.language_norm(F.gelu(self.language_inner(states)))
        return F.linear(inner, self.embedding.weight, self.language_bias.to(inner.dtype))

    def replaced(self, states: torch.Tensor) -> torch.Tensor:
        return self.replaced_out(states).squeeze(-1)
