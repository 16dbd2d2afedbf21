"""Texts an assistant polished, continued or added to for a person, with a label for every stretch.

The repository keeps only the assistant's own sentences, and the person's ones by their place in the corpora
(`training/mirrors/polished-2.jsonl.xz`: `parts` holds `[start, end]` of the person's text, or a string). This puts both
together into a shard of the corpora's form.

  python3 training/polished.py kept=training/mirrors/polished-2.jsonl.xz corpora=CORPORA out=CORPORA/train-today-polished-2.jsonl.xz
"""

from __future__ import annotations

import json
import lzma
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from settings import read_settings  # noqa: E402


@dataclass
class PolishedSettings:
    kept: str = "training/mirrors/polished-2.jsonl.xz"
    corpora: str = ""
    out: str = ""


def join(parts: list, original: str) -> tuple[str, list[list[int]]]:
    """The finished text, and its stretches as [start, end, 1 if the assistant wrote it]."""
    text, labels = "", []
    for part in parts:
        own = isinstance(part, str)
        stretch = " ".join((part if own else original[part[0] : part[1]]).split())
        start = len(text) + 1 if text else 0
        text = f"{text} {stretch}" if text else stretch
        labels.append([start, len(text), int(own)])
    return text, labels


def main() -> None:
    settings = read_settings(PolishedSettings)
    with lzma.open(settings.kept, "rt", encoding="utf-8") as file:
        kept = [json.loads(line) for line in file]
    wanted = {row["mirror_of"] for row in kept}
    originals: dict[str, str] = {}
    for path in sorted(Path(settings.corpora).glob("train-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                if row["id"] in wanted:
                    originals[row["id"]] = row["text"]
    missing = wanted - originals.keys()
    if missing:
        raise SystemExit(f"{len(missing)} texts are not in the corpora, such as {sorted(missing)[0]}")
    with lzma.open(settings.out, "wt", encoding="utf-8", preset=9) as file:
        for row in kept:
            text, labels = join(row["parts"], originals[row["mirror_of"]])
            record = {key: row[key] for key in ("id", "domain", "group", "mode", "mirror_of")}
            record |= {"text": text, "label": "ai", "generator": "assistant-2026", "source": "today-polished", "lang": "en",
                       "words": len(text.split()), "mixed": True, "sentence_labels": labels}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    print(f"{len(kept)} texts")


if __name__ == "__main__":
    main()
