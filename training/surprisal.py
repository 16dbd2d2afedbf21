"""An experiment, not part of the release: are small language models of people's texts, of older machine texts and of texts by
present-day assistants a third voice?

All read left to right and know nothing of labels beyond their own texts. Two figures of a text come from each: nats a token, and
how far the text lies above what the model expects of its own samples, in standard deviations (the curvature of Fast-DetectGPT). The file
lists them for the development sets and the sources left out, to be fitted with the other voices.

  python3 training/surprisal.py data=training/work out=training/work/surprisal.json seconds=45
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, str(Path(__file__).parent))
import network  # noqa: E402
from batches import Corpus, Sampler, training_weights  # noqa: E402
from measure import summary  # noqa: E402
from network import Encoder, Shape  # noqa: E402
from pretrain import adam, compile_blocks, schedule  # noqa: E402
from settings import read_settings, seed_everything  # noqa: E402
from train import report_today, window_starts, windows_of  # noqa: E402


@dataclass
class SurprisalSettings:
    data: str = "training/work"
    out: str = "training/work/surprisal.json"
    hold_out: list[str] = field(default_factory=list)
    # Left out as well, and listed nowhere.
    sealed: list[str] = field(default_factory=list)
    layers: int = 4
    width: int = 256
    seconds: float = 45.0
    rows: int = 128
    length: int = 256
    rate: float = 1e-3
    compile: bool = True
    half: bool = True
    device: str = "cuda"
    seed: int = 11


def main() -> None:
    settings = read_settings(SurprisalSettings)
    seed_everything(settings.seed)
    network.attend = attend_backwards
    corpus = Corpus(settings.data, settings.device)
    corpus.changed = []
    weights = training_weights(corpus, [*settings.hold_out, *settings.sealed], 0.6, 0.0, 0.0)
    device = weights.device
    today = torch.tensor([r["shard"].startswith("train-today") for r in corpus.records], device=device)
    human = torch.tensor([not r["is_ai"] for r in corpus.records], device=device)
    dev = [i for i, r in enumerate(corpus.records) if r["shard"].startswith("dev") and int(corpus.lengths[i]) > 8]
    left_out = [i for i, r in enumerate(corpus.records) if r["source"] in settings.hold_out and int(corpus.lengths[i]) > 8]
    rows = dev + left_out[:: max(1, len(left_out) // 6000)]
    voices = []
    for own in (human, ~today & ~human, today & ~human):
        model = learn(corpus, torch.where(own, weights, torch.zeros_like(weights)), settings)
        voices.append(surprise(model, corpus, rows, settings))
    people, older, machine = voices
    english = [i for i in dev if corpus.records[i]["shard"] == "dev" and corpus.records[i]["language"] == "en" and not corpus.records[i]["mixed"]]
    is_ai = np.array([corpus.records[i]["is_ai"] for i in english])
    for name, score in {
        "people - older": lambda i: people[i][0] - older[i][0],
        "people - today": lambda i: people[i][0] - machine[i][0],
        "curvature, people": lambda i: people[i][1],
        "curvature, older": lambda i: older[i][1],
    }.items():
        print(f"{name}, dev: {summary(np.array([score(i) for i in english]), is_ai)}", flush=True)
    report_today(corpus, dev, {i: people[i][0] - machine[i][0] for i in dev})
    Path(settings.out).write_text(json.dumps({
        corpus.records[i]["id"]: [round(value, 4) for voice in voices for value in voice[i]] for i in rows
    }))


def attend_backwards(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    length = q.shape[-2]
    later = torch.ones(length, length, dtype=torch.bool, device=q.device).triu(1)
    scores = (q @ k.transpose(-1, -2)) / q.shape[-1] ** 0.5
    return scores.masked_fill(later, float("-inf")).softmax(-1) @ v


def learn(corpus: Corpus, weights: torch.Tensor, settings: SurprisalSettings) -> Encoder:
    vocabulary = len(json.loads((Path(settings.data) / "bpe.json").read_text())["model"]["vocab"])
    model = Encoder(Shape(vocabulary=vocabulary, layers=settings.layers, width=settings.width, heads=settings.width // 64,
                          inner=4 * settings.width, dropout=0.1)).to(settings.device)
    if settings.compile:
        compile_blocks([model])
    sampler = Sampler(corpus, weights, 0.0, 0.0, settings.seed)
    optimiser = adam(list(model.parameters()), settings.rate, 0.05, settings.device)
    began, step = time.time(), 0
    while (progress := (time.time() - began) / settings.seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * schedule(progress, 0.05)
        ids, mask, _ = sampler.crops(settings.rows, settings.length, None)
        ids[:, 0] = 1
        loss = token_surprise(model, ids, mask, settings)[0].mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        step += 1
        if step % 200 == 0:
            print(f"step {step} {time.time() - began:.0f}s loss {loss.item():.3f}", flush=True)
    return model.eval()


def token_surprise(model: Encoder, ids: torch.Tensor, mask: torch.Tensor, settings: SurprisalSettings) -> tuple[torch.Tensor, torch.Tensor]:
    """Nats for each token that follows another one, the padding left out, and what the model says of each place."""
    known = mask[:, 1:]
    with torch.autocast(settings.device, torch.bfloat16, enabled=settings.half):
        states = model.hidden(ids, None)[:, :-1][known]
        logits = model.words(states)
    return F.cross_entropy(logits.float(), ids[:, 1:][known], reduction="none"), logits


@torch.no_grad()
def surprise(model: Encoder, corpus: Corpus, rows: list[int], settings: SurprisalSettings) -> dict[int, tuple[float, float]]:
    places = [(row, start) for row in rows for start in window_starts(int(corpus.lengths[row]), settings.length, settings.length - 1)]
    sums = {row: [0.0, 0.0, 0.0, 0] for row in rows}
    for begin in range(0, len(places), settings.rows):
        part = places[begin : begin + settings.rows]
        full = part + part[:1] * (settings.rows - len(part))
        ids, mask = windows_of(corpus, full, settings.length)
        nats, logits = token_surprise(model, ids, mask, settings)
        expected, variance = expectation(logits)
        counts = mask[:, 1:].sum(1).tolist()
        parts = zip(part, nats.cpu().split(counts), expected.cpu().split(counts), variance.cpu().split(counts))
        for (row, _), values, means, variances in parts:
            for place, value in enumerate((values.sum(), (means - values).sum(), variances.sum(), len(values))):
                sums[row][place] += float(value)
    return {row: (nats / max(1, count), above / max(1e-6, variance) ** 0.5) for row, (nats, above, variance, count) in sums.items()}


def expectation(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and variance of the nats of a token that the model itself would draw, in portions that fit into memory."""
    means, variances = [], []
    for part in logits.split(8192):
        surprise = -F.log_softmax(part.float(), -1)
        share = (-surprise).exp()
        mean = (share * surprise).sum(-1)
        means.append(mean)
        variances.append((share * surprise.square()).sum(-1) - mean.square())
    return torch.cat(means), torch.cat(variances)


if __name__ == "__main__":
    main()
