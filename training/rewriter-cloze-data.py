"""Prepares what `rewriter-cloze.py` learns from: English texts as numbers of words, and the words and phrases of the
table of plainer words as classes.

Words are small letters, "an" is written "a", and what is not among the 32,000 most frequent goes by its ending, as
`src/rewriter/judge/cloze.ts` reads them. Every word that was ever offered or judged is a class, also where the table has
lost it since: the released file names them (`released`).

  python3 training/rewriter-cloze-data.py corpora=../shared/data/detector released=models/rewriter/cloze.bin out=training/work/cloze
"""

from __future__ import annotations

import collections
import json
import lzma
import re
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from settings import read_settings  # noqa: E402

WORDS = re.compile(r"[a-z]+(?:'[a-z]+)?|[0-9][0-9.,]*|[,.;:!?()\"“”—-]")
RESERVED = 64
STRANGE = 60


@dataclass
class DataSettings:
    corpora: str = "../shared/data/detector"
    table: str = "src/rewriter/phrases/plainer-words.txt"
    # A released cloze network whose classes are kept; empty for those of the table alone.
    released: str = ""
    out: str = "training/work/cloze"
    vocabulary: int = 32000


def read_texts(shard: Path):
    with lzma.open(shard, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row.get("lang", "en") == "en" and not row.get("attack"):
                yield WORDS.findall(row["text"].lower().replace("’", "'"))


def strange(word: str) -> int:
    if word[0].isdigit():
        return 1
    value = 0x811C9DC5
    for letter in word[-3:]:
        value = ((value ^ ord(letter)) * 0x01000193) & 0xFFFFFFFF
    return 2 + (value ^ (value >> 15)) % STRANGE


def read_classes(table: Path, released: str, known: dict[str, int]) -> list[str]:
    names = [name for name in (released_classes(released) if released else []) if all(part in known for part in parts_of(name))]
    for line in table.read_text(encoding="utf-8").splitlines():
        if line == "" or line.startswith("#"):
            continue
        word, offers = line.split(" ; ")[0].split(" => ")
        for name in [word, *offers.split(" | ")]:
            if name != "-" and name not in names and all(part in known for part in parts_of(name)):
                names.append(name)
    return names


def released_classes(path: str) -> list[str]:
    """The names behind the vocabulary at the file's head (rewriter-cloze-export.py)."""
    file, start = Path(path).read_bytes(), 0
    for _ in range(2):
        length, = struct.unpack_from("<I", file, start)
        begin, start = start + 4, start + 4 + length
    return file[begin:start].decode().split("\n")


def parts_of(name: str) -> list[str]:
    return name.replace("-", " - ").split()


def main() -> None:
    settings = read_settings(DataSettings)
    out = Path(settings.out)
    out.mkdir(parents=True, exist_ok=True)
    shards = sorted(path for path in Path(settings.corpora).glob("*.jsonl.xz") if re.match(r"train-(core|ai2|human)|pretrain-human", path.name))
    counts: collections.Counter[str] = collections.Counter()
    for shard in shards:
        for words in read_texts(shard):
            counts.update(words)
    vocabulary = [word for word, _ in counts.most_common(settings.vocabulary)]
    known = {word: i + RESERVED for i, word in enumerate(vocabulary)}
    names = read_classes(Path(settings.table), settings.released, known)
    (out / "vocabulary.json").write_text(json.dumps(vocabulary))
    (out / "class-names.json").write_text(json.dumps(names))
    (out / "classes.json").write_text(json.dumps([[known[part] for part in parts_of(name)] for name in names]))
    for i, shard in enumerate(shards):
        rows = []
        for words in read_texts(shard):
            numbers = [known["a"] if word == "an" else known.get(word) or strange(word) for word in words]
            rows.append(np.array([0, *numbers], np.uint16))
        np.save(out / f"ids-{i:02d}.npy", np.concatenate(rows))
    print(f"{len(names)} classes, {len(shards)} shards")


if __name__ == "__main__":
    main()
