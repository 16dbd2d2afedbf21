"""Teaches the tuned network to prefer a sound rewrite to a faulty one of the same sentence (direct preference
optimisation, with the sound one's likelihood kept up), and goes on teaching it to judge.

    python3 prefer.py LM.npz TOKENIZER.json LABELS.jsonl[.xz] … OUT [name=value …]

A pair is two candidates of one sentence at one strength that readers told apart. Sentences with n % 8 == 5 are held out.
"""

import json
import random
import sys
import time
from collections import defaultdict
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from corpus import read_lines
from finetune import auroc
from layout import END, JUDGE, NO, YES, clean, prompt
from network import Network, load_weights, save_weights
from settings import settings_from

torch.backends.cuda.enable_cudnn_sdp(False)  # wrong results with masks (torch 2.11)


@dataclass
class Settings:
    epochs: int = 2
    rate: float = 1e-5
    beta: float = 0.1
    keep: float = 0.2  # weight of the sound rewrite's own likelihood
    judge: float = 0.5  # weight of the judgement of both
    batch: int = 64
    pairs_per_sentence: int = 4
    seed: int = 1


@dataclass
class Pair:
    """Prompt and answer of a sound rewrite, and of a faulty one."""

    prompt: list[int]
    sound: list[int]
    faulty: list[int]
    held_out: bool


def is_sound(row: dict) -> bool:
    return row["meaning"] == 0 and row["language"] == 0 and row["style"] >= 0


def is_faulty(row: dict) -> bool:
    return row["meaning"] == 2 or row["language"] == 2


def read_pairs(files: list[str], tokenizer: Tokenizer, settings: Settings, rnd: random.Random) -> list[Pair]:
    sentences: dict[tuple, list[dict]] = defaultdict(list)
    for file in files:
        for row in read_lines(Path(file)):
            for strength in sorted({"".join(c for c in s if c.isalpha()) for s in row["strengths"]}):
                sentences[(file, row["n"], row["sentence"], strength)].append(row)

    def ids(text: str) -> list[int]:
        return tokenizer.encode(clean(text), add_special_tokens=False).ids

    pairs = []
    for (_, n, _, strength), rows in sentences.items():
        both = list(product(filter(is_sound, rows), filter(is_faulty, rows)))
        rnd.shuffle(both)
        for good, bad in both[: settings.pairs_per_sentence]:
            start = prompt(ids(good["before"]), ids(good["source"]), ids(good["after"]), strength)
            pairs.append(Pair(start, [*ids(good["text"]), END], [*ids(bad["text"]), END], n % 8 == 5))
    return [p for p in pairs if len(p.prompt) + max(len(p.sound), len(p.faulty)) < 500]


def likelihoods(network: Network, rows: list[tuple[list[int], list[int]]], device: str):
    """The answers' summed log-likelihoods and lengths, and the log-odds that each is sound."""
    length = max(len(a) + len(b) for a, b in rows) + 1
    ids = torch.zeros(len(rows), length, dtype=torch.long)
    wanted = torch.full((len(rows), length), -100)
    judged = torch.zeros(len(rows), dtype=torch.long)
    for i, (start, answer) in enumerate(rows):
        whole = [*start, *answer, JUDGE]
        ids[i, : len(whole)] = torch.tensor(whole)
        wanted[i, len(start) - 1 : len(start) + len(answer) - 1] = torch.tensor(answer)
        judged[i] = len(whole) - 1
    ids, wanted, judged = ids.to(device), wanted.to(device), judged.to(device)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        hidden = network(ids)
        chosen = wanted >= 0
        logits = network.logits(hidden[chosen]).float()
        loss = F.cross_entropy(logits, wanted[chosen], reduction="none")
        sums = torch.zeros(len(rows), device=device).index_add_(0, chosen.nonzero()[:, 0], -loss)
        verdict = network.logits(hidden[torch.arange(len(rows), device=device), judged]).float()
    return sums, chosen.sum(1), verdict[:, YES] - verdict[:, NO]


def sides(pairs: list[Pair]) -> list[tuple[list[int], list[int]]]:
    return [(p.prompt, p.sound) for p in pairs] + [(p.prompt, p.faulty) for p in pairs]


@torch.no_grad()
def check(network: Network, pairs: list[Pair], settings: Settings, device: str) -> dict[str, float]:
    """How often the sound one is likelier, a token, and how well judgement tells them apart."""
    right = 0
    odds: list[float] = []
    truth: list[bool] = []
    for k in range(0, len(pairs), settings.batch):
        part = pairs[k : k + settings.batch]
        sums, counts, verdicts = likelihoods(network, sides(part), device)
        sound, faulty = (sums / counts).chunk(2)
        right += int((sound > faulty).sum())
        odds += verdicts.tolist()
        truth += [True] * len(part) + [False] * len(part)
    return {"likelier": round(right / max(1, len(pairs)), 4), "judge": round(auroc(odds, truth), 4)}


def main(weights: str, tokenizer_file: str, *rest: str) -> None:
    settings = settings_from(Settings(), [word for word in rest if "=" in word])
    *files, out = [word for word in rest if "=" not in word]
    rnd = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    began = time.time()

    def say(*parts: object) -> None:
        print(f"[{time.time() - began:.0f}s]", *parts, flush=True)

    pairs = read_pairs(files, Tokenizer.from_file(tokenizer_file), settings, rnd)
    train, held = [p for p in pairs if not p.held_out], [p for p in pairs if p.held_out]
    network = load_weights(Path(weights)).to(device)
    say(len(train), "pairs,", len(held), "held out", check(network, held, settings, device), settings)

    reference: list[tuple[float, float]] = []
    with torch.no_grad():
        for k in range(0, len(train), settings.batch):
            sums, _, _ = likelihoods(network, sides(train[k : k + settings.batch]), device)
            reference += list(zip(*(side.tolist() for side in sums.chunk(2))))

    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.rate, betas=(0.9, 0.98), weight_decay=0.0)
    steps = settings.epochs * -(-len(train) // settings.batch)
    step = 0
    for epoch in range(settings.epochs):
        order = list(range(len(train)))
        rnd.shuffle(order)
        for k in range(0, len(order), settings.batch):
            which = order[k : k + settings.batch]
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * min(1.0, (step + 1) / 10) * (1 - step / steps)
            sums, counts, verdicts = likelihoods(network, sides([train[i] for i in which]), device)
            sound, faulty = sums.chunk(2)
            base = torch.tensor([reference[i] for i in which], device=device)
            margin = settings.beta * ((sound - base[:, 0]) - (faulty - base[:, 1]))
            truth = torch.cat((torch.ones_like(sound), torch.zeros_like(faulty)))
            loss = (
                -F.logsigmoid(margin).mean()
                - settings.keep * (sound / counts.chunk(2)[0]).mean()
                + settings.judge * F.binary_cross_entropy_with_logits(verdicts, truth)
            )
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step += 1
        say(f"epoch {epoch + 1}", f"{loss.item():.4f}", check(network, held, settings, device))
    save_weights(network, Path(out))
    result = {"settings": asdict(settings), "pairs": len(train), "check": check(network, held, settings, device)}
    (Path(out) / "prefer.json").write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
