"""Writers' passages, pairs of meaning, readers' labels and people's prose → token sequences to train on.

    python3 corpus.py TOKENIZER.json REWRITER_DATA DETECTOR_DATA OUT.npz

A unit is one sequence of ids, which of them are to be learnt, and their weight. Held out, by the number of the
passage: writers' passages n % 100 = 7 and 8 (loss), pairs of meaning n % 10 = 5 (choosing) and n % 10 = 3 (sealed).
"""

import json
import lzma
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from faults import faulty
from layout import END, JUDGE, KEEP, NO, YES, clean, prompt

KEEP_WEIGHT = 6.0  # one token decides over a sentence: it counts as several
JUDGE_WEIGHT = 8.0
PUBLIC_PAIRS_MAX = 4000
HUMAN_SENTENCES = 24000


@dataclass
class Draft:
    """A unit before its texts are tokenised."""

    task: str
    source: str
    target: str | None  # None: left alone
    left: str = ""
    right: str = ""
    verdict: bool | None = None  # whether the target says the same; the judge's answer
    learn_target: bool = True
    weight: float = 1.0
    split: str = "train"


def read_lines(file: Path) -> Iterable[dict]:
    with lzma.open(file, "rt") if file.suffix == ".xz" else open(file) as lines:
        for line in lines:
            yield json.loads(line)


def own_rows(name: str, detector_data: Path) -> list[tuple[dict, bytes]]:
    """The rows of NAME-*.jsonl.xz beside this file, each with its text from the corpora."""
    rows = [row for file in sorted(Path(__file__).parent.glob(f"{name}-*.jsonl.xz")) for row in read_lines(file)]
    texts = dict.fromkeys(row["id"] for row in rows)
    for pattern in ("train-today-*", "train-core-*", "train-ai2-*"):
        for file in sorted(detector_data.glob(f"{pattern}.jsonl.xz")):
            for text in read_lines(file):
                if text["id"] in texts:
                    texts[text["id"]] = text["text"]
    return [(row, units_16(texts[row["id"]])) for row in rows]


def own_writers(detector_data: Path) -> Iterable[dict]:
    for row, text in own_rows("writers", detector_data):
        sentences = [of_units(text, place) for place in row["places"]]
        rewrites = [
            [a, b, " ".join(sentences[a : b + 1]) if rewrite is None else rewrite] for a, b, rewrite in row["rewrites"]
        ]
        yield {**row, "sentences": sentences, "rewrites": rewrites}


def own_meaning(detector_data: Path) -> Iterable[dict]:
    for row, text in own_rows("meaning", detector_data):
        yield {**row, "source": of_units(text, row["place"])}


def units_16(text: str) -> bytes:
    """Offsets count UTF-16 units, as the serving side does."""
    return text.encode("utf-16-le", "surrogatepass")


def of_units(text: bytes, place: list[int]) -> str:
    return " ".join(text[2 * place[0] : 2 * place[1]].decode("utf-16-le", "replace").split())


def from_writers(passage: dict, rnd: random.Random) -> Iterable[Draft]:
    sentences = [clean(s) for s in passage["sentences"]]
    runs = [(a, b, clean(t)) for a, b, t in passage["rewrites"]]
    split = "check" if passage["n"] % 100 in (7, 8) else "train"
    strength = passage["strength"]

    def unit(i: int, j: int) -> Iterable[Draft]:
        a, b = runs[i][0], runs[j][1]
        source = " ".join(sentences[a : b + 1])
        target = " ".join(t for _, _, t in runs[i : j + 1] if t)
        if not target:
            return
        left_source = " ".join(sentences[max(0, a - 2) : a])
        left_target = " ".join(t for _, _, t in runs[max(0, i - 2) : i])
        left = left_source if rnd.random() < 0.7 else left_target
        right = " ".join(sentences[b + 1 : b + 2])
        if target == source:
            yield Draft(strength, source, None, left, right, split=split)
            return
        yield Draft(strength, source, target, left, right, verdict=True, split=split)
        yield Draft("back", target, source, left, right, split=split)
        if split == "train" and i == j:
            for fault in faulty(source, target, rnd):
                yield Draft(strength, source, fault, left, right, verdict=False, learn_target=False)

    for i in range(len(runs)):
        yield from unit(i, i)
        if i + 1 < len(runs) and rnd.random() < 0.3:
            yield from unit(i, i + 1)


def from_meaning(row: dict, rnd: random.Random) -> Draft:
    split = {5: "choose", 3: "sealed"}.get(row["n"] % 10, "train")
    strength = rnd.choice(("medium", "strong"))
    return Draft(
        strength, clean(row["source"]), clean(row["text"]),
        verdict=row["kind"] == "same", learn_target=False, split=f"meaning-{split}" if split != "train" else split,
    )  # fmt: skip


def from_label(row: dict) -> Draft:
    good = row["meaning"] == 0 and row["language"] == 0 and row["style"] >= 0
    strength = "strong" if "strong" in row["strengths"] else "medium"
    split = "labels-choose" if row["n"] % 8 == 5 else "train"
    return Draft(
        strength, clean(row["source"]), clean(row["text"]), clean(row["before"]), clean(row["after"]),
        verdict=good, learn_target=False, weight=1.5, split=split,
    )  # fmt: skip


def from_people(data: Path, rnd: random.Random) -> Iterable[Draft]:
    """People's plain prose, to be left alone. Official and technical prose is not among it: that may be stiff."""
    sealed = {row["id"] for row in read_lines(Path(__file__).parent / "sealed.jsonl")}
    drafts = []
    for name in ("transcripts", "transcripts-b", "handbook-blog", "email", "masc", "openstax"):
        file = data / f"human-{name}-01.jsonl.xz"
        for index, row in enumerate(read_lines(file)):
            if f"{file.name.removesuffix('.jsonl.xz')}:{index}" in sealed:
                continue
            sentences = [s for s in split_sentences(clean(row["text"])) if 4 <= len(s.split()) <= 60]
            for i in range(0, len(sentences), 3):
                drafts.append((name, sentences, i))
    rnd.shuffle(drafts)
    counts: dict[str, int] = {}
    for name, sentences, i in drafts:
        if counts.get(name, 0) >= HUMAN_SENTENCES / 6:
            continue
        counts[name] = counts.get(name, 0) + 1
        left, right = " ".join(sentences[max(0, i - 2) : i]), " ".join(sentences[i + 1 : i + 2])
        yield Draft(rnd.choice(("medium", "strong")), sentences[i], None, left, right, weight=0.7)


def split_sentences(text: str) -> list[str]:
    """Good enough for people's prose that is only to be left alone; serving has rules of its own."""
    import re

    return re.split(r"(?<=[.!?])\s+(?=[A-Z\"'(])", text)


def from_public(data: Path, rnd: random.Random) -> Iterable[Draft]:
    for file in sorted(data.glob("pairs-*.jsonl.xz")):
        rows = list(read_lines(file))
        rnd.shuffle(rows)
        for row in rows[:PUBLIC_PAIRS_MAX]:
            yield Draft("other", clean(row["src"]), clean(row["tgt"]), weight=0.5)
    for file in sorted(data.glob("nli-*.jsonl.xz")):
        rows = [r for r in read_lines(file) if r["label"] in ("same", "notsame", "contradict")]
        rnd.shuffle(rows)
        for row in rows[:PUBLIC_PAIRS_MAX]:
            yield Draft(
                "medium", clean(row["a"]), clean(row["b"]),
                verdict=row["label"] == "same", learn_target=False, weight=0.3,
            )  # fmt: skip


def encode(drafts: list[Draft], tokenizer: Tokenizer) -> dict[str, np.ndarray]:
    def ids(texts: list[str]) -> list[list[int]]:
        return [e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)]

    lefts, sources = ids([d.left for d in drafts]), ids([d.source for d in drafts])
    rights, targets = ids([d.right for d in drafts]), ids([d.target or "" for d in drafts])
    tokens: list[int] = []
    weights: list[float] = []
    ends: list[int] = []
    splits: list[str] = []
    for draft, left, source, right, target in zip(drafts, lefts, sources, rights, targets):
        if len(source) > 220 or len(target) > 220 or not source:
            continue
        start = prompt(left, source, right, draft.task)
        answer = [KEEP] if draft.target is None else [*target, END]
        if draft.target is None:
            loss = [KEEP_WEIGHT * draft.weight]
        else:
            loss = [draft.weight if draft.learn_target else 0.0] * len(answer)
        if draft.verdict is not None:
            answer += [JUDGE, YES if draft.verdict else NO]
            loss += [0.0, JUDGE_WEIGHT * draft.weight * (0.35 if draft.learn_target else 1.0)]
        tokens += start + answer
        weights += [0.0] * len(start) + loss
        ends.append(len(tokens))
        splits.append(draft.split)
    return {
        "tokens": np.array(tokens, np.uint16),
        "weights": np.array(weights, np.float16),
        "ends": np.array(ends, np.int64),
        "splits": np.array(splits),
    }


def main(tokenizer_file: str, data_dir: str, detector_data: str, out: str) -> None:
    rnd = random.Random(4403)
    data = Path(data_dir)
    drafts: list[Draft] = []
    for passage in (*read_lines(data / "writers.jsonl.xz"), *own_writers(Path(detector_data))):
        drafts += from_writers(passage, rnd)
    for row in (*read_lines(data / "meaning.jsonl.xz"), *own_meaning(Path(detector_data))):
        drafts.append(from_meaning(row, rnd))
        if drafts[-1].split == "train":
            drafts.append(from_meaning(row, rnd))
    labels = [data / "labels.jsonl.xz", *sorted(Path(__file__).parent.glob("labels-*.jsonl.xz"))]
    for row in (row for file in labels for row in read_lines(file)):
        drafts.append(from_label(row))
        if drafts[-1].split == "train":
            drafts.append(from_label(row))
    drafts += from_people(data, rnd)
    drafts += from_public(data, rnd)
    units = encode(drafts, Tokenizer.from_file(tokenizer_file))
    np.savez_compressed(out, **units)
    kinds: dict[str, int] = {}
    for draft in drafts:
        kind = f"{draft.split}/{draft.task}/{'keep' if draft.target is None else draft.verdict}"
        kinds[kind] = kinds.get(kind, 0) + 1
    print(json.dumps({"units": len(units["ends"]), "tokens": len(units["tokens"]), **kinds}, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
