"""Rewrites of numbered passages by a network: greedy and sampled, with likelihood, back-likelihood and its own verdict.

    python3 candidates.py LM.npz TOKENIZER.json PASSAGES.txt OUT.jsonl [name=value …]

PASSAGES.txt has `PASSAGE.SENTENCE<TAB>sentence` lines. A line of OUT is one sentence with its distinct candidates.
"""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from layout import END, KEEP, clean, prompt
from network import Network, load_weights
from settings import settings_from

torch.backends.cuda.enable_cudnn_sdp(False)


@dataclass
class Settings:
    samples: int = 3
    temperature: float = 0.7
    top_p: float = 0.9
    batch: int = 768
    back: bool = True
    strengths: str = "medium,strong"
    seed: int = 1


def read_passages(file: str) -> list[tuple[str, str, str, str]]:
    """(id, left, sentence, right) for each sentence."""
    passages: dict[str, list[str]] = {}
    for line in open(file):
        if "\t" in line:
            place, text = line.rstrip("\n").split("\t", 1)
            passages.setdefault(place.split(".")[0], []).append(clean(text))
    return [
        (f"{n}.{i}", " ".join(s[max(0, i - 2) : i]), s[i], " ".join(s[i + 1 : i + 2]))
        for n, s in passages.items()
        for i in range(len(s))
    ]


@torch.no_grad()
def likelihood(network: Network, pairs: list[tuple[list[int], list[int]]], batch: int) -> list[float]:
    """Mean log-likelihood of each target after its prompt."""
    device = network.emb.weight.device
    found = [0.0] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]) + len(pairs[i][1]))
    for k in range(0, len(order), batch):
        which = order[k : k + batch]
        length = max(len(pairs[i][0]) + len(pairs[i][1]) for i in which)
        ids = torch.zeros(len(which), length, dtype=torch.long)
        wanted = torch.full((len(which), length), -100, dtype=torch.long)
        for row, i in enumerate(which):
            start, target = pairs[i]
            ids[row, : len(start) + len(target)] = torch.tensor(start + target)
            wanted[row, len(start) - 1 : len(start) + len(target) - 1] = torch.tensor(target)
        ids, wanted = ids.to(device), wanted.to(device)
        chosen = wanted >= 0
        logits = network.logits(network(ids)[chosen]).float()
        loss = F.cross_entropy(logits, wanted[chosen], reduction="none")
        rows = chosen.nonzero()[:, 0]
        total = torch.zeros(len(which), device=device).index_add_(0, rows, loss)
        mean = (-total / chosen.sum(1)).tolist()
        for row, i in enumerate(which):
            found[i] = mean[row]
    return found


def main(weights: str, tokenizer_file: str, passages: str, out: str, *words: str) -> None:
    settings = settings_from(Settings(), list(words))
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = load_weights(Path(weights)).to(device).eval()
    if device == "cuda":
        network.bfloat16()
    tokenizer = Tokenizer.from_file(tokenizer_file)
    sentences = read_passages(passages)

    def ids(texts: list[str]) -> list[list[int]]:
        return [e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)]

    lefts, sources, rights = (ids([s[i] for s in sentences]) for i in (1, 2, 3))
    rows: list[dict] = [
        {"id": s[0], "before": s[1], "source": s[2], "after": s[3], "keep": {}, "candidates": []} for s in sentences
    ]
    backs: list[tuple[list[int], list[int]]] = []
    places: list[dict] = []
    for strength in settings.strengths.split(","):
        prompts = [prompt(l, s, r, strength) for l, s, r in zip(lefts, sources, rights)]
        order = [i for i in sorted(range(len(prompts)), key=lambda i: len(prompts[i])) if 0 < len(sources[i]) <= 200]
        for k in range(0, len(order), settings.batch):
            which = order[k : k + settings.batch]
            longest = max(len(sources[i]) for i in which)
            for sample in range(settings.samples + 1):
                answers = network.generate(
                    [prompts[i] for i in which], longest + longest // 3 + 8, KEEP,
                    settings.temperature if sample else 0.0, settings.top_p,
                )  # fmt: skip
                for i, answer in zip(which, answers):
                    if sample == 0:
                        rows[i]["keep"][strength] = round(answer.keep, 3)
                    if not answer.complete or answer.ids[:1] == [KEEP]:
                        if sample == 0:
                            rows[i].setdefault("kept", []).append(strength)
                        continue
                    text = tokenizer.decode(answer.ids).strip()
                    if text == rows[i]["source"] or not text:
                        continue
                    same = [c for c in rows[i]["candidates"] if c["text"] == text]
                    if same:
                        same[0]["by"].append(f"{strength}{sample}")
                        continue
                    found = {
                        "text": text, "by": [f"{strength}{sample}"],
                        "lp": round(answer.likelihood, 3), "judge": round(answer.judge, 3),
                    }  # fmt: skip
                    rows[i]["candidates"].append(found)
                    places.append(found)
                    backs.append((prompt(lefts[i], answer.ids, rights[i], "back"), [*sources[i], END]))
    if settings.back:
        for found, value in zip(places, likelihood(network, backs, 256)):
            found["back"] = round(value, 3)
    with open(out, "w") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    changed = sum(bool(r["candidates"]) for r in rows)
    print(f"{len(rows)} sentences, {changed} with candidates, {len(places)} candidates", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
