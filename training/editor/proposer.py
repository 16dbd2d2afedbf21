"""Teaches one network what a copy editor would do with every word of a sentence, and which edits are right.

It starts from a detector's encoder (`keep.py`), from the model of joints (`joints.onnx`), or from its own earlier weights. Four
things are learnt at once, over rows that `rows.ts` made: where sentences are cut and how the next begins (judged cuts, editors'
cuts, the answers of an earlier proposer; from the model of joints, what was known before is kept by imitating the network's own
first state), which words editors drop, which they replace, and whether an edit is right (verdicts).
Texts of fold 0 choose the settings; those of fold 1 are looked at once, by `judge.py`.

  python3 training/editor/proposer.py start=student.npz rows=cuts.jsonl,words.jsonl,edits.jsonl out=proposer.npz
"""

from __future__ import annotations

import json
import math
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, str(Path(__file__).parent.parent))
from measure import auroc  # noqa: E402
from network import Encoder, Shape  # noqa: E402
from settings import as_record, read_settings, seed_everything  # noqa: E402


@dataclass
class ProposerSettings:
    start: str = "models/rewriter/joints.onnx"
    rows: list[str] = field(default_factory=list)
    out: str = "training/work/proposer.npz"
    # How often each kind of row is drawn in a batch: judged cuts, editors' sentences, judged words, an earlier proposer's answers.
    shares: list[str] = field(default_factory=lambda: ["96", "96", "96", "0"])
    epochs: float = 0.0
    seconds: float = 300.0
    rate: float = 1.5e-4
    dropout: float = 0.1
    decay: float = 0.02
    refused_weight: float = 3.0
    imitation: float = 1.0
    judge_weight: float = 2.0
    drop_weight: float = 1.0
    mark_decay: float = 0.02
    mark_rate: float = 0.01
    average: float = 0.998
    length: int = 160
    projection: int = 64
    units: int = 128
    every: int = 500
    half: bool = True
    device: str = "cuda"
    seed: int = 5


SIZES = [1, 6, 6, 25, 34, 11]
# The subjects that say a noun again (src/rewriter/proposer/joint-classes.ts).
SAID_AGAIN = range(21, 24)
KINDS = ["word", "cut", "drop", "phrase"]
FRESH = 12
MARKS = 32
BUCKETS = 1 << 18


class Proposer(nn.Module):
    """The encoder with one head for every question about a token, two that point to a noun, and the judge."""

    def __init__(self, shape: Shape, projection: int, units: int) -> None:
        super().__init__()
        width = shape.width
        self.encoder = Encoder(shape)
        self.answers = nn.Linear(width, sum(SIZES))
        self.first = nn.Linear(width, width)
        self.last = nn.Linear(width, width)
        # Two answers more for each token: goes without anything in its place, is put otherwise.
        self.edits = nn.Linear(width, 2)
        # The new words by a short vector each.
        self.fresh = nn.Embedding(shape.vocabulary, projection)
        self.judge_in = nn.Linear(5 * width + 3 * projection + len(KINDS), units)
        self.judge_out = nn.Linear(units, len(KINDS))
        # A weight for each bucket of plain marks of an edit (edit-marks.ts); bucket 0 pads.
        self.marks = nn.Embedding(BUCKETS, 1, padding_idx=0)
        nn.init.zeros_(self.marks.weight)
        nn.init.zeros_(self.edits.weight)
        nn.init.constant_(self.edits.bias, -3.0)
        nn.init.normal_(self.fresh.weight, std=0.05)
        for layer in (self.answers, self.first, self.last):
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.zeros_(layer.bias)
        # Most places are no joints, and most words stay as they are.
        with torch.no_grad():
            self.answers.bias[0] = -4.0
            self.answers.bias[sum(SIZES[:-1])] = 4.0

    def read(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        states = self.encoder.hidden(ids, mask)
        return states, self.answers(states)

    def judge(self, states: torch.Tensor, edits: torch.Tensor, fresh: torch.Tensor, marks: torch.Tensor) -> torch.Tensor:
        """`edits`: row, kind, first token, token behind; `fresh`: tokens of the new words, 0 for none."""
        row, kind, first, behind = edits.unbind(1)
        length = states.shape[1]
        places = torch.arange(length, device=states.device)[None]
        inside = ((places >= first[:, None]) & (places < torch.maximum(behind, first + 1)[:, None])).to(states.dtype)
        own = states[row]
        mean = (own * inside[..., None]).sum(1) / inside.sum(1, keepdim=True)
        at = lambda token: own[torch.arange(len(row), device=row.device), token.clamp(0, length - 1)]
        some = (fresh > 0).to(states.dtype)[..., None]
        vectors = self.fresh(fresh) * some
        count = some.sum(1).clamp(min=1)
        last = (fresh > 0).sum(1).clamp(min=1) - 1
        end = vectors[torch.arange(len(row), device=row.device), last]
        parts = [at(first - 1), at(first), at(behind - 1), at(behind), mean, vectors.sum(1) / count, vectors[:, 0], end,
                 F.one_hot(kind, len(KINDS)).to(states.dtype)]
        inner = F.dropout(torch.cat(parts, -1), 0.2 if self.training else 0.0, self.training)
        inner = F.dropout(F.relu(self.judge_in(inner)), 0.3 if self.training else 0.0, self.training)
        by_state = self.judge_out(inner)[torch.arange(len(row), device=row.device), kind]
        weights = self.marks(marks).squeeze(-1)
        if self.training:
            # Either voice must be able to speak without the other, and no mark alone decides.
            weights = weights * (torch.rand_like(weights) > 0.3)
        return by_state + weights.sum(1)


def create(settings: ProposerSettings) -> Proposer:
    if settings.start.endswith(".onnx"):
        shape, state = from_joints(settings.start)
    else:
        stored = np.load(settings.start)
        shape = Shape(**json.loads(str(stored["shape"])))
        state = {name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored.files if name not in ("shape", "sizes", "record")}
        if is_detector(settings.start):
            state = {f"encoder.{name}": value for name, value in state.items()}
    shape.dropout = settings.dropout
    network = Proposer(shape, settings.projection, settings.units)
    missing, unexpected = network.load_state_dict(state, strict=False)
    print(f"{len(state)} arrays read, {len(missing)} begun anew, unexpected: {unexpected}", flush=True)
    return network.to(settings.device)


def is_detector(path: str) -> bool:
    return path.endswith(".npz") and "embedding.weight" in np.load(path).files


def from_joints(path: str) -> tuple[Shape, dict[str, torch.Tensor]]:
    """The weights of the released graph, out of their eight bits."""
    import onnx
    from onnx import numpy_helper

    found = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
    layers = 1 + max(int(name.split(".")[1]) for name in found if name.startswith("blocks."))
    width, inner = found["blocks.0.widen.w"].shape
    vocabulary = found["embedding"].shape[0]
    shape = Shape(vocabulary=vocabulary, layers=layers, width=width, heads=width // (2 * found["cos"].shape[1]), inner=inner,
                  positions=found["cos"].shape[0], activation="relu")
    state: dict[str, np.ndarray] = {"encoder.embedding.weight": found["embedding"] * found["embedding_scale"]}
    for name, value in found.items():
        where = "encoder." if name.startswith(("blocks.", "last_norm")) else ""
        if name.endswith(".w_scale"):
            layer = name.removesuffix(".w_scale")
            state[f"{where}{layer}.weight"] = (found[layer + ".w"] * value).T
            state[f"{where}{layer}.bias"] = found[layer + ".b"]
        elif name.endswith(".g"):
            layer = name.removesuffix(".g")
            state[f"{where}{layer}.weight"], state[f"{where}{layer}.bias"] = value, found[layer + ".b"]
    for layer in ("answers", "first", "last"):
        state[f"{layer}.weight"], state[f"{layer}.bias"] = found[layer + ".w"].T, found[layer + ".b"]
    return shape, {name: torch.from_numpy(np.ascontiguousarray(value, np.float32)) for name, value in state.items()}


class Lists:
    """Lists of numbers that belong to rows, in one table on the device."""

    def __init__(self, lists: list[list[list[int]]], width: int, device: str) -> None:
        self.table = torch.tensor([one for own in lists for one in own], dtype=torch.int32).view(-1, width).to(device)
        self.offsets = torch.from_numpy(np.cumsum([0, *map(len, lists)])).to(device)

    def take(self, picked: torch.Tensor) -> torch.Tensor:
        """The lists of some rows, each with the place of its row among them in front."""
        begin = self.offsets[picked]
        counts = self.offsets[picked + 1] - begin
        places = torch.repeat_interleave(torch.arange(len(picked), device=picked.device), counts)
        inside = torch.arange(len(places), device=picked.device) - torch.repeat_interleave(counts.cumsum(0) - counts, counts)
        return torch.cat([places[:, None], self.table[begin[places] + inside].long()], 1)


class Rows:
    """All rows of one kind on the device."""

    def __init__(self, lines: list[dict], length: int, device: str) -> None:
        lines = [row for row in lines if len(row["i"]) <= length]
        n = len(lines)
        self.folds = np.array([row["h"] for row in lines])
        ids, body = np.zeros((n, length), np.int32), np.zeros((n, length), bool)
        for r, row in enumerate(lines):
            ids[r, : len(row["i"])] = row["i"]
            body[r, row["f"] : len(row["i"])] = True
        self.ids, self.body = torch.from_numpy(ids).to(device), torch.from_numpy(body).to(device)
        self.lengths = np.array([len(row["i"]) for row in lines])
        self.knows = torch.tensor([row["e"] for row in lines], device=device)
        lists = lambda name, width: Lists([row[name] if width > 1 else [[one] for one in row[name]] for row in lines], width, device)
        # A cut of an earlier proposer says with its last number how likely it is.
        self.lists = {"joints": Lists([[(cut + [1000])[:8] for cut in row["c"]] for row in lines], 8, device), "forms": lists("v", 2), "refused": lists("x", 1), "dropped": lists("d", 1),
                      "put": lists("r", 1), "edits": Lists([[padded(one) for one in row["j"]] for row in lines], 5 + FRESH + MARKS, device)}

    def batch(self, picked: np.ndarray) -> dict[str, torch.Tensor]:
        longest = int(self.lengths[picked].max())
        where = torch.from_numpy(picked).to(self.ids.device)
        ids = self.ids[where, :longest].long()
        found = {name: own.take(where) for name, own in self.lists.items()}
        edits = found["edits"]
        return {**found, "ids": ids, "mask": ids != 0, "body": self.body[where, :longest], "knows": self.knows[where],
                "edits": edits[:, :6], "fresh": edits[:, 6 : 6 + FRESH], "marks": edits[:, 6 + FRESH :]}


def padded(edit: list[int]) -> list[int]:
    """Kind, first token, token behind, verdict, weight; then the new words' tokens and the marks, each in so many places."""
    count, rest = edit[5], edit[6:]
    return [*edit[:5], *(rest[:count] + [0] * FRESH)[:FRESH], *(rest[count:] + [0] * MARKS)[:MARKS]]


def losses(network: Proposer, first: Proposer | None, batch: dict[str, torch.Tensor], settings: ProposerSettings) -> dict[str, torch.Tensor]:
    ids, mask, body, knows = batch["ids"], batch["mask"], batch["body"], batch["knows"]
    states, answers = network.read(ids, mask)
    states, answers = states.float(), answers.float()
    cut, drop, lead, subject, helper, form = answers.split(SIZES, -1)
    n = len(ids)
    loss: dict[str, torch.Tensor] = {}
    full = ((knows == 0) | (knows == 3))[:, None] & body
    wanted, weight = torch.zeros(ids.shape, device=ids.device), torch.ones(ids.shape, device=ids.device)
    joints = batch["joints"]
    if len(joints):
        wanted[joints[:, 0], joints[:, 1]] = joints[:, 8] / 1000
    if len(batch["refused"]):
        weight[batch["refused"][:, 0], batch["refused"][:, 1]] = settings.refused_weight
    named = full | ((wanted > 0) & body)
    found = F.binary_cross_entropy_with_logits(cut.squeeze(-1), wanted, reduction="none")
    loss["cut"] = (found * weight * named).sum() / n
    shape = torch.zeros(ids.shape, dtype=torch.long, device=ids.device)
    if len(batch["forms"]):
        shape[batch["forms"][:, 0], batch["forms"][:, 1]] = batch["forms"][:, 2]
    told = full | (shape > 0)
    loss["form"] = (F.cross_entropy(form.flatten(0, 1), shape.flatten(), reduction="none").view(ids.shape) * told).sum() / n
    if len(joints):
        r, t = joints[:, 0], joints[:, 1]
        likely = joints[:, 8] / 1000
        loss["wording"] = sum((F.cross_entropy(logits[r, t], joints[:, column], reduction="none") * likely).sum()
                              for logits, column in ((drop, 2), (lead, 3), (subject, 4), (helper, 5))) / n
        copied = (joints[:, 6] >= 0) & (joints[:, 7] >= 0)
        some = joints[copied]
        here, held = states[some[:, 0], some[:, 1]], body[some[:, 0]]
        for layer, column in ((network.first, 6), (network.last, 7)):
            scores = torch.einsum("jw,jtw->jt", layer(here), states[some[:, 0]]) / states.shape[-1] ** 0.5
            pointed = F.cross_entropy(scores.masked_fill(~held, -1e4), some[:, column], reduction="none")
            loss["wording"] = loss["wording"] + (pointed * likely[copied]).sum() / n
    if first is not None and settings.imitation > 0:
        # Where nothing is known of the joints the network goes on saying what it said at first.
        with torch.no_grad():
            _, old = first.read(ids, mask)
            old = old.float()
        rest = ((knows == 1) | (knows == 2))[:, None] & body
        chance = torch.sigmoid(old[..., 0])
        same = F.binary_cross_entropy_with_logits(cut.squeeze(-1), chance, reduction="none") * (wanted == 0)
        begin = 1
        for size in SIZES[1:]:
            mine, its = answers[..., begin : begin + size], old[..., begin : begin + size]
            gap = F.kl_div(mine.log_softmax(-1), its.softmax(-1), reduction="none").sum(-1)
            # What is said of a place matters as much as the place is likely; forms matter everywhere.
            same = same + (gap if size == SIZES[-1] else gap * chance)
            begin += size
        loss["imitation"] = settings.imitation * (same * rest).sum() / n
    edited = (knows == 1)[:, None] & body
    if settings.drop_weight > 0 and edited.any():
        answer = network.edits(states)
        for name, column in (("dropped", 0), ("put", 1)):
            label = torch.zeros(ids.shape, device=ids.device)
            if len(batch[name]):
                label[batch[name][:, 0], batch[name][:, 1]] = 1
            loss[name] = settings.drop_weight * (F.binary_cross_entropy_with_logits(answer[..., column], label, reduction="none") * edited).sum() / edited.any(1).sum()
    if settings.judge_weight > 0 and len(batch["edits"]):
        edits = batch["edits"]
        said = network.judge(states, edits[:, :4], batch["fresh"], batch["marks"])
        each = F.binary_cross_entropy_with_logits(said, edits[:, 4].float(), reduction="none")
        loss["judge"] = settings.judge_weight * (each * edits[:, 5]).sum() / edits[:, 5].sum()
        loss["marks"] = settings.mark_decay * network.marks(batch["marks"]).square().sum() / len(edits)
    return loss


@torch.no_grad()
def measure(network: Proposer, kinds: list[Rows], fold: int, settings: ProposerSettings) -> str:
    network.eval()
    said: dict[int, list[tuple[float, int]]] = {}
    drops: list[tuple[float, int]] = []
    cuts: list[tuple[float, int]] = []
    worded: list[bool] = []
    for rows in kinds:
        chosen = np.flatnonzero(rows.folds == fold)
        for begin in range(0, len(chosen), 256):
            batch = rows.batch(chosen[begin : begin + 256])
            with torch.autocast(settings.device, torch.bfloat16, enabled=settings.half):
                states, answers = network.read(batch["ids"], batch["mask"])
            states = states.float()
            joints = batch["joints"][(batch["knows"] == 0)[batch["joints"][:, 0]]]
            said_there = torch.stack([logits.argmax(-1) for logits in answers.split(SIZES, -1)[1:5]], -1)[joints[:, 0], joints[:, 1]]
            worded.extend((said_there == joints[:, 2:6]).all(1).tolist())
            if len(batch["edits"]):
                scores = network.judge(states, batch["edits"][:, :4], batch["fresh"], batch["marks"])
                for kind, score, right in zip(batch["edits"][:, 1].tolist(), scores.tolist(), batch["edits"][:, 4].tolist()):
                    said.setdefault(kind, []).append((score, right))
            for name, store, logits, known in (("dropped", drops, network.edits(states)[..., 0], 1), ("joints", cuts, answers[..., 0].float(), 0)):
                held = batch["body"] & (batch["knows"] == known)[:, None]
                if not held.any():
                    continue
                label = torch.zeros(batch["ids"].shape, device=settings.device)
                if len(batch[name]):
                    label[batch[name][:, 0], batch[name][:, 1]] = 1
                store.extend(zip(logits[held].tolist(), label[held].int().tolist()))
    network.train()
    parts = []
    for kind, pairs in sorted(said.items()):
        score, right = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
        sure = 1 / (1 + np.exp(-score)) >= 0.9
        wrong = 1 - right[sure].mean() if sure.any() else float("nan")
        parts.append(f"{KINDS[kind]} {len(pairs)}: AUROC {auroc(score, right == 1):.3f}, sure 0.9: {sure.mean():.2f} with {wrong:.3f} wrong (all {1 - right.mean():.2f})")
    for name, pairs in (("drops", drops), ("cuts", cuts)):
        if pairs:
            score, right = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
            order = np.argsort(-score)
            top = order[: int(right.sum())]
            if name == "cuts":
                parts.append(f"worded alike {np.mean(worded):.3f} of {len(worded)}")
            parts.append(f"{name}: {int(right.sum())} of {len(right)}, precision at as many {right[top].mean():.3f}, AUROC {auroc(score, right == 1):.3f}")
    return "; ".join(parts)


def main() -> None:
    settings = read_settings(ProposerSettings)
    seed_everything(settings.seed)
    device = settings.device
    kinds: list[Rows] = []
    lines: list[list[dict]] = [[] for _ in settings.shares]
    for path in settings.rows:
        for line in open(path, encoding="utf-8"):
            row = json.loads(line)
            if row["e"] < len(lines):
                lines[row["e"]].append(row)
    kinds = [Rows(own, settings.length, device) for own in lines]
    taught = [np.flatnonzero(rows.folds > 1) for rows in kinds]
    shares = [int(share) for share in settings.shares]
    print("rows taught: " + ", ".join(str(len(own)) for own in taught), flush=True)
    network = create(settings)
    first = None if is_detector(settings.start) or settings.imitation == 0 else create(settings).eval()
    network.train()
    print("before: " + measure(network, kinds, 0, settings), flush=True)
    named = list(network.named_parameters())
    optimiser = torch.optim.AdamW([
        {"params": [p for n, p in named if p.ndim >= 2 and n.startswith("encoder.")], "weight_decay": settings.decay, "base": settings.rate},
        {"params": [p for n, p in named if p.ndim < 2], "weight_decay": 0.0, "base": settings.rate},
        {"params": [p for n, p in named if p.ndim >= 2 and not n.startswith(("encoder", "marks"))], "weight_decay": settings.decay, "base": 3 * settings.rate},
        {"params": [network.marks.weight], "weight_decay": 0.0, "base": settings.mark_rate},
    ], lr=settings.rate, betas=(0.9, 0.98), eps=1e-6)
    averaged = {name: value.detach().clone() for name, value in network.state_dict().items()}
    draw = np.random.default_rng(settings.seed)
    longest = max((len(own) / share for own, share in zip(taught, shares) if share), default=1)
    steps = int(settings.epochs * longest) if settings.epochs else 0
    began, step = time.time(), 0
    totals: dict[str, float] = {}
    orders = [np.array([], np.int64) for _ in kinds]
    while True:
        progress = step / steps if steps else (time.time() - began) / settings.seconds
        if progress >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = group["base"] * schedule(progress)
        for k, rows in enumerate(kinds):
            if len(taught[k]) == 0 or shares[k] == 0:
                continue
            if len(orders[k]) < shares[k]:
                orders[k] = np.concatenate([orders[k], draw.permutation(taught[k])])
            picked, orders[k] = orders[k][: shares[k]], orders[k][shares[k] :]
            batch = rows.batch(picked)
            with torch.autocast(device, torch.bfloat16, enabled=settings.half):
                parts = losses(network, first, batch, settings)
                loss = sum(parts.values())
            loss.backward()
            for name, value in parts.items():
                totals[name] = totals.get(name, 0.0) + value.detach()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        keep = min(settings.average, (step + 1) / (step + 10))
        with torch.no_grad():
            for name, value in network.state_dict().items():
                averaged[name].lerp_(value, 1 - keep)
        if step % 100 == 0:
            print(f"step {step} {time.time() - began:.0f}s {progress:.2f} " + " ".join(f"{n} {float(v) / 100:.3f}" for n, v in totals.items()), flush=True)
            totals = {}
        if step % settings.every == 0:
            kept = {name: value.detach().clone() for name, value in network.state_dict().items()}
            network.load_state_dict(averaged)
            print(f"fold 0 at step {step}: " + measure(network, kinds, 0, settings), flush=True)
            network.load_state_dict(kept)
    network.load_state_dict(averaged)
    print(f"fold 0 after {step} steps: " + measure(network, kinds, 0, settings), flush=True)
    save(network, settings.out, {"proposer": as_record(settings)})


def schedule(progress: float) -> float:
    return min(1.0, progress / 0.06 + 0.01) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))


def save(network: Proposer, path: str, record: dict) -> None:
    arrays = {name: value.detach().half().cpu().numpy() for name, value in network.state_dict().items()
              if not any(part in name for part in ("language_", "replaced_", "document_", "token_out"))}
    np.savez(path, shape=json.dumps(asdict(network.encoder.shape)), sizes=json.dumps(SIZES), record=json.dumps(record), **arrays)
    print(f"saved {path}", flush=True)


if __name__ == "__main__":
    main()
