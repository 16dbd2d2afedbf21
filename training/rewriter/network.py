"""The network: a decoder of SmolLM2's shape in plain torch. Training runs `forward`; `generate` decodes batches with a
cache and is checked against the loop without one in test_network.py."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from layout import END, JUDGE, NO, YES


@dataclass
class Shape:
    dim: int = 576
    layers: int = 30
    heads: int = 9
    kv: int = 3
    ff: int = 1536
    vocab: int = 32768
    theta: float = 100000.0
    eps: float = 1e-5
    context: int = 1024


class Norm(nn.Module):
    def __init__(self, dim: int, eps: float):
        super().__init__()
        self.w = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, (x.shape[-1],), self.w.to(x.dtype), self.eps)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1).to(x.dtype)


class Block(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        head = shape.dim // shape.heads
        self.shape = shape
        self.n1, self.n2 = Norm(shape.dim, shape.eps), Norm(shape.dim, shape.eps)
        self.q = nn.Linear(shape.dim, shape.dim, bias=False)
        self.k = nn.Linear(shape.dim, shape.kv * head, bias=False)
        self.v = nn.Linear(shape.dim, shape.kv * head, bias=False)
        self.o = nn.Linear(shape.dim, shape.dim, bias=False)
        self.g = nn.Linear(shape.dim, shape.ff, bias=False)
        self.u = nn.Linear(shape.dim, shape.ff, bias=False)
        self.d = nn.Linear(shape.ff, shape.dim, bias=False)

    def project(self, x: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        rows, length, _ = x.shape
        h = self.n1(x)

        def heads(y: Tensor, count: int) -> Tensor:
            return y.view(rows, length, count, -1).transpose(1, 2)

        q = rotate(heads(self.q(h), self.shape.heads), cos, sin)
        k = rotate(heads(self.k(h), self.shape.kv), cos, sin)
        return q, k, heads(self.v(h), self.shape.kv)

    def rest(self, x: Tensor, y: Tensor) -> Tensor:
        x = x + self.o(y.transpose(1, 2).flatten(2))
        h = self.n2(x)
        return x + self.d(F.silu(self.g(h)) * self.u(h))

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        q, k, v = self.project(x, cos, sin)
        return self.rest(x, F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True))

    def cached(self, x, cos, sin, keys, values, at: int, mask) -> Tensor:
        q, k, v = self.project(x, cos, sin)
        end = at + x.shape[1]
        keys[:, :, at:end], values[:, :, at:end] = k, v
        y = F.scaled_dot_product_attention(
            q, keys[:, :, :end], values[:, :, :end], attn_mask=mask, enable_gqa=True
        )
        return self.rest(x, y)


@dataclass
class Answer:
    ids: list[int]
    complete: bool
    likelihood: float  # mean log-likelihood of the answer's tokens
    keep: float  # log-probability of KEEP as the first token
    judge: float  # log-odds of YES over NO after the answer


class Network(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.emb = nn.Embedding(shape.vocab, shape.dim)
        self.bl = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.n = Norm(shape.dim, shape.eps)
        head = shape.dim // shape.heads
        frequency = 1.0 / (shape.theta ** (torch.arange(0, head, 2).float() / head))
        angle = torch.arange(shape.context).float()[:, None] * frequency
        self.register_buffer("cos", angle.cos(), persistent=False)
        self.register_buffer("sin", angle.sin(), persistent=False)

    def forward(self, ids: Tensor) -> Tensor:
        length = ids.shape[1]
        x = self.emb(ids)
        for block in self.bl:
            x = block(x, self.cos[:length], self.sin[:length])
        return self.n(x)

    def logits(self, x: Tensor) -> Tensor:
        return F.linear(x, self.emb.weight.to(x.dtype))

    @torch.no_grad()
    def generate(
        self, prompts: list[list[int]], length_max: int, keep: int, temperature: float = 0.0, top_p: float = 0.9
    ) -> list[Answer]:
        """One answer a prompt (left-padded batch), with its likelihood and the model's own verdict on it."""
        device, dtype = self.emb.weight.device, self.emb.weight.dtype
        rows, longest = len(prompts), max(map(len, prompts))
        total = longest + length_max + 2
        ids = torch.zeros(rows, longest, dtype=torch.long)
        live = torch.zeros(rows, total, dtype=torch.bool)
        for i, prompt in enumerate(prompts):
            ids[i, longest - len(prompt) :] = torch.tensor(prompt)
            live[i, longest - len(prompt) : longest] = True
        ids, live = ids.to(device), live.to(device)
        position = (live.long().cumsum(1) - 1).clamp(min=0)
        head = self.shape.dim // self.shape.heads
        keys = [
            torch.empty(rows, self.shape.kv, total, head, device=device, dtype=dtype) for _ in self.bl
        ]
        values = [torch.empty_like(k) for k in keys]

        def run(tokens: Tensor, at: int) -> Tensor:
            count = tokens.shape[1]
            places = position[:, at : at + count]
            cos, sin = self.cos[places][:, None], self.sin[places][:, None]
            mask = live[:, None, None, : at + count]
            if count > 1:
                causal = torch.ones(count, at + count, dtype=torch.bool, device=device).tril(at)
                itself = torch.eye(count, at + count, dtype=torch.bool, device=device)
                mask = (mask & causal) | itself
            x = self.emb(tokens)
            for block, k, v in zip(self.bl, keys, values):
                x = block.cached(x, cos, sin, k, v, at, mask)
            return self.logits(self.n(x[:, -1])).float()

        def feed(token: Tensor, at: int, active: Tensor) -> Tensor:
            live[:, at] = active
            position[:, at] = position[:, at - 1] + active.long()
            return run(token[:, None], at)

        logits = run(ids, 0)
        first = F.log_softmax(logits, -1)[:, keep]
        out = torch.full((rows, length_max), END, device=device)
        done = torch.zeros(rows, dtype=torch.bool, device=device)
        likelihood = torch.zeros(rows, device=device)
        count = torch.zeros(rows, device=device)
        judged = torch.zeros(rows, device=device)
        at = longest
        for step in range(length_max):
            logs = F.log_softmax(logits, -1)
            if temperature > 0:
                share = F.softmax(logits / temperature, -1)
                ordered, index = share.sort(-1, descending=True)
                ordered = ordered.masked_fill(ordered.cumsum(-1) - ordered > top_p, 0)
                token = index.gather(1, torch.multinomial(ordered, 1))[:, 0]
            else:
                token = logs.argmax(-1)
            likelihood += torch.where(done, 0.0, logs.gather(1, token[:, None])[:, 0])
            count += (~done).float()
            token = torch.where(done, END, token)
            out[:, step] = token
            logits = feed(token, at, ~done)
            at += 1
            done |= (token == END) | (token == keep)
            if step % 8 == 7 and bool(done.all()):
                break
        logits = feed(torch.full((rows,), JUDGE, device=device), at, torch.ones_like(done))
        judged = logits[:, YES] - logits[:, NO]
        answers = []
        for i, row in enumerate(out.tolist()):
            complete = END in row or keep in row
            end = row.index(END) if END in row else len(row)
            if keep in row[:1]:
                end = 1
            answers.append(
                Answer(
                    row[:end],
                    complete,
                    float(likelihood[i] / count[i].clamp(min=1)),
                    float(first[i]),
                    float(judged[i]),
                )
            )
        return answers


def save_weights(network: Network, folder: Path) -> None:
    """int8 with one scale a row: what is released, and small enough to carry."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, np.ndarray] = {}
    for name, value in network.state_dict().items():
        value = value.detach().float().cpu()
        name = name.replace("_orig_mod.", "")
        if value.ndim == 2:
            scale = value.abs().amax(1).clamp(min=1e-8) / 127
            arrays[f"{name}|q"] = (value / scale[:, None]).round().to(torch.int8).numpy()
            arrays[f"{name}|s"] = scale.numpy()
        else:
            arrays[name] = value.numpy()
    np.savez(folder / "lm.npz", shape=json.dumps(asdict(network.shape)), **arrays)


def read_arrays(file: Path) -> tuple[Shape, dict[str, np.ndarray]]:
    """From `save_weights`, or from base.py's float16."""
    data = np.load(file)
    given = json.loads(str(data["shape"]))
    shape = Shape(**{key: given[key] for key in asdict(Shape()) if key in given})
    arrays = {}
    for name in data.files:
        if name == "shape" or name.endswith("|s"):
            continue
        value = data[name].astype(np.float32)
        if name.endswith("|q"):
            name = name[:-2]
            value *= data[f"{name}|s"][:, None]
        arrays[name] = value
    arrays["emb.weight"] = arrays["emb.weight"][: shape.vocab]
    return shape, arrays


def load_weights(file: Path) -> "Network":
    shape, arrays = read_arrays(file)
    network = Network(shape)
    network.load_state_dict({name: torch.from_numpy(value) for name, value in arrays.items()})
    return network
