"""An experiment, not part of the release: are two small language models, one of people's texts and one of texts by
present-day assistants, a third voice?

Both read left to right and know nothing of labels beyond their own texts. The score of a text is how much better the
second foretells it than the first, a token; the file lists it for the development sets, to be fitted with the other voices.

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
    weights = training_weights(corpus, settings.hold_out, 0.6, 0.0, 0.0)
    today = torch.tensor([r["shard"].startswith("train-today") for r in corpus.records])
    human = torch.tensor([not r["is_ai"] for r in corpus.records])
    models = [learn(corpus, torch.where(own, weights, torch.zeros_like(weights)), settings) for own in (human, today & ~human)]
    dev = [i for i, r in enumerate(corpus.records) if r["shard"].startswith("dev") and int(corpus.lengths[i]) > 8]
    people, machine = (surprise(model, corpus, dev, settings) for model in models)
    scores = {i: people[i] - machine[i] for i in dev}
    english = [i for i in dev if corpus.records[i]["shard"] == "dev" and corpus.records[i]["language"] == "en" and not corpus.records[i]["mixed"]]
    print(f"dev: {summary(np.array([scores[i] for i in english]), np.array([corpus.records[i]['is_ai'] for i in english]))}")
    report_today(corpus, dev, scores)
    Path(settings.out).write_text(json.dumps({corpus.records[i]["id"]: [round(people[i], 4), round(machine[i], 4)] for i in dev}))


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
        loss = token_surprise(model, ids, mask, settings).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        step += 1
        if step % 200 == 0:
            print(f"step {step} {time.time() - began:.0f}s loss {loss.item():.3f}", flush=True)
    return model.eval()


def token_surprise(model: Encoder, ids: torch.Tensor, mask: torch.Tensor, settings: SurprisalSettings) -> torch.Tensor:
    """Nats for each token that follows another one, the padding left out."""
    known = mask[:, 1:]
    with torch.autocast(settings.device, torch.bfloat16, enabled=settings.half):
        states = model.hidden(ids, None)[:, :-1][known]
        logits = model.words(states)
    return F.cross_entropy(logits.float(), ids[:, 1:][known], reduction="none")


@torch.no_grad()
def surprise(model: Encoder, corpus: Corpus, rows: list[int], settings: SurprisalSettings) -> dict[int, float]:
    places = [(row, start) for row in rows for start in window_starts(int(corpus.lengths[row]), settings.length, settings.length - 1)]
    sums = {row: [0.0, 0] for row in rows}
    for begin in range(0, len(places), settings.rows):
        part = places[begin : begin + settings.rows]
        full = part + part[:1] * (settings.rows - len(part))
        ids, mask = windows_of(corpus, full, settings.length)
        nats = token_surprise(model, ids, mask, settings).cpu()
        counts = mask[:, 1:].sum(1).tolist()
        for (row, _), values in zip(part, nats.split(counts)):
            sums[row][0] += float(values.sum())
            sums[row][1] += len(values)
    return {row: total / max(1, count) for row, (total, count) in sums.items()}


if __name__ == "__main__":
    main()
