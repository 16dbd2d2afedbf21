"""Teaches a pretrained encoder where a sentence can be cut in two, and how the second half begins.

Two files of sentences with labels (made by `rewriter-joints.ts` from marked sentences): many with the cuts that the rewriter's
own rules propose, and some thousands that were read and marked by hand. The network learns the first,
then the second; with `folds=5` it is also measured on marked sentences it has not seen.

  python3 training/rewriter-joints.py start=pretrained.npz silver=silver.jsonl gold=gold.jsonl out=joints.npz
"""

from __future__ import annotations

import json
import math
import random
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, str(Path(__file__).parent))
from network import Encoder, Shape  # noqa: E402
from settings import as_record, read_settings, seed_everything  # noqa: E402


@dataclass
class JointSettings:
    start: str = "training/work/pretrained.npz"
    silver: str = "training/work/joints-silver.jsonl"
    gold: str = "training/work/joints-gold.jsonl"
    out: str = "training/work/joints.npz"
    # Where the answers for sentences left out of training go, one line a sentence.
    predictions: str = ""
    folds: int = 5
    silver_epochs: float = 1.0
    gold_epochs: float = 6.0
    silver_rate: float = 3e-4
    gold_rate: float = 1.5e-4
    batch: int = 256
    gold_batch: int = 64
    dropout: float = 0.1
    decay: float = 0.02
    # A proposal that was read and refused says more than a place nobody thought of.
    refused_weight: float = 3.0
    # How much the rules' cuts still count while the marked sentences are learnt.
    rehearsal: float = 0.0
    average: float = 0.99
    length: int = 128
    # Sizes of the answers: words dropped, leads, subjects, helpers, forms.
    drops: int = 6
    leads: int = 6
    subjects: int = 25
    helpers: int = 34
    forms: int = 11
    half: bool = True
    device: str = "cuda"
    seed: int = 5


class JointNetwork(nn.Module):
    """The encoder with one head for every question about a token, and two that point to a noun."""

    def __init__(self, shape: Shape, sizes: list[int]) -> None:
        super().__init__()
        self.encoder = Encoder(shape)
        self.sizes = sizes
        self.answers = nn.Linear(shape.width, sum(sizes))
        self.first = nn.Linear(shape.width, shape.width)
        self.last = nn.Linear(shape.width, shape.width)
        for layer in (self.answers, self.first, self.last):
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.zeros_(layer.bias)
        # Most places are no joints, and most words stay as they are.
        with torch.no_grad():
            self.answers.bias[0] = -4.0
            self.answers.bias[sum(sizes[:-1])] = 4.0

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        states = self.encoder.hidden(ids, mask)
        return states, self.answers(states)


@dataclass
class Rows:
    ids: torch.Tensor
    mask: torch.Tensor
    body: torch.Tensor
    cut: torch.Tensor
    weight: torch.Tensor
    # row, token, drop, lead, subject, helper, first and last token of the noun
    joints: torch.Tensor
    forms: torch.Tensor
    names: list[int]

    def to(self, device: str) -> "Rows":
        parts = {k: (v.to(device) if isinstance(v, torch.Tensor) else v) for k, v in vars(self).items()}
        return Rows(**parts)


def load(path: str, settings: JointSettings) -> Rows:
    lines = [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]
    lines = [row for row in lines if len(row["i"]) <= settings.length]
    n, length = len(lines), settings.length
    ids = np.zeros((n, length), np.int32)
    mask = np.zeros((n, length), bool)
    body = np.zeros((n, length), bool)
    cut = np.zeros((n, length), np.float32)
    weight = np.ones((n, length), np.float32)
    joints, forms = [], []
    for r, row in enumerate(lines):
        size = len(row["i"])
        ids[r, :size] = row["i"]
        mask[r, :size] = True
        body[r, row["f"] : size] = True
        for token, *rest in row["c"]:
            cut[r, token] = 1
            joints.append([r, token, *rest])
        for token in row["x"]:
            weight[r, token] = settings.refused_weight
        for token, form in row["v"]:
            forms.append([r, token, form])
    return Rows(torch.from_numpy(ids), torch.from_numpy(mask), torch.from_numpy(body), torch.from_numpy(cut),
                torch.from_numpy(weight), torch.tensor(joints).view(-1, 8), torch.tensor(forms).view(-1, 3),
                [row.get("id", -1) for row in lines])


def split_answers(answers: torch.Tensor, sizes: list[int]) -> list[torch.Tensor]:
    return list(answers.split(sizes, -1))


def losses(network: JointNetwork, rows: Rows, picked: torch.Tensor, joints: torch.Tensor, forms: torch.Tensor,
           ) -> torch.Tensor:
    """`joints` and `forms` name rows by their place in `picked`."""
    ids, mask, body = rows.ids[picked].long(), rows.mask[picked], rows.body[picked]
    longest = int(mask.sum(1).max())
    ids, mask, body = ids[:, :longest], mask[:, :longest], body[:, :longest]
    states, answers = network(ids, mask)
    states, answers = states.float(), answers.float()
    cut, drop, lead, subject, helper, form = split_answers(answers, network.sizes)
    found = F.binary_cross_entropy_with_logits(cut.squeeze(-1), rows.cut[picked][:, :longest], reduction="none")
    loss = (found * rows.weight[picked][:, :longest] * body).sum() / len(picked)
    # What becomes of a verb is asked of every token; nearly all stay as they are.
    wanted = torch.zeros(ids.shape, dtype=torch.long, device=ids.device)
    if len(forms):
        wanted[forms[:, 0], forms[:, 1]] = forms[:, 2]
    loss = loss + F.cross_entropy(form[body], wanted[body], reduction="sum") / len(picked)
    if len(joints):
        r, t = joints[:, 0], joints[:, 1]
        for logits, column in ((drop, 2), (lead, 3), (subject, 4), (helper, 5)):
            loss = loss + F.cross_entropy(logits[r, t], joints[:, column], reduction="sum") / len(picked)
        copied = joints[:, 6] >= 0
        if copied.any():
            some = joints[copied]
            here = states[some[:, 0], some[:, 1]]
            held = body[some[:, 0]]
            for layer, column in ((network.first, 6), (network.last, 7)):
                scores = torch.einsum("jw,jtw->jt", layer(here), states[some[:, 0]]) / states.shape[-1] ** 0.5
                scores = scores.masked_fill(~held, -1e4)
                loss = loss + F.cross_entropy(scores, some[:, column], reduction="sum") / len(picked)
    return loss


class Picker:
    """Finds the joints and forms of a batch of rows quickly."""

    def __init__(self, rows: Rows) -> None:
        self.joints = by_row(rows.joints, len(rows.ids))
        self.forms = by_row(rows.forms, len(rows.ids))

    def take(self, picked: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        return gather(self.joints, picked, 8), gather(self.forms, picked, 3)


def by_row(table: torch.Tensor, count: int) -> list[list[list[int]]]:
    found: list[list[list[int]]] = [[] for _ in range(count)]
    for line in table.tolist():
        found[line[0]].append(line[1:])
    return found


def gather(found: list[list[list[int]]], picked: list[int], width: int) -> torch.Tensor:
    return torch.tensor([[place, *line] for place, row in enumerate(picked) for line in found[row]], dtype=torch.long).view(-1, width)


def train(network: JointNetwork, rows: Rows, chosen: list[int], epochs: float, rate: float, batch: int, settings: JointSettings,
          label: str, other: tuple[Rows, Picker] | None = None) -> None:
    device = settings.device
    network.train()
    picker = Picker(rows)
    on_device = rows.to(device)
    extra = other[0].to(device) if other else None
    steps = max(1, int(epochs * len(chosen) / batch))
    named = list(network.named_parameters())
    groups = [{"params": [p for _, p in named if p.ndim >= 2], "weight_decay": settings.decay},
              {"params": [p for _, p in named if p.ndim < 2], "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), eps=1e-6)
    averaged = {name: value.detach().clone() for name, value in network.state_dict().items()}
    draw = random.Random(settings.seed)
    order: list[int] = []
    began, total = time.time(), 0.0
    for step in range(steps):
        if len(order) < batch:
            order = chosen[:]
            draw.shuffle(order)
        picked, order = order[:batch], order[batch:]
        for group in optimiser.param_groups:
            group["lr"] = rate * schedule(step / steps)
        joints, forms = (part.to(device) for part in picker.take(picked))
        with torch.autocast(device, torch.bfloat16, enabled=settings.half):
            loss = losses(network, on_device, torch.tensor(picked, device=device), joints, forms)
            if extra is not None and settings.rehearsal > 0:
                some = [draw.randrange(len(extra.ids)) for _ in range(batch)]
                joints, forms = (part.to(device) for part in other[1].take(some))
                loss = loss + settings.rehearsal * losses(network, extra, torch.tensor(some, device=device), joints, forms)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        keep = min(settings.average, (step + 1) / (step + 10))
        with torch.no_grad():
            for name, value in network.state_dict().items():
                averaged[name].lerp_(value, 1 - keep) if value.is_floating_point() else averaged[name].copy_(value)
        total += float(loss.detach()) if step % 10 == 0 else 0.0
        if (step + 1) % 200 == 0 or step + 1 == steps:
            print(f"{label} step {step + 1}/{steps} {time.time() - began:.0f}s loss {total / max(1, min(20, math.ceil(((step % 200) + 1) / 10))):.3f}", flush=True)
            total = 0.0
    network.load_state_dict(averaged)
    network.eval()


def schedule(progress: float) -> float:
    return min(1.0, progress / 0.06 + 0.01) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))


@torch.no_grad()
def answer(network: JointNetwork, rows: Rows, chosen: list[int], settings: JointSettings) -> list[dict]:
    """For every sentence the places that may be joints, with what the network would do there."""
    network.eval()
    device, found = settings.device, []
    for begin in range(0, len(chosen), 256):
        part = chosen[begin : begin + 256]
        ids, mask = rows.ids[part].long().to(device), rows.mask[part].to(device)
        with torch.autocast(device, torch.bfloat16, enabled=settings.half):
            states, answers = network(ids, mask)
        states, answers = states.float(), answers.float()
        cut, drop, lead, subject, helper, form = split_answers(answers, network.sizes)
        cut = torch.sigmoid(cut.squeeze(-1))
        changed = form.softmax(-1)
        for place, row in enumerate(part):
            body = rows.body[row]
            entry = {"id": rows.names[row], "joints": [], "forms": []}
            for token in torch.nonzero((cut[place].cpu() > 0.02) & body).flatten().tolist():
                joint = {"t": token, "p": round(float(cut[place, token]), 4)}
                for name, logits in (("drop", drop), ("lead", lead), ("subject", subject), ("helper", helper)):
                    chances = logits[place, token].softmax(-1)
                    best = chances.topk(min(3, chances.shape[-1]))
                    joint[name] = [[int(k), round(float(v), 4)] for v, k in zip(best.values, best.indices)]
                here = states[place, token]
                for name, layer in (("first", network.first), ("last", network.last)):
                    scores = (states[place] @ layer(here)) / states.shape[-1] ** 0.5
                    scores = scores.masked_fill(~body.to(device), -1e4)[:token].softmax(-1) if token > 0 else scores
                    joint[name] = [int(scores.argmax()), round(float(scores.max()), 4)]
                entry["joints"].append(joint)
            for token in torch.nonzero((changed[place, :, 0].cpu() < 0.9) & body).flatten().tolist():
                best = int(changed[place, token].argmax())
                second = changed[place, token, 1:]
                entry["forms"].append([token, best, round(float(changed[place, token, best]), 4), int(second.argmax()) + 1, round(float(second.max()), 4)])
            found.append(entry)
    return found


def tally(rows: Rows, predictions: list[dict]) -> None:
    """How many of the marked joints are found, and how many of the found are marked, by threshold."""
    place_of = {name: row for row, name in enumerate(rows.names)}
    gold = {}
    for row, token, drop, lead, subject, helper, first, last in rows.joints.tolist():
        gold[(row, token)] = (drop, lead, subject, helper, first, last)
    whole = sum(1 for entry in predictions for key in gold if False) or sum(1 for key in gold if rows.names[key[0]] in {e["id"] for e in predictions})
    for threshold in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        said = right = exact = 0
        for entry in predictions:
            row = place_of[entry["id"]]
            for joint in entry["joints"]:
                if joint["p"] < threshold:
                    continue
                said += 1
                wanted = gold.get((row, joint["t"]))
                if wanted is None:
                    continue
                right += 1
                got = tuple(joint[name][0][0] for name in ("drop", "lead", "subject", "helper"))
                exact += got == wanted[:4]
        print(f"p>={threshold}: {said} joints said, {right} marked ({100 * right / max(1, said):.1f} %), worded alike {exact} "
              f"({100 * exact / max(1, said):.1f} %); {100 * right / max(1, whole):.1f} % of the marked found", flush=True)


def create(settings: JointSettings, start: str) -> JointNetwork:
    stored = np.load(start)
    shape = Shape(**json.loads(str(stored["shape"])))
    shape.dropout = settings.dropout
    sizes = [1, settings.drops, settings.leads, settings.subjects, settings.helpers, settings.forms]
    network = JointNetwork(shape, sizes)
    state = network.state_dict()
    for name in state:
        inner = name.removeprefix("encoder.")
        for candidate in (name, inner):
            if candidate in stored:
                state[name] = torch.from_numpy(stored[candidate].astype(np.float32))
                break
    network.load_state_dict(state)
    return network.to(settings.device)


def save(network: JointNetwork, path: str, record: dict) -> None:
    arrays = {name: value.detach().half().cpu().numpy() for name, value in network.state_dict().items()
              if not any(part in name for part in ("language_", "replaced_", "document_", "token_out"))}
    np.savez(path, shape=json.dumps(asdict(network.encoder.shape)), sizes=json.dumps(network.sizes), record=json.dumps(record), **arrays)


def main() -> None:
    settings = read_settings(JointSettings)
    seed_everything(settings.seed)
    network = create(settings, settings.start)
    other = None
    if settings.silver:
        silver = load(settings.silver, settings)
        print(f"{len(silver.ids)} sentences with the rules' cuts, {len(silver.joints)} joints", flush=True)
        if settings.silver_epochs > 0:
            train(network, silver, list(range(len(silver.ids))), settings.silver_epochs, settings.silver_rate, settings.batch, settings, "rules")
            save(network, settings.out + ".silver.npz", {})
        other = (silver, Picker(silver)) if settings.rehearsal > 0 else None
    gold = load(settings.gold, settings)
    print(f"{len(gold.ids)} marked sentences, {len(gold.joints)} joints", flush=True)
    taught = {name: value.detach().clone() for name, value in network.state_dict().items()}
    everything = list(range(len(gold.ids)))
    if settings.folds > 1:
        predictions = []
        for fold in range(settings.folds):
            network.load_state_dict(taught)
            left = [row for row in everything if gold.names[row] % settings.folds == fold]
            train(network, gold, [row for row in everything if gold.names[row] % settings.folds != fold], settings.gold_epochs,
                  settings.gold_rate, settings.gold_batch, settings, f"fold {fold}", other)
            predictions.extend(answer(network, gold, left, settings))
        tally(gold, predictions)
        if settings.predictions:
            with open(settings.predictions, "w", encoding="utf-8") as file:
                for entry in predictions:
                    file.write(json.dumps(entry, separators=(",", ":")) + "\n")
        network.load_state_dict(taught)
    train(network, gold, everything, settings.gold_epochs, settings.gold_rate, settings.gold_batch, settings, "all", other)
    save(network, settings.out, {"joints": as_record(settings)})
    print(f"saved {settings.out}", flush=True)


if __name__ == "__main__":
    main()
