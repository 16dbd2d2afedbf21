"""Puts texts written for mirror requests into the form of the corpora.

A writer leaves one file of texts, each behind a line `### N`; the request file of the same name lists the ids. Layout
goes as in the other corpora: marks of headings, lists and emphasis out, straight quotes, unspaced dashes, one line.

  python3 training/mirrors.py items=CORPORA/mirror-items.jsonl.xz requests=FOLDER texts=FOLDER out=training/mirrors/mirrors-1.jsonl.xz
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from settings import read_settings  # noqa: E402


@dataclass
class MirrorSettings:
    items: str = ""
    requests: str = ""
    texts: str = ""
    out: str = "training/mirrors/mirrors-1.jsonl.xz"


def clean(text: str) -> str:
    text = text.replace("\u2018", "'").replace("\u2019", "'").replace("\u201c", '"').replace("\u201d", '"').replace("\u2026", "...")
    text = re.sub(r"^```.*?^```", " ", text, flags=re.M | re.S)
    text = re.sub(r"^\s*\|.*\|\s*$", " ", text, flags=re.M)
    text = re.sub(r"^\s*#{1,6}\s+", "", text, flags=re.M)
    text = re.sub(r"^\s*(?:[-*•+]|\d{1,2}[.)])\s+", "", text, flags=re.M)
    text = re.sub(r"^\s*(?:-{3,}|\*{3,}|>)\s*", "", text, flags=re.M)
    text = re.sub(r"\*\*(.+?)\*\*|__(.+?)__", lambda m: m[1] or m[2], text)
    text = re.sub(r"(?<!\w)[*_](\S(?:.*?\S)?)[*_](?!\w)", r"\1", text)
    text = re.sub(r"`([^`]+)`", r"\1", text)
    text = re.sub(r"\[([^\]]+)\]\((?:https?:)?[^)]*\)", r"\1", text)
    text = re.sub(r"\s*[\u2013\u2014]\s*(?=\S)|\s--\s", lambda m: m[0] if re.fullmatch("\u2013", m[0]) else "\u2014", text)
    return " ".join(text.split())


def main() -> None:
    settings = read_settings(MirrorSettings)
    items = {row["id"]: row for row in map(json.loads, lzma.open(settings.items, "rt"))}
    rows, short = [], 0
    for path in sorted(Path(settings.texts).glob("*.txt")):
        ids = json.loads((Path(settings.requests) / f"{path.stem}.ids.json").read_text())
        parts = re.split(r"^### (\d+)[^\n]*\n", path.read_text(encoding="utf-8"), flags=re.M)
        texts = {int(number): clean(text) for number, text in zip(parts[1::2], parts[2::2])}
        for number, text in sorted(texts.items()):
            item = items[ids[number - 1]]
            words = len(text.split())
            if words < 30:
                short += 1
                continue
            rows.append({"id": item["id"], "text": text, "label": "ai", "generator": "assistant-2026", "domain": item["domain"],
                         "source": "today-mirror", "lang": "en", "words": words, "group": item["group"],
                         "mirror_of": item["mirror_of"], "voice": item["voice"], "kind": item["kind"]})
    assert len({row["id"] for row in rows}) == len(rows), "a request was answered twice"
    Path(settings.out).parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(settings.out, "wt", encoding="utf-8", preset=9) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{len(rows)} texts, {sum(row['words'] for row in rows)} words, {short} too short")


if __name__ == "__main__":
    main()
