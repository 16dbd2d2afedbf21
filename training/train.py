"""Trains the classifier: is this window, and each token's neighbourhood, human or machine writing?

Windows are random crops of many lengths, some of them mechanically changed, some spliced from both
authors. With `teachers` the network also learns the soft answers of larger or other networks on the
very same windows. Several teachers take turns, a step each: the target is their mean in the long run,
for the price of one.

  python3 training/train.py data=training/work start=training/work/pretrained.npz out=training/work/student.npz
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, str(Path(__file__).parent))
from batches import FIRST_WORD, MASK, Corpus, Sampler, training_weights  # noqa: E402
from checkpoint import Checkpoint  # noqa: E402
from corpus import TodayShares, family_of, is_harvested, is_left_out, is_mirror  # noqa: E402
from export import load_encoder  # noqa: E402
from measure import auroc, by_slice, summary  # noqa: E402
from pretrain import adam, compile_blocks, save, schedule, word_loss  # noqa: E402
from settings import as_record, read_settings, seed_everything  # noqa: E402


@dataclass
class TrainSettings:
    data: str = "training/work"
    start: str = "training/work/pretrained.npz"
    out: str = "training/work/student.npz"
    predictions: str = ""
    # Where to keep a thousand training windows: the export measures activation ranges on them.
    calibration: str = ""
    teachers: list[str] = field(default_factory=list)
    # Teaches the texts of the older collections in the others' place: a network that knew nothing else knows these best.
    older_teacher: str = ""
    # Share of the loss that comes from the teachers' answers.
    taught: float = 0.6
    # Weight of looking like the teacher inside: direction of every token's last state.
    likeness: float = 0.0
    # Whose labels are never seen: sources, `family:NAME`, `maker:NAME`, `voice:START`, `domain:NAME` (corpus.py).
    hold_out: list[str] = field(default_factory=list)
    # Left out as well, and reported nowhere: their texts are looked at once, when the release is judged.
    sealed: list[str] = field(default_factory=list)
    tokens_per_batch: int = 65536
    lengths: list[str] = field(default_factory=lambda: ["64", "128", "256", "384"])
    rate: float = 6e-4
    warmup: float = 0.05
    decay: float = 0.05
    dropout: float = 0.1
    smoothing: float = 0.03
    token_weight: float = 0.6
    changed_share: float = 0.3
    # Whether changed texts are learnt from their labels alone, not from the teachers' answers.
    labels_for_changed: bool = False
    splice_share: float = 0.2
    # Share of a batch that is pairs of a human text and its mirror, and how much their order counts.
    pair_share: float = 0.0
    pair_weight: float = 0.5
    noise: float = 0.03
    # In half of the rows this share of the tokens is hidden, and guessing them counts a little:
    # both keep the network from learning its training texts by heart.
    hidden: float = 0.1
    language_weight: float = 0.1
    pretrain_factor: float = 0.6
    multi_share: float = 0.08
    mixed_share: float = 0.05
    # How much more texts of base models count, and human texts of the sources they continue.
    base_factor: float = 1.0
    # A source counts with this power of its size: 0.5 for breadth, 1 for the mixture as collected.
    source_power: float = 0.5
    # Shares of the machine class for texts of present-day assistants, and of the human class for the texts they mirror.
    mirror_share: float = 0.33
    harvest_share: float = 0.17
    original_share: float = 0.25
    # From this point on, human texts that are taken for machine writing count more.
    mine_from: float = 0.6
    mine_factor: float = 3.0
    average: float = 0.998
    steps: int = 0
    seconds: float = 240.0
    window: int = 192
    stride: int = 144
    # A file to stop and resume by, how often it is written, and how long one command may run.
    checkpoint: str = ""
    every: float = 120.0
    limit: float = 0.0
    compile: bool = True
    # Products in bfloat16; a plain CPU without such instructions is faster without.
    half: bool = True
    device: str = "cuda"
    seed: int = 7


def main() -> None:
    settings = read_settings(TrainSettings)
    seed_everything(settings.seed)
    device = settings.device
    corpus = Corpus(settings.data, device)
    weights = training_weights(corpus, [*settings.hold_out, *settings.sealed], settings.pretrain_factor, settings.multi_share, settings.mixed_share,
                               settings.base_factor, settings.source_power,
                               TodayShares(settings.mirror_share, settings.harvest_share, settings.original_share))
    sampler = Sampler(corpus, weights, settings.changed_share, settings.splice_share, settings.seed, settings.pair_share)
    print(f"{int((weights > 0).sum())} documents, {len(corpus.changed)} changed versions", flush=True)
    encoder = load_encoder(settings.start).to(device)
    set_dropout(encoder, settings.dropout)
    encoder.train()
    teachers = [load_encoder(path).to(device) for path in settings.teachers]
    older_teacher = load_encoder(settings.older_teacher).to(device) if settings.older_teacher else None
    everyone = [*teachers, older_teacher] if older_teacher is not None else teachers
    # Translate the network's states into each teacher's; needed in training only.
    bridges = torch.nn.ModuleList(torch.nn.Linear(encoder.shape.width, teacher.shape.width) for teacher in everyone).to(device)
    averaged = {name: value.detach().float().clone() for name, value in encoder.state_dict().items()}
    language_loss = word_loss
    if settings.compile:
        compile_blocks([encoder, *everyone])
        language_loss = torch.compile(word_loss)
    parameters = [p for name, p in encoder.named_parameters() if not name.startswith("replaced")]
    parameters += list(bridges.parameters())
    optimiser = adam(parameters, settings.rate, settings.decay, device)
    lengths = [int(length) for length in settings.lengths]
    step, mined = 0, None
    checkpoint = Checkpoint(settings.checkpoint, settings.every, settings.limit)
    stored = checkpoint.load(device)
    if stored is not None:
        encoder.load_state_dict(stored["encoder"])
        optimiser.load_state_dict(stored["optimiser"])
        bridges.load_state_dict(stored["bridges"])
        averaged, step, mined = stored["averaged"], stored["step"], stored["mined"]
        sampler.random.set_state(stored["sampler"].cpu())
        if mined is not None:
            sampler.set_weights(mined)
    checkpoint.restart_clock()
    totals = torch.zeros(3, device=device)
    while True:
        progress = step / settings.steps if settings.steps else checkpoint.spent() / settings.seconds
        if progress >= 1:
            break
        if checkpoint.is_due() or checkpoint.is_out_of_time():
            checkpoint.save({"encoder": encoder.state_dict(), "optimiser": optimiser.state_dict(), "averaged": averaged,
                             "bridges": bridges.state_dict(),
                             "step": step, "mined": mined, "sampler": sampler.random.get_state()})
            if checkpoint.is_out_of_time():
                print(f"stopped at step {step}: run the same command again", flush=True)
                return
        if progress >= settings.mine_from and mined is None and settings.mine_factor > 0:
            mined = mine(encoder, corpus, weights, settings)
            sampler.set_weights(mined)
            encoder.train()
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * schedule(progress, settings.warmup)
        length = lengths[step % len(lengths)]
        ids, mask, labels, target, is_new = sampler.rows(settings.tokens_per_batch // length, length)
        ids = add_noise(ids, mask, settings.noise, encoder.shape.vocabulary)
        seen, rows, places, original = hide_words(ids, mask, settings.hidden)
        with torch.autocast(device, torch.bfloat16, enabled=settings.half):
            states = encoder.hidden(seen, mask)
            document, tokens = encoder.classify(states, mask)
            words = language_loss(encoder, states[rows], places, original)
            # The teacher reads the whole text: what is hidden from the pupil is to be made up for.
            turn = step % len(teachers) if teachers else 0
            taught = teach(teachers[turn], ids, mask) if teachers else None
            older = teach(older_teacher, ids, mask) if older_teacher is not None else None
        if older is not None:
            taught = (torch.where(is_new, taught[0], older[0]), torch.where(is_new[:, None], taught[1], older[1]), taught[2])
        # Teachers are no better than their pupils at texts with slips and odd marks; there the labels alone count.
        untaught = sampler.changed_count(len(ids)) if settings.labels_for_changed else 0
        loss, parts = losses(document.float(), tokens.float(), target, labels, mask, taught, untaught, settings)
        loss = loss + settings.language_weight * words
        paired = sampler.pair_count(len(ids)) if settings.pair_share > 0 else 0
        if paired:
            human, mirror = document[-2 * paired : -paired].float(), document[-paired:].float()
            loss = loss + settings.pair_weight * F.softplus(human - mirror).mean()
        if taught is not None and settings.likeness > 0:
            same = F.cosine_similarity(bridges[turn](states.float()), taught[2], dim=-1)
            if older is not None:
                as_older = F.cosine_similarity(bridges[-1](states.float()), older[2], dim=-1)
                same = torch.where(is_new[:, None], same, as_older)
            loss = loss + settings.likeness * masked_mean(1 - same, mask)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        step += 1
        average(averaged, encoder, min(settings.average, 1 - 1 / (1 + step / 10)))
        totals += parts
        if step % 200 == 0:
            document_loss, token_loss, taught_loss = (totals / 200).tolist()
            totals.zero_()
            now = checkpoint.spent()
            print(f"step {step} {now:.0f}s document {document_loss:.4f} token {token_loss:.4f} taught {taught_loss:.4f}", flush=True)
    state = {name: value.to(device) for name, value in averaged.items()}
    encoder.load_state_dict(state)
    encoder.eval()
    save(encoder, settings.out, {"train": as_record(settings) | {"steps_done": step}})
    print(f"saved {settings.out} after {step} steps, {checkpoint.spent():.0f}s", flush=True)
    checkpoint.remove()
    if settings.calibration:
        ids, mask, _, _, _ = sampler.rows(1024, settings.window)
        np.savez_compressed(settings.calibration, ids=ids.cpu().numpy().astype(np.uint16), mask=mask.cpu().numpy())
    report(encoder, corpus, settings)


def set_dropout(encoder: torch.nn.Module, share: float) -> None:
    encoder.shape.dropout = share
    for block in encoder.blocks:
        block.dropout = share


def losses(document, tokens, target, labels, mask, taught, untaught: int, settings: TrainSettings):
    """The loss and its parts; the first `untaught` rows are learnt from labels alone."""
    smooth = target * (1 - 2 * settings.smoothing) + settings.smoothing
    document_losses = F.binary_cross_entropy_with_logits(document, smooth, reduction="none")
    known = (labels < 2) & mask
    token_target = labels.float().clamp(0, 1) * (1 - 2 * settings.smoothing) + settings.smoothing
    token_losses = F.binary_cross_entropy_with_logits(tokens, token_target, reduction="none")
    document_loss, token_loss = document_losses.mean(), masked_mean(token_losses, known)
    if taught is None:
        parts = torch.stack((document_loss, token_loss, torch.zeros_like(document_loss)))
        return document_loss + settings.token_weight * token_loss, parts.detach()
    taught_document, taught_tokens, _ = taught
    taught_documents = F.binary_cross_entropy_with_logits(document, taught_document, reduction="none")
    taught_token_losses = F.binary_cross_entropy_with_logits(tokens, taught_tokens, reduction="none")
    share = torch.full_like(document, settings.taught)
    share[:untaught] = 0
    whole = ((1 - share) * document_losses + share * taught_documents).mean()
    by_token = masked_mean((1 - share)[:, None] * token_losses, known) + masked_mean(share[:, None] * taught_token_losses, mask)
    taught_loss = taught_documents[untaught:].mean() + settings.token_weight * masked_mean(taught_token_losses[untaught:], mask[untaught:])
    return whole + settings.token_weight * by_token, torch.stack((document_loss, token_loss, taught_loss)).detach()


def masked_mean(values: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return (values * mask).sum() / mask.sum().clamp_min(1)


@torch.no_grad()
def teach(teacher, ids, mask):
    states = teacher.hidden(ids, mask)
    document, tokens = teacher.classify(states, mask)
    return document.float().sigmoid(), tokens.float().sigmoid(), states.float()


def add_noise(ids: torch.Tensor, mask: torch.Tensor, share: float, vocabulary: int) -> torch.Tensor:
    """In a quarter of the rows a few tokens are replaced at random."""
    rows = torch.rand(len(ids), 1, device=ids.device) < 0.25
    where = (torch.rand(ids.shape, device=ids.device) < share) & rows & mask
    where[:, 0] = False
    return torch.where(where, torch.randint_like(ids, FIRST_WORD, vocabulary), ids)


def hide_words(ids: torch.Tensor, mask: torch.Tensor, share: float):
    """Hides a share of the tokens in half of the rows; gives back what is seen, which rows, which
    places, and the words there (-100 behind a text's end)."""
    rows = torch.randperm(len(ids), device=ids.device)[: len(ids) // 2]
    count = max(1, int(share * ids.shape[1]))
    places = torch.rand(len(rows), ids.shape[1] - 1, device=ids.device).topk(count, dim=1).indices + 1
    original = torch.where(mask[rows].gather(1, places), ids[rows].gather(1, places), -100)
    seen = ids.clone()
    seen[rows] = ids[rows].scatter(1, places, MASK)
    seen = torch.where(mask, seen, ids)
    return seen, rows, places, original


@torch.no_grad()
def average(averaged: dict[str, torch.Tensor], encoder: torch.nn.Module, keep: float) -> None:
    state = encoder.state_dict()
    names = list(averaged)
    torch._foreach_mul_([averaged[n] for n in names], keep)
    torch._foreach_add_([averaged[n] for n in names], [state[n].float() for n in names], alpha=1 - keep)


@torch.no_grad()
def mine(encoder, corpus: Corpus, weights: torch.Tensor, settings: TrainSettings) -> torch.Tensor:
    """New weights: a human text counts more the surer the network is that a machine wrote it."""
    encoder.eval()
    rows = [i for i, record in enumerate(corpus.records) if weights[i] > 0 and not record["is_ai"] and record["language"] == "en"]
    scores = torch.zeros(len(rows))
    for begin in range(0, len(rows), 1024):
        part = rows[begin : begin + 1024]
        # The last tensor shape would force a new compilation, so the batch is filled up.
        part_full = part + part[:1] * (1024 - len(part))
        ids, mask = windows_of(corpus, [(row, 0) for row in part_full], 128)
        with torch.autocast(settings.device, torch.bfloat16, enabled=settings.half):
            document, _ = encoder(ids, mask)
        scores[begin : begin + len(part)] = document.float().sigmoid().cpu()[: len(part)]
    changed = weights.clone()
    changed[torch.tensor(rows)] *= 1 + settings.mine_factor * scores.double()
    human = torch.tensor([not record["is_ai"] for record in corpus.records])
    changed[human] *= weights[human].sum() / changed[human].sum()
    print(f"mined {len(rows)} human texts: {float((scores > 0.5).float().mean()):.4f} taken for machine writing", flush=True)
    return changed


def windows_of(corpus: Corpus, places: list[tuple[int, int]], length: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Clean windows (document, first token) with CLS in front."""
    rows = torch.tensor([row for row, _ in places], device=corpus.device)
    first = torch.tensor([at for _, at in places], device=corpus.device)
    begin, end = corpus.offsets[rows] + first, corpus.offsets[rows + 1]
    place = torch.arange(length, device=corpus.device)[None, :] - 1
    mask = place < (end - begin)[:, None]
    index = torch.where(mask, begin[:, None] + place.clamp_min(0), begin[:, None]).clamp_max(len(corpus.tokens) - 1)
    ids = torch.where(mask, corpus.tokens[index].long(), torch.zeros_like(index))
    ids[:, 0] = 1
    return ids, mask


def window_starts(tokens: int, window: int, stride: int) -> list[int]:
    """Starts of windows that hold window - 1 tokens and the CLS mark; the last one is moved back."""
    room = window - 1
    if tokens <= room:
        return [0]
    starts = list(range(0, tokens - room, stride))
    return [*starts, tokens - room]


@torch.no_grad()
def predict(encoder, corpus: Corpus, rows: list[int], window: int, stride: int, device: str, half: bool):
    """For every document: mean of the windows' document logits, mean of all token logits, and the
    mean logit of each token (overlaps averaged)."""
    places = [(row, start) for row in rows for start in window_starts(int(corpus.lengths[row]), window, stride)]
    document_sum, token_values = {row: [] for row in rows}, {row: None for row in rows}
    for begin in range(0, len(places), 512):
        part = places[begin : begin + 512]
        full = part + part[:1] * (512 - len(part))
        ids, mask = windows_of(corpus, full, window)
        with torch.autocast(device, torch.bfloat16, enabled=half):
            document, tokens = encoder(ids, mask)
        document, tokens, mask = document.float().cpu().numpy(), tokens.float().cpu().numpy(), mask.cpu().numpy()
        for k, (row, start) in enumerate(part):
            document_sum[row].append(float(document[k]))
            if token_values[row] is None:
                token_values[row] = np.zeros((2, int(corpus.lengths[row])), np.float32)
            count = int(mask[k].sum()) - 1
            token_values[row][0, start : start + count] += tokens[k, 1 : 1 + count]
            token_values[row][1, start : start + count] += 1
    per_token = {row: value[0] / np.maximum(value[1], 1) for row, value in token_values.items()}
    return {row: float(np.mean(v)) for row, v in document_sum.items()}, per_token


def report(encoder, corpus: Corpus, settings: TrainSettings) -> None:
    # Read one by one below; on the GPU each look would wait for it.
    corpus.lengths = corpus.lengths.cpu()
    records = corpus.records
    dev = [i for i, r in enumerate(records) if r["shard"].startswith("dev") and int(corpus.lengths[i]) > 0]
    document, per_token = predict(encoder, corpus, dev, settings.window, settings.stride, settings.device, settings.half)
    token_mean = {row: float(values.mean()) for row, values in per_token.items()}
    english = [i for i in dev if records[i]["shard"] == "dev" and records[i]["language"] == "en" and not records[i]["mixed"]]
    y = np.array([records[i]["is_ai"] for i in english])
    for name, scores in (("document", document), ("token", token_mean)):
        print(f"dev {name}: {summary(np.array([scores[i] for i in english]), y)}", flush=True)
    both = np.array([document[i] + token_mean[i] for i in english])
    print(f"dev both: {summary(both, y)}")
    report_today(corpus, dev, {i: document[i] + token_mean[i] for i in dev})
    labels = corpus.labels.cpu().numpy()
    offsets = corpus.offsets.cpu().numpy()
    token_scores, token_truth = [], []
    for i in dev:
        if records[i]["has_spans"]:
            truth = labels[offsets[i] : offsets[i + 1]]
            token_scores.append(per_token[i][truth < 2])
            token_truth.append(truth[truth < 2] == 1)
    if token_scores:
        print(f"dev tokens of texts with sentence labels: AUROC {auroc(np.concatenate(token_scores), np.concatenate(token_truth)):.4f}")
    for language in sorted({records[i]["language"] for i in dev}):
        rows = [i for i in dev if records[i]["shard"] == "dev" and records[i]["language"] == language and not records[i]["mixed"]]
        print(f"dev {language}: {summary(np.array([document[i] + token_mean[i] for i in rows]), np.array([records[i]['is_ai'] for i in rows]))}")
    print("\n".join(by_slice(both, y, [records[i]["source"] for i in english])))
    if settings.hold_out:
        report_left_out_kinds(encoder, corpus, settings, {i: document[i] + token_mean[i] for i in dev})
        report_held_out(encoder, corpus, settings)
    if settings.predictions:
        rows = {records[i]["id"]: [round(document[i], 4), round(token_mean[i], 4)] for i in dev}
        Path(settings.predictions).write_text(json.dumps(rows))


def report_today(corpus: Corpus, dev: list[int], scores: dict[int, float]) -> None:
    """Texts of present-day assistants against the human texts of the older development set, 50 words and more."""
    records = corpus.records
    long = [i for i in dev if records[i]["words"] >= 50 and records[i]["language"] == "en" and not records[i]["mixed"]]
    human = [i for i in long if records[i]["shard"] == "dev" and not records[i]["is_ai"]]
    machine = [i for i in long if records[i]["shard"] == "dev-today"]
    slices = {"all": machine}
    for i in machine:
        record = records[i]
        slices.setdefault(record["source"], []).append(i)
        if record["source"].startswith("today-"):
            slices.setdefault(f"voice {record['voice']}", []).append(i)
            slices.setdefault(f"domain {record['domain']}", []).append(i)
        else:
            slices.setdefault(f"family {family_of(record['generator'])}", []).append(i)
    for name, rows in slices.items():
        if len(rows) < 20:
            continue
        values = np.array([scores[i] for i in human + rows])
        print(f"dev-today {name}: {summary(values, np.array([False] * len(human) + [True] * len(rows)))}", flush=True)


def report_held_out(encoder, corpus: Corpus, settings: TrainSettings) -> None:
    """Quality on texts whose labels the classifier never saw, up to 600 of each source and class."""
    random = np.random.default_rng(1)
    documents = corpus.documents()
    cells: dict[tuple[str, bool], list[int]] = {}
    for i, document in enumerate(documents):
        usable = document.language == "en" and not document.mixed and not document.shard.startswith("dev") and corpus.lengths[i] > 8
        if usable and is_left_out(document, settings.hold_out):
            cells.setdefault((document.source, document.is_ai), []).append(i)
    chosen = [int(i) for rows in cells.values() for i in random.permutation(rows)[:600]]
    document, per_token = predict(encoder, corpus, chosen, settings.window, settings.stride, settings.device, settings.half)
    scores = np.array([document[i] + float(per_token[i].mean()) for i in chosen])
    y = np.array([corpus.records[i]["is_ai"] for i in chosen])
    if y.all():
        return
    print(f"left-out sources: {summary(scores, y)}")
    print("\n".join(by_slice(scores, y, [corpus.records[i]["source"] for i in chosen])))


def report_left_out_kinds(encoder, corpus: Corpus, settings: TrainSettings, dev_scores: dict[int, float]) -> None:
    """One line for each `family:`, `maker:`, `voice:` and `domain:` left out: up to 600 of its texts of 50 words and more, none of
    them trained on, against the human texts of the development set of that length."""
    random = np.random.default_rng(2)
    documents = corpus.documents()
    long = [i for i, r in enumerate(corpus.records) if r["words"] >= 50 and r["language"] == "en" and not r["mixed"] and corpus.lengths[i] > 8]
    human = [i for i in long if corpus.records[i]["shard"] == "dev" and not corpus.records[i]["is_ai"]]
    kinds: dict[str, list[int]] = {}
    for entry in settings.hold_out:
        for i in long if ":" in entry else []:
            if documents[i].is_ai and not documents[i].shard.startswith("dev") and is_left_out(documents[i], [entry]):
                is_today = is_harvested(documents[i]) or is_mirror(documents[i])
                kinds.setdefault(entry if is_today else f"{entry} (older collections)", []).append(i)
    chosen = {name: [int(i) for i in random.permutation(rows)[:600]] for name, rows in kinds.items()}
    every = sorted({i for rows in chosen.values() for i in rows})
    if not every:
        return
    document, per_token = predict(encoder, corpus, every, settings.window, settings.stride, settings.device, settings.half)
    for name, rows in chosen.items():
        scores = np.array([dev_scores[i] for i in human] + [document[i] + float(per_token[i].mean()) for i in rows])
        print(f"left out {name}: {summary(scores, np.array([False] * len(human) + [True] * len(rows)))} of {len(kinds[name])}", flush=True)


if __name__ == "__main__":
    main()
