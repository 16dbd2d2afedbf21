"""Teaches a small network which word people would put into a gap: the words around it in, a score for each
word of the table of plainer words out.

The network sees six words on either side of the gap and the mean of the whole stretch, never the word itself.
Its answer is compared with the word that stands there, over all words and phrases of the table at once.

  python3 training/rewriter-cloze.py data=training/work/cloze out=training/work/cloze.npz
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, str(Path(__file__).parent))
from settings import read_settings, seed_everything  # noqa: E402


@dataclass
class ClozeSettings:
    # ids-*.npy: words as numbers, text after text, 0 before each; classes.json: the numbers of each class's words.
    data: str = "training/work/cloze"
    out: str = "training/work/cloze.npz"
    vocabulary: int = 32064
    width: int = 96
    side: int = 6
    stretch: int = 24
    inner: int = 1024
    held: int = 256
    minutes: float = 15.0
    batch: int = 16384
    rate: float = 2e-3
    dropout: float = 0.1
    device: str = "cuda"
    seed: int = 5


class Cloze(nn.Module):
    def __init__(self, settings: ClozeSettings, classes: int) -> None:
        super().__init__()
        width = settings.width
        self.embedding = nn.Embedding(settings.vocabulary, width)
        self.inner = nn.Linear((2 * settings.side + 1) * width, settings.inner)
        self.norm = nn.LayerNorm(settings.inner)
        self.held = nn.Linear(settings.inner, settings.held)
        self.words = nn.Linear(settings.held, classes)
        self.dropout = settings.dropout
        nn.init.normal_(self.embedding.weight, std=0.3)
        nn.init.normal_(self.words.weight, std=0.05)

    def hidden(self, near: torch.Tensor, stretch: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """`near`: the words on both sides; `stretch`: those of the wider one, where `mask` is true."""
        real = mask[..., None].to(self.embedding.weight.dtype)
        mean = (self.embedding(stretch) * real).sum(1) / real.sum(1).clamp(min=1)
        x = torch.cat((self.embedding(near).flatten(1), mean), -1)
        x = F.relu(self.norm(self.inner(F.dropout(x, self.dropout, self.training))))
        return F.relu(self.held(F.dropout(x, self.dropout, self.training)))

    def forward(self, near: torch.Tensor, stretch: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.words(self.hidden(near, stretch, mask))


def find_places(ids: torch.Tensor, classes: list[list[int]], device: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Where each class stands: first word, number of words, class; of two that overlap the longer one."""
    label = torch.full((len(ids),), -1, dtype=torch.int32, device=device)
    size = torch.zeros(len(ids), dtype=torch.int8, device=device)
    single = torch.full((65536,), -1, dtype=torch.int32, device=device)
    for index, words in enumerate(classes):
        if len(words) == 1:
            single[words[0]] = index
    label = single[ids.long()]
    size[label >= 0] = 1
    for index, words in sorted(enumerate(classes), key=lambda pair: len(pair[1])):
        if len(words) < 2:
            continue
        match = ids[: len(ids) - len(words)] == words[0]
        places = match.nonzero().squeeze(-1)
        for k in range(1, len(words)):
            places = places[ids[places + k] == words[k]]
        label[places] = index
        size[places] = len(words)
        for k in range(1, len(words)):
            label[places + k] = -1
    places = (label >= 0).nonzero().squeeze(-1)
    return places, size[places].long(), label[places].long()


def main() -> None:
    settings = read_settings(ClozeSettings)
    seed_everything(settings.seed)
    device = settings.device
    folder = Path(settings.data)
    classes = json.loads((folder / "classes.json").read_text())
    ids = np.concatenate([np.load(path) for path in sorted(folder.glob("ids-*.npy"))])
    ids = torch.from_numpy(np.concatenate([np.zeros(64, np.uint16), ids, np.zeros(64, np.uint16)]).astype(np.int32)).to(device)
    places, sizes, labels = find_places(ids, classes, device)
    inside = (places > 64) & (places < len(ids) - 64)
    places, sizes, labels = places[inside], sizes[inside], labels[inside]
    # Frequent words would drown the rest: a class counts with the root of its number.
    counts = torch.bincount(labels, minlength=len(classes)).float()
    chance = (20000.0 / counts.clamp(min=1)).sqrt().clamp(max=1.0)
    print(f"{len(ids)} words, {len(places)} places, {int((counts > 50).sum())} of {len(classes)} classes seen 50 times")
    network = Cloze(settings, len(classes)).to(device)
    print(f"{sum(p.numel() for p in network.parameters()) / 1e6:.1f} M weights")
    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.rate, weight_decay=0.01, betas=(0.9, 0.98))
    side, reach = settings.side, settings.stretch // 2
    before = torch.arange(-side, 0, device=device)
    after = torch.arange(0, side, device=device)
    wide_before = torch.arange(-reach, 0, device=device)
    wide_after = torch.arange(0, reach, device=device)

    def around(index: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        place, size = places[index], sizes[index]
        end = place + size
        left = ids[place[:, None] + wide_before]
        right = ids[end[:, None] + wide_after]
        # Nothing beyond the text's own bounds (0 stands before each text).
        left_real = (left == 0).int().flip(1).cumsum(1).flip(1) == 0
        right_real = (right == 0).int().cumsum(1) == 0
        left = torch.where(left_real, left, 0)
        right = torch.where(right_real, right, 0)
        near = torch.cat((left[:, -side:], right[:, :side]), 1)
        return near, torch.cat((left, right), 1), torch.cat((left_real, right_real), 1)

    generator = torch.Generator(device=device).manual_seed(settings.seed)
    is_held = torch.rand(len(places), generator=generator, device=device) < 0.002
    train = (~is_held).nonzero().squeeze(-1)
    held = is_held.nonzero().squeeze(-1)[:65536]
    started, step, sums = time.time(), 0, [0.0, 0]
    limit = settings.minutes * 60
    average = {name: p.detach().clone() for name, p in network.named_parameters()}
    half = device == "cuda"

    def measure() -> None:
        network.eval()
        loss, right = 0.0, 0
        with torch.no_grad():
            for part in held.split(8192):
                logits = network(*around(part)).float()
                loss += F.cross_entropy(logits, labels[part], reduction="sum").item()
                right += (logits.argmax(-1) == labels[part]).sum().item()
        print(f"step {step} {time.time() - started:.0f} s held loss {loss / len(held):.4f} right {right / len(held):.4f} train {sums[0] / max(1, sums[1]):.4f}", flush=True)
        sums[:] = [0.0, 0]
        network.train()

    while time.time() - started < limit:
        share = (time.time() - started) / limit
        for group in optimizer.param_groups:
            group["lr"] = settings.rate * min(1.0, step / 300) * max(0.02, 1 - share)
        index = train[torch.randint(len(train), (settings.batch * 3,), device=device)]
        index = index[torch.rand(len(index), device=device) < chance[labels[index]]][: settings.batch]
        with torch.autocast("cuda" if half else "cpu", torch.bfloat16, enabled=half):
            logits = network(*around(index))
        loss = F.cross_entropy(logits.float(), labels[index])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            for name, p in network.named_parameters():
                average[name].lerp_(p, 0.002 if step > 2000 else 0.05)
        if step % 50 == 0:
            sums[0] += loss.item()
            sums[1] += 1
        if step % 2000 == 0:
            measure()
    with torch.no_grad():
        for name, p in network.named_parameters():
            p.copy_(average[name])
    measure()
    np.savez(settings.out, **{name: p.detach().cpu().numpy().astype(np.float16) for name, p in network.named_parameters()},
             counts=counts.cpu().numpy())
    print(f"{step} steps, {settings.out}")


if __name__ == "__main__":
    main()
