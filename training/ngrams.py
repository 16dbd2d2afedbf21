"""The n-gram voice: hashed word and style n-grams with one linear layer, trained on the CPU.

`features` is the exact definition that `src/detector` repeats: change both together. Style tokens
keep the frequent words and the punctuation and reduce every other word to its shape and ending, so
their n-grams describe how a text is written and hardly what it is about.

  python3 training/ngrams.py data=training/work/prepared out=models
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.optimize
import scipy.sparse

sys.path.insert(0, str(Path(__file__).parent))
from corpus import Document, balance, read_documents  # noqa: E402
from measure import auroc, hit_rate, summary  # noqa: E402
from settings import as_record, read_settings  # noqa: E402


@dataclass
class NgramSettings:
    data: str = "training/work/prepared"
    out: str = "models"
    bits: int = 19
    # Each group is kind and length, e.g. w1 = single words, s3 = three style tokens in a row.
    groups: str = "w1,w2"
    frequent: int = 400
    ridge: float = 1e-6
    iterations: int = 80
    documents: int = 0
    pretrain_share: float = 0.35
    folds: int = 0
    crop_words_min: int = 30
    crop_words_max: int = 400
    predictions: str = "training/work/ngrams-dev.json"
    seed: int = 7


# Letters with inner apostrophes, runs of digits, or any other single character.
# In JavaScript: /[\p{L}\p{Nl}\p{No}]+(?:'[\p{L}\p{Nl}\p{No}]+)*|\p{Nd}+|\S/gu
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|\S")


class Vocabulary:
    """Word forms of the whole corpus, each with its 32-bit hash as a word and as a style token."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.word_hash = np.zeros(0, np.uint32)
        self.style_hash = np.zeros(0, np.uint32)

    def read(self, text: str) -> np.ndarray:
        ids = self.ids
        return np.array([ids.setdefault(form, len(ids)) for form in WORD.findall(text)], np.int32)

    def hash_all(self, frequent: frozenset[str]) -> None:
        self.word_hash = np.array([fnv1a(word_token(form)) for form in self.ids], np.uint32)
        self.style_hash = np.array([fnv1a(style_token(form, frequent)) for form in self.ids], np.uint32)


def word_token(form: str) -> str:
    return "0" if form[0].isdecimal() else form.lower()


def style_token(form: str, frequent: frozenset[str]) -> str:
    if form[0].isdecimal():
        return "0"
    lower = form.lower()
    if not form[0].isalnum() or lower in frequent:
        return lower
    shape = "A" if form != lower else "a"
    length = "1" if len(lower) <= 4 else "2" if len(lower) <= 7 else "3"
    return shape + length + "~" + lower[-2:]


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
    parsed = parse_groups(groups)
    blocks = []
    for begin in range(0, len(tokens), 4000):
        part = tokens[begin : begin + 4000]
        rows, columns = [], []
        for row, ids in enumerate(part):
            words, styles = vocabulary.word_hash[ids], vocabulary.style_hash[ids]
            for kind, length, salt in parsed:
                buckets = ngram_buckets(words if kind == "w" else styles, length, salt, bits)
                columns.append(buckets)
                rows.append(np.full(len(buckets), row, np.int32))
        if not columns:
            continue
        row_ids, column_ids = np.concatenate(rows), np.concatenate(columns)
        block = scipy.sparse.csr_matrix(
            (np.ones(len(row_ids), np.float32), (row_ids, column_ids)), shape=(len(part), 1 << bits)
        )
        block.sum_duplicates()
        block.data = np.log1p(block.data)
        squares = np.asarray(block.multiply(block).sum(axis=1)).ravel()
        scale = 1 / np.sqrt(np.maximum(squares, 1e-9))
        block.data *= np.repeat(scale, np.diff(block.indptr)).astype(np.float32)
        blocks.append(block)
    return scipy.sparse.vstack(blocks, format="csr", dtype=np.float32)


def fit(x: scipy.sparse.csr_matrix, y: np.ndarray, weight: np.ndarray, ridge: float, iterations: int):
    """Weighted logistic regression by L-BFGS; the weights add up to one."""
    weight = weight / weight.sum()
    sign = np.where(y, 1.0, -1.0)
    transposed = x.T.tocsr()

    def loss(point: np.ndarray):
        margin = sign * (x @ point[:-1].astype(np.float32) + point[-1])
        slope = -sign * weight / (1 + np.exp(np.clip(margin, -50, 50)))
        gradient = np.append(transposed @ slope.astype(np.float32) + ridge * point[:-1], slope.sum())
        value = (weight * np.logaddexp(0, -margin)).sum() + 0.5 * ridge * (point[:-1] ** 2).sum()
        return value, gradient.astype(np.float64)

    start = np.zeros(x.shape[1] + 1)
    found = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": iterations})
    return found.x[:-1].astype(np.float32), float(found.x[-1]), float(found.fun)


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
        if document.language != "en" or document.mixed:
            continue
        if document.shard.startswith("dev"):
            dev.append(document)
        elif not document.shard.startswith("pretrain") or random.random() < settings.pretrain_share:
            train.append(document)
    if settings.documents and len(train) > settings.documents:
        keep = random.permutation(len(train))[: settings.documents]
        train = [train[index] for index in sorted(keep)]
    return train, dev


def frequent_words(tokens: list[np.ndarray], vocabulary: Vocabulary, count: int) -> list[str]:
    seen: Counter[str] = Counter()
    forms = list(vocabulary.ids)
    totals = np.bincount(np.concatenate(tokens), minlength=len(forms))
    for form, total in zip(forms, totals):
        if form[0].isalpha():
            seen[form.lower()] += int(total)
    return [word for word, _ in seen.most_common(count)]


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
    random = np.random.default_rng(settings.seed)
    train, dev = load(settings, random)
    print(f"{len(train)} training and {len(dev)} dev documents", flush=True)
    vocabulary = Vocabulary()
    train_tokens = [vocabulary.read(document.text[:9000]) for document in train]
    frequent = frequent_words(train_tokens[:: max(1, len(train) // 40000)], vocabulary, settings.frequent)
    dev_tokens = [vocabulary.read(document.text) for document in dev]
    vocabulary.hash_all(frozenset(frequent))
    print(f"{len(vocabulary.ids)} word forms", flush=True)
    x = features([crop(ids, settings, random) for ids in train_tokens], vocabulary, settings.groups, settings.bits)
    y = np.array([document.is_ai for document in train])
    print(f"features {x.shape}, {x.nnz} values", flush=True)

    if settings.folds:
        folds = source_folds(train, settings.folds, settings.seed)
        results = []
        for fold in range(settings.folds):
            inside, outside = folds != fold, folds == fold
            weight = np.array(balance([d for d, keep in zip(train, inside) if keep]))
            weights, bias, _ = fit(x[inside], y[inside], weight, settings.ridge, settings.iterations)
            scores = x[outside] @ weights + bias
            outer = np.array(balance([d for d, keep in zip(train, outside) if keep]))
            pick = np.random.default_rng(1).choice(len(outer), 20000, p=outer / outer.sum())
            held_y = y[outside][pick]
            print(f"fold {fold}: left-out sources {summary(scores[pick], held_y)}", flush=True)
            results.append((auroc(scores[pick], held_y), hit_rate(scores[pick], held_y, 0.05), hit_rate(scores[pick], held_y, 0.01)))
        print("mean over folds: AUROC %.4f  TPR@5%% %.3f  TPR@1%% %.3f" % tuple(np.mean(results, axis=0)))

    weights, bias, loss = fit(x, y, np.array(balance(train)), settings.ridge, settings.iterations)
    scale = float(np.abs(weights).max() / 127)
    # A few very large weights would make the steps of int8 coarse, so the scale ignores the tip.
    scale = min(scale, float(np.quantile(np.abs(weights[weights != 0]), 0.9999) / 127))
    rounded = np.clip(np.round(weights / scale), -127, 127).astype(np.int8)
    dev_x = features(dev_tokens, vocabulary, settings.groups, settings.bits)
    dev_y = np.array([document.is_ai for document in dev])
    float_scores = dev_x @ weights + bias
    scores = dev_x @ (rounded.astype(np.float32) * scale) + bias
    print(f"loss {loss:.4f}; dev float {summary(float_scores, dev_y)}")
    print(f"dev int8  {summary(scores, dev_y)}")
    Path(settings.predictions).parent.mkdir(parents=True, exist_ok=True)
    Path(settings.predictions).write_text(json.dumps({d.id: round(float(s), 5) for d, s in zip(dev, scores)}))
    if settings.out:
        write_model(Path(settings.out), settings, rounded, scale, bias, frequent)


def write_model(out: Path, settings: NgramSettings, rounded: np.ndarray, scale: float, bias: float, frequent: list[str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "ngrams.bin").write_bytes(rounded.tobytes())
    description = {
        "weights": {"file": "ngrams.bin", "type": "int8", "count": int(rounded.size), "scale": scale},
        "bias": bias,
        "token_pattern": r"[\p{L}\p{Nl}\p{No}]+(?:'[\p{L}\p{Nl}\p{No}]+)*|\p{Nd}+|\S",
        "word_token": "digits become \"0\", everything else is lowercased",
        "style_token": "digits become \"0\"; a frequent word or a token that is no word is lowercased; any other word "
        "becomes A (it has a capital) or a, then 1 (up to 4 characters), 2 (up to 7) or 3, then ~ and its last two characters, lowercased",
        "token_hash": "32-bit FNV-1a over UTF-8",
        "ngram_hash": "s = salt; for each token hash h: s = imul(s ^ h, 0x9E3779B1); s ^= s >>> 15; at the end s = imul(s, 0x85EBCA6B); s ^= s >>> 13",
        "bucket": "s & (count - 1)",
        "groups": [{"name": kind + str(length), "token": "word" if kind == "w" else "style", "length": length, "salt": salt}
                   for kind, length, salt in parse_groups(settings.groups)],
        "value": "log(1 + count in the text) of every bucket, all groups together scaled to euclidean length one",
        "logit": "bias + scale * sum of weight * value",
        "frequent_words": frequent,
        "settings": as_record(settings),
    }
    (out / "ngrams.json").write_text(json.dumps(description, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
