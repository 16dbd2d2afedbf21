"""Teaches the network on corpus.py's units, one pass, and saves it as int8.

    python3 finetune.py BASE.npz UNITS.npz OUT [name=value …]
"""

import json
import random
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from layout import JUDGE, NO, YES
from network import Network, load_weights, save_weights
from settings import settings_from

torch.backends.cuda.enable_cudnn_sdp(False)  # wrong results with masks (torch 2.11)


@dataclass
class Settings:
    epochs: float = 1.0
    rate: float = 4e-4
    rate_end: float = 0.05
    warm_steps: int = 60
    decay: float = 0.05
    smoothing: float = 0.05
    batch_tokens: int = 65536
    seconds_max: float = 1e9
    seed: int = 1
    compile: bool = True


LENGTHS = (48, 80, 112, 144, 192, 256, 384, 512)


class Units:
    def __init__(self, file: str):
        data = np.load(file)
        self.tokens, self.weights = data["tokens"], data["weights"].astype(np.float32)
        self.ends, self.splits = data["ends"], data["splits"]
        self.starts = np.concatenate([[0], self.ends[:-1]])

    def of(self, split: str) -> list[int]:
        return np.flatnonzero(self.splits == split).tolist()

    def length(self, i: int) -> int:
        return int(self.ends[i] - self.starts[i])

    def batch(self, which: list[int], length: int, device: str):
        ids = np.zeros((len(which), length), np.int64)
        weights = np.zeros((len(which), length), np.float32)
        for row, i in enumerate(which):
            a, b = self.starts[i], self.ends[i]
            ids[row, : b - a] = self.tokens[a:b]
            weights[row, : b - a] = self.weights[a:b]
        ids_t = torch.from_numpy(ids).to(device, non_blocking=True)
        weights_t = torch.from_numpy(weights).to(device, non_blocking=True)
        return ids_t[:, :-1], ids_t[:, 1:], weights_t[:, 1:]


def plan_batches(units: Units, settings: Settings, rnd: random.Random) -> list[tuple[int, list[int]]]:
    buckets: dict[int, list[int]] = {length: [] for length in LENGTHS}
    for i in units.of("train"):
        fitting = [length for length in LENGTHS if units.length(i) <= length]
        if fitting:
            buckets[fitting[0]].append(i)
    plan = []
    left = settings.epochs
    while left > 0:
        for length, members in buckets.items():
            order = members[:]
            rnd.shuffle(order)
            order = order[: int(len(order) * min(1.0, left))]
            size = settings.batch_tokens // length
            plan += [(length, order[i : i + size]) for i in range(0, len(order), size)]
        left -= 1
    rnd.shuffle(plan)
    return plan


@torch.no_grad()
def check(network: Network, units: Units, device: str) -> dict[str, float]:
    """Loss a token on passages held out, and the judge's AUROC on the pairs for choosing."""
    found: dict[str, float] = {}
    for split in ("check", "meaning-choose", "labels-choose"):
        members = sorted(units.of(split), key=units.length)
        total = count = 0.0
        scores, truth = [], []
        for k in range(0, len(members), 128):
            which = members[k : k + 128]
            length = (max(map(units.length, which)) + 15) // 16 * 16
            ids, wanted, weights = units.batch(which, length, device)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                hidden = plain_forward(network, ids)
            if split == "check":
                chosen = (weights > 0) & (wanted != YES)
                logits = network.logits(hidden[chosen]).float()
                total += F.cross_entropy(logits, wanted[chosen], reduction="sum").item()
                count += int(chosen.sum())
            else:
                at = (ids == JUDGE).int().argmax(1)
                logits = network.logits(hidden[torch.arange(len(which)), at]).float()
                scores += (logits[:, YES] - logits[:, NO]).tolist()
                truth += [int(units.tokens[units.ends[i] - 1]) == YES for i in which]
        found[split] = round(total / max(1, count), 4) if split == "check" else round(auroc(scores, truth), 4)
    return found


def plain_forward(network: Network, ids: torch.Tensor) -> torch.Tensor:
    """Without the compiled blocks, which are made for the shapes of training."""
    x = network.emb(ids)
    for block in network.bl:
        inner = getattr(block, "_orig_mod", block)
        x = type(inner).forward(inner, x, network.cos[: ids.shape[1]], network.sin[: ids.shape[1]])
    return network.n(x)


def auroc(scores: list[float], truth: list[bool]) -> float:
    order = np.argsort(np.argsort(scores)) + 1
    positive = np.array(truth)
    n = positive.sum()
    if n == 0 or n == len(truth):
        return float("nan")
    return float((order[positive].sum() - n * (n + 1) / 2) / (n * (len(truth) - n)))


def main(base: str, units_file: str, out: str, *words: str) -> None:
    settings = settings_from(Settings(), list(words))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    began = time.time()

    def say(*parts: object) -> None:
        print(f"[{time.time() - began:.0f}s]", *parts, flush=True)

    rnd = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    units = Units(units_file)
    network = load_weights(Path(base)).to(device)
    plan = plan_batches(units, settings, rnd)
    say("steps", len(plan), "tokens", int(len(units.tokens)), settings)
    matrices = [p for p in network.parameters() if p.ndim == 2]
    vectors = [p for p in network.parameters() if p.ndim != 2]
    optimizer = torch.optim.AdamW(
        [{"params": matrices, "weight_decay": settings.decay}, {"params": vectors, "weight_decay": 0.0}],
        lr=settings.rate, betas=(0.9, 0.98), fused=device == "cuda",
    )  # fmt: skip
    if settings.compile and device == "cuda":
        for block in network.bl:
            block.compile(dynamic=False)
    network.train()
    losses: list[torch.Tensor] = []
    for step, (length, which) in enumerate(plan):
        # Rows are padded up to the batch's full size, so that each length is compiled once.
        rows = settings.batch_tokens // length
        ids, wanted, weights = units.batch(which + which[:1] * (rows - len(which)), length + 1, device)
        weights[len(which) :] = 0
        share = step / len(plan)
        if time.time() - began > settings.seconds_max:
            say("out of time at step", step)
            break
        rate = settings.rate * min(1.0, (step + 1) / settings.warm_steps) * max(settings.rate_end, 1 - share)
        for group in optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            hidden = network(ids)
            chosen = weights > 0
            logits = F.linear(hidden[chosen], network.emb.weight.to(hidden.dtype)).float()
            loss = F.cross_entropy(logits, wanted[chosen], label_smoothing=settings.smoothing, reduction="none")
            loss = (loss * weights[chosen]).sum() / weights[chosen].sum()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        losses.append(loss.detach())
        if (step + 1) % max(1, len(plan) // 8) == 0:
            say(step + 1, f"{torch.stack(losses).mean().item():.4f}", check(network, units, device))
            losses = []
    save_weights(network, Path(out))
    result = {"settings": asdict(settings), "check": check(network, units, device), "units": len(units.ends)}
    (Path(out) / "finetune.json").write_text(json.dumps(result, indent=1))
    say("saved", result["check"])


if __name__ == "__main__":
    main(*sys.argv[1:])
