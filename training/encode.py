"""Tokenises every document once as it is and a few times with mechanical changes.

The result is a handful of flat arrays that fit on the GPU as a whole: crops, splices and batches are
then index arithmetic, and no text is touched during training.

  python3 training/encode.py data=training/work/prepared out=training/work variants=0   (clean texts)
  python3 training/encode.py data=training/work/prepared out=training/work variants=2   (changed ones)
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

sys.path.insert(0, str(Path(__file__).parent))
from augment import augment  # noqa: E402
from corpus import Document, read_documents  # noqa: E402
from settings import read_settings, sha256_of  # noqa: E402


@dataclass
class EncodeSettings:
    data: str = "training/work/prepared"
    out: str = "training/work"
    tokenizer: str = "training/work/bpe.json"
    # 0 writes the clean texts, a number writes that many changed versions of each.
    variants: int = 0
    # So many training texts begin with a small letter, whoever wrote them; below 0 they begin as they do. Of the texts that do so by
    # themselves four in five are a machine's, and the network would count that letter.
    small_start: float = -1.0
    processes: int = 15
    seed: int = 7


UNKNOWN = 2  # a token whose author is not known: part of a mixed text without sentence labels

documents: list[Document] = []
tokenizer: Tokenizer | None = None


def read_shard(path: str) -> list[Document]:
    return list(read_documents(Path(path).parent, Path(path).name))


def begin_at_random(document: Document, share: float) -> Document:
    """The same text with a small or a capital first letter, by lot."""
    first = document.text[:1]
    if not first.isascii() or not first.isalpha():
        return document
    is_small = random.Random(f"start:{document.id}").random() < share
    return replace(document, text=(first.lower() if is_small else first.upper()) + document.text[1:])


def encode_clean(bounds: tuple[int, int]) -> list[tuple[np.ndarray, np.ndarray]]:
    assert tokenizer is not None
    part = documents[bounds[0] : bounds[1]]
    results = []
    for document, encoding in zip(part, tokenizer.encode_batch([d.text for d in part])):
        ids = np.array(encoding.ids, np.uint16)
        if document.spans:
            labels = label_tokens(encoding.offsets, document.spans)
        else:
            labels = np.full(len(ids), UNKNOWN if document.mixed else int(document.is_ai), np.uint8)
        results.append((ids, labels))
    return results


def label_tokens(offsets: list[tuple[int, int]], spans: list[tuple[int, int, int]]) -> np.ndarray:
    labels = np.full(len(offsets), UNKNOWN, np.uint8)
    ends = np.array([end - 1 for _, end in offsets])
    for begin, end, ai in spans:
        labels[(ends >= begin) & (ends < end)] = ai
    return labels


def encode_changed(task: tuple[int, int, int]) -> list[np.ndarray]:
    assert tokenizer is not None
    begin, end, seed = task
    draw = random.Random(f"{seed}:{begin}")
    texts = []
    for document in documents[begin:end]:
        # Texts with labels for single sentences and texts for pretraining alone stay as they are;
        # an empty entry tells the sampler to take the clean version.
        changed = "" if document.spans or document.mixed else augment(document.text, draw)
        texts.append(" ".join(changed.split()))
    return [np.array(e.ids, np.uint16) for e in tokenizer.encode_batch(texts)]


def main() -> None:
    global tokenizer, documents
    settings = read_settings(EncodeSettings)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    shards = sorted(str(path) for path in Path(settings.data).glob("*.jsonl.xz") if not path.name.startswith("pairs"))
    with multiprocessing.Pool(settings.processes) as pool:
        documents = [document for part in pool.map(read_shard, shards, chunksize=1) for document in part]
    if settings.small_start >= 0:
        documents = [d if d.shard.startswith("dev") else begin_at_random(d, settings.small_start) for d in documents]
    tokenizer = Tokenizer.from_file(settings.tokenizer)
    bounds = [(begin, min(begin + 500, len(documents))) for begin in range(0, len(documents), 500)]
    out = Path(settings.out)
    if settings.variants == 0:
        with multiprocessing.Pool(settings.processes) as pool:
            pairs = [pair for part in pool.imap(encode_clean, bounds) for pair in part]
        write_flat(out / "clean", [ids for ids, _ in pairs])
        np.save(out / "clean-labels.npy", np.concatenate([labels for _, labels in pairs]))
        with open(out / "documents.jsonl", "w", encoding="utf-8") as file:
            for d in documents:
                record = {key: value for key, value in vars(d).items() if key not in ("text", "spans")}
                record["words"] = d.text.count(" ") + 1
                record["has_spans"] = bool(d.spans)
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
        (out / "data-checksums.json").write_text(json.dumps({Path(s).name: sha256_of(Path(s)) for s in shards}, indent=1))
    for variant in range(settings.variants):
        with multiprocessing.Pool(settings.processes) as pool:
            tasks = [(begin, end, settings.seed + variant) for begin, end in bounds]
            arrays = [ids for part in pool.imap(encode_changed, tasks) for ids in part]
        write_flat(out / f"changed-{variant}", arrays)
    print(f"{len(documents)} documents encoded, variants {settings.variants}")


def write_flat(stem: Path, arrays: list[np.ndarray]) -> None:
    np.save(f"{stem}-offsets.npy", np.concatenate([[0], np.cumsum([len(a) for a in arrays])]).astype(np.int64))
    # The last file to appear tells a waiting trainer that the set is complete.
    np.save(f"{stem}-tokens.tmp.npy", np.concatenate(arrays))
    os.replace(f"{stem}-tokens.tmp.npy", f"{stem}-tokens.npy")


if __name__ == "__main__":
    main()
