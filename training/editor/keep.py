"""Keeps the copy editors' work in a form that may be published, and puts it together again with the corpora.

A line of `edits.jsonl.xz` is one sentence: `id` of the text, `at` (start and end in it), `hash` of the sentence, and `edit`: absent
where the editor left it alone, else a list of numbers and strings, where [from, to] are words of the sentence that stay and a string is what
the editor wrote. `fault` is the verdict of a second reader, who found one (READERS.md). Sentences of our own texts (training/mirrors) also carry `text`.

  python3 training/editor/keep.py requests=FOLDER edits=FOLDER pool=POOL.jsonl out=training/editor/edits.jsonl.xz
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from settings import read_settings  # noqa: E402


@dataclass
class KeepSettings:
    requests: str = ""
    edits: str = ""
    pool: str = ""
    out: str = "training/editor/edits.jsonl.xz"


def main() -> None:
    settings = read_settings(KeepSettings)
    texts = {row["id"]: row for row in map(json.loads, open(settings.pool, encoding="utf-8"))}
    rows, edited, dropped = [], 0, 0
    for path in sorted(Path(settings.edits).glob("*.txt")):
        index = json.loads((Path(settings.requests) / f"{path.stem}.index.json").read_text())
        edits = read_edits(path)
        # Behind the last edit nobody knows whether a sentence was read.
        for number in range(1, max(edits) + 1):
            answer = edits.get(number)
            if answer == "?":
                dropped += 1
                continue
            identifier, start, end = index[number - 1]
            text = texts[identifier]["text"][start:end]
            row = {"id": identifier, "at": [start, end], "hash": hashlib.sha256(text.encode()).hexdigest()[:12]}
            if texts[identifier]["pool"] == "mirror":
                row["text"] = text
            if answer is not None and answer != text:
                row["edit"] = [] if answer == "-" else operations(text.split(" "), answer.split(" "))
                edited += 1
            rows.append(row)
    with lzma.open(settings.out, "wt", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{len(rows)} sentences, {edited} edited, {dropped} left out")


def read_edits(path: Path) -> dict[int, str]:
    edits = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        number, tab, text = line.partition("\t")
        if tab and number.strip().isdigit():
            edits[int(number)] = text.strip()
    return edits


def operations(before: list[str], after: list[str]) -> list:
    parts: list = []
    for tag, from_, to, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            parts.append([from_, to])
        elif tag != "delete":
            parts.append(" ".join(after[start:end]))
    return parts


if __name__ == "__main__":
    main()
