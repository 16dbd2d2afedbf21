"""The n-gram voice: hashed runs of words, lowercased and as written, with one linear layer, trained on the CPU.

`features` is the exact definition that `src/detector` repeats: change both together.

  python3 training/ngrams.py data=training/work/prepared out=models
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import scipy.sparse

sys.path.insert(0, str(Path(__file__).parent))
from corpus import Document, TodayShares, balance, class_weights, is_left_out, is_mirror, read_documents  # noqa: E402
from measure import auroc, hit_rate, summary  # noqa: E402
from settings import as_record, read_settings  # noqa: E402


@dataclass
class NgramSettings:
    data: str = "training/work/prepared"
    out: str = "models"
    bits: int = 22
    # Each group is kind and length: w2 = two lowercased words in a row, k1 = single words as written.
    groups: str = "w1,w2,w3,k1,k2"
    # Share of the draws that follow the core collection as it is; the rest follows the balanced weights.
    collected: float = 0.35
    # As in train.py.
    hold_out: list[str] = field(default_factory=list)
    sealed: list[str] = field(default_factory=list)
    source_power: float = 0.5
    mirror_share: float = 0.4
    harvest_share: float = 0.2
    original_share: float = 0.3
    pretrain_factor: float = 0.6
    draws: int = 900_000
    batch: int = 64
    rate: float = 0.5
    documents: int = 0
    folds: int = 0
    crop_words_min: int = 30
    crop_words_max: int = 400
    predictions: str = "training/work/ngrams-dev.json"
    seed: int = 7


# Letters with inner apostrophes, runs of digits, or any other single character.
# In JavaScript: /[\p{L}\p{Nl}\p{No}]+(?:'[\p{L}\p{Nl}\p{No}]+)*|\p{Nd}+|\S/gu
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|\S")


class Vocabulary:
    """Word forms of the whole corpus, each with its 32-bit hash lowercased and as written."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.hashes: dict[str, np.ndarray] = {}

    def read(self, text: str) -> np.ndarray:
        ids = self.ids
        return np.array([ids.setdefault(form, len(ids)) for form in WORD.findall(text)], np.int32)

    def hash_all(self) -> None:
        self.hashes = {
            "w": np.array([fnv1a(word_token(form)) for form in self.ids], np.uint32),
            "k": np.array([fnv1a(form_token(form)) for form in self.ids], np.uint32),
        }


def word_token(form: str) -> str:
    return "0" if form[0].isdecimal() else form.lower()


def form_token(form: str) -> str:
    return "0" if form[0].isdecimal() else form


def fnv1a(text: str) -> int:
    value = 0x811C9DC5
    for byte in text.encode("utf-8", "replace"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def ngram_buckets(hashes: np.ndarray, length: int, salt: int, bits: int) -> np.ndarray:
    """Buckets of all runs of `length` tokens; the same steps as Math.imul in JavaScript."""
    count = len(hashes) - length + 1
    if count <= 0:
        return np.zeros(0, np.int64)
    state = np.full(count, salt, np.uint32)
    for offset in range(length):
        state = (state ^ hashes[offset : offset + count]) * np.uint32(0x9E3779B1)
        state ^= state >> np.uint32(15)
    state = state * np.uint32(0x85EBCA6B)
    state ^= state >> np.uint32(13)
    return (state & np.uint32((1 << bits) - 1)).astype(np.int64)


def parse_groups(groups: str) -> list[tuple[str, int, int]]:
    return [(name[0], int(name[1:]), fnv1a(name)) for name in groups.split(",")]


def features(tokens: list[np.ndarray], vocabulary: Vocabulary, groups: str, bits: int) -> scipy.sparse.csr_matrix:
    """Rows of log(1 + count) of every bucket, scaled to length one."""
    flat = np.concatenate(tokens)
    row_of = np.repeat(np.arange(len(tokens)), [len(ids) for ids in tokens])
    keys = []
    for kind, length, salt in parse_groups(groups):
        buckets = ngram_buckets(vocabulary.hashes[kind][flat], length, salt, bits)
        # A run must not reach from one text into the next.
        first, last = row_of[: len(buckets)], row_of[length - 1 :]
        inside = first == last
        keys.append((first[inside] << bits) | buckets[inside])
    found, counts = np.unique(np.concatenate(keys), return_counts=True)
    rows, columns, values = found >> bits, found & ((1 << bits) - 1), np.log1p(counts)
    squares = np.bincount(rows, values**2, len(tokens))
    values /= np.sqrt(np.maximum(squares, 1e-9))[rows]
    begins = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(tokens)))])
    return scipy.sparse.csr_matrix((values.astype(np.float32), columns, begins), shape=(len(tokens), 1 << bits))


def fit(tokens: list[np.ndarray], y: np.ndarray, weight: np.ndarray, vocabulary: Vocabulary, settings: NgramSettings):
    """Logistic regression by AdaGrad: texts are drawn by weight, each time as another random stretch.

    Fresh stretches take the place of a ridge: no long run of words is seen often enough to be learnt by
    heart, and short texts are learnt as well as long ones.
    """
    random = np.random.default_rng(settings.seed)
    weights = np.zeros(1 << settings.bits, np.float32)
    squares = np.zeros(1 << settings.bits, np.float32)
    bias, total = 0.0, 0.0
    steps = settings.draws // settings.batch
    for step in range(steps):
        # Drawing by weight goes through all documents, so it is done for many batches at once.
        if step % 64 == 0:
            pool = random.choice(len(tokens), settings.batch * 64, p=weight)
        drawn = pool[(step % 64) * settings.batch : (step % 64 + 1) * settings.batch]
        x = features([crop(tokens[i], settings, random) for i in drawn], vocabulary, settings.groups, settings.bits)
        rows = np.repeat(np.arange(settings.batch), np.diff(x.indptr))
        margin = np.bincount(rows, x.data * weights[x.indices], settings.batch) + bias
        slope = 1 / (1 + np.exp(-margin)) - y[drawn]
        total += np.logaddexp(0, np.where(y[drawn], -margin, margin)).mean()
        buckets, place = np.unique(x.indices, return_inverse=True)
        gradient = np.bincount(place, x.data * slope[rows]).astype(np.float32)
        squares[buckets] += gradient**2
        rate = settings.rate * (1 - 0.95 * step / steps)
        weights[buckets] -= rate * gradient / np.sqrt(squares[buckets] + 1e-8)
        bias -= 0.01 * slope.sum()
        if step % 2000 == 1999:
            print(f"step {step + 1} loss {total / 2000:.4f}", flush=True)
            total = 0.0
    return weights, float(bias)


def draw_weights(documents: list[Document], settings: NgramSettings) -> np.ndarray:
    """A mixture of two: the core collection as collected, and the balanced weights, which keep other sources and the
    texts of present-day assistants in sight."""
    today = TodayShares(settings.mirror_share, settings.harvest_share, settings.original_share)
    broad = np.array(class_weights(documents, settings.source_power, today))
    broad[[document.shard.startswith("pretrain") for document in documents]] *= settings.pretrain_factor
    is_ai = np.array([document.is_ai for document in documents])
    core = np.array([document.shard.startswith("train-core") for document in documents])
    collected = core / np.where(is_ai, max(1, (core & is_ai).sum()), max(1, (core & ~is_ai).sum()))
    return settings.collected * collected / collected.sum() + (1 - settings.collected) * broad / broad.sum()


def crop(ids: np.ndarray, settings: NgramSettings, random: np.random.Generator) -> np.ndarray:
    """A random stretch, lengths spread evenly on a log scale; a third of the texts stay whole."""
    if random.random() < 0.33:
        return ids[: settings.crop_words_max * 2]
    low, high = np.log(settings.crop_words_min), np.log(settings.crop_words_max)
    length = int(np.exp(random.uniform(low, high)))
    if len(ids) <= length:
        return ids
    begin = random.integers(0, len(ids) - length + 1)
    return ids[begin : begin + length]


def load(settings: NgramSettings, random: np.random.Generator):
    train: list[Document] = []
    dev: list[Document] = []
    for document in read_documents(Path(settings.data)):
        if document.language == "en" and not document.mixed:
            (dev if document.shard.startswith("dev") else train).append(document)
    unseen = [*settings.hold_out, *settings.sealed]
    left_out = [document for document in train if is_left_out(document, settings.hold_out)]
    hidden = {document.group for document in train if not document.is_ai and is_left_out(document, unseen)}
    train = [document for document in train if not is_left_out(document, unseen)
             and not (is_mirror(document) and document.group in hidden)]
    if settings.documents and len(train) > settings.documents:
        keep = random.permutation(len(train))[: settings.documents]
        train = [train[index] for index in sorted(keep)]
    return train, dev, left_out


def source_folds(documents: list[Document], count: int, seed: int) -> np.ndarray:
    """Whole sources go to one fold; sources are dealt by size so that folds are about even."""
    sizes = Counter(document.source for document in documents)
    order = [source for source, _ in sizes.most_common()]
    random = np.random.default_rng(seed)
    fold_of = {}
    for begin in range(0, len(order), count):
        for source, fold in zip(order[begin : begin + count], random.permutation(count)):
            fold_of[source] = int(fold)
    return np.array([fold_of[document.source] for document in documents])


def main() -> None:
    settings = read_settings(NgramSettings)
    train, dev, left_out = load(settings, np.random.default_rng(settings.seed))
    print(f"{len(train)} training and {len(dev)} dev documents", flush=True)
    vocabulary = Vocabulary()
    train_tokens = [vocabulary.read(document.text[:9000]) for document in train]
    dev_tokens = [vocabulary.read(document.text) for document in [*dev, *left_out]]
    vocabulary.hash_all()
    print(f"{len(vocabulary.ids)} word forms", flush=True)
    if settings.folds:
        judge_left_out(train, train_tokens, vocabulary, settings)
    release(train, train_tokens, [*dev, *left_out], dev_tokens, vocabulary, settings)


def judge_left_out(train: list[Document], tokens: list[np.ndarray], vocabulary: Vocabulary, settings: NgramSettings) -> None:
    folds = source_folds(train, settings.folds, settings.seed)
    results = []
    for fold in range(settings.folds):
        inside, outside = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        kept = [train[i] for i in inside]
        y = np.array([document.is_ai for document in kept])
        weights, bias = fit([tokens[i] for i in inside], y, draw_weights(kept, settings), vocabulary, settings)
        outer = np.array(balance([train[i] for i in outside]))
        pick = outside[np.random.default_rng(1).choice(len(outer), 20000, p=outer / outer.sum())]
        scores = score([tokens[i] for i in pick], vocabulary, settings, weights, bias)
        held_y = np.array([train[i].is_ai for i in pick])
        print(f"fold {fold}: left-out sources {summary(scores, held_y)}", flush=True)
        results.append((auroc(scores, held_y), hit_rate(scores, held_y, 0.05), hit_rate(scores, held_y, 0.01)))
    print("mean over folds: AUROC %.4f  TPR@5%% %.3f  TPR@1%% %.3f" % tuple(np.mean(results, axis=0)))


def score(tokens: list[np.ndarray], vocabulary: Vocabulary, settings: NgramSettings, weights: np.ndarray, bias: float) -> np.ndarray:
    parts = [features(tokens[i : i + 500], vocabulary, settings.groups, settings.bits) @ weights for i in range(0, len(tokens), 500)]
    return np.concatenate(parts) + bias


def release(train: list[Document], tokens: list[np.ndarray], dev: list[Document], dev_tokens: list[np.ndarray],
            vocabulary: Vocabulary, settings: NgramSettings) -> None:
    y = np.array([document.is_ai for document in train])
    weights, bias = fit(tokens, y, draw_weights(train, settings), vocabulary, settings)
    # A few very large weights would make the steps of int8 coarse, so the scale ignores the tip.
    scale = float(np.quantile(np.abs(weights[weights != 0]), 0.9999) / 127)
    rounded = np.clip(np.round(weights / scale), -127, 127).astype(np.int8)
    scores = score(dev_tokens, vocabulary, settings, rounded.astype(np.float32) * scale, bias)
    print_slices(dev, scores)
    Path(settings.predictions).parent.mkdir(parents=True, exist_ok=True)
    Path(settings.predictions).write_text(json.dumps({d.id: round(float(s), 5) for d, s in zip(dev, scores)}))
    if settings.out:
        write_model(Path(settings.out), settings, rounded, scale, bias)


def print_slices(dev: list[Document], scores: np.ndarray) -> None:
    """The older development set, and texts of present-day assistants against its human texts, 50 words and more."""
    y = np.array([document.is_ai for document in dev])
    older = np.array([document.shard == "dev" for document in dev])
    print(f"dev: {summary(scores[older], y[older])}")
    human = older & ~y & np.array([document.text.count(" ") >= 49 for document in dev])
    today = np.array([document.shard == "dev-today" for document in dev])
    slices = {"all": today, "mirrors": today & np.array([is_mirror(document) for document in dev])}
    slices["harvest"] = today & ~slices["mirrors"]
    slices["left out"] = ~older & ~today & y
    for name, members in slices.items():
        if not members.any():
            continue
        chosen = human | members
        print(f"today {name}: {summary(scores[chosen], y[chosen])}", flush=True)


def write_model(out: Path, settings: NgramSettings, rounded: np.ndarray, scale: float, bias: float) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "ngrams.bin").write_bytes(rounded.tobytes())
    description = {
        "weights": {"file": "ngrams.bin", "type": "int8", "count": int(rounded.size), "scale": scale},
        "bias": bias,
        "token_pattern": r"[\p{L}\p{Nl}\p{No}]+(?:'[\p{L}\p{Nl}\p{No}]+)*|\p{Nd}+|\S",
        "word_token": "digits become \"0\", everything else is lowercased",
        "form_token": "digits become \"0\", everything else stays as it is written",
        "token_hash": "32-bit FNV-1a over UTF-8",
        "ngram_hash": "s = salt; for each token hash h: s = imul(s ^ h, 0x9E3779B1); s ^= s >>> 15; at the end s = imul(s, 0x85EBCA6B); s ^= s >>> 13",
        "bucket": "s & (count - 1)",
        "groups": [{"name": kind + str(length), "token": "word" if kind == "w" else "form", "length": length, "salt": salt}
                   for kind, length, salt in parse_groups(settings.groups)],
        "value": "log(1 + count in the text) of every bucket, all groups together scaled to euclidean length one",
        "logit": "bias + scale * sum of weight * value",
        # Folders differ from machine to machine and say nothing about the model.
        "settings": {name: value for name, value in as_record(settings).items() if name not in ("data", "out", "predictions")},
    }
    (out / "ngrams.json").write_text(json.dumps(description, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
