"""Puts the judged edits (`verdicts.tsv.xz`) and the copy editors' sentences (`edits.jsonl.xz`) together with the corpora again, as the
lines that `judge-rows.ts` reads. Cuts are left out: no judge is asked about them. Edits as the rewriter made them are `refused` (a first reader found a fault), `reread`
(a second reader saw them among others without one) or `made` (read once); all others were offered. The edits of the readings
(`readings.tsv.xz`) come with the whole text, which `judge-rows.ts` divides into sentences as the rewriter does.

  python3 training/editor/judged.py corpora=CORPORA out=training/work/judged
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from settings import read_settings  # noqa: E402

HERE = Path(__file__).parent
WORDS = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|[^\s\w]|_")
SOURCES = ("words", "read", "made", "reread", "refused")
# What an edit is worth as an example of a right one. Of the first edits that were read again, the readers marked six times as many as
# later readers of the same ones, who marked none besides; and of the made ones read once, some would be marked by a second reader.
MARKED_AGAIN = 0.5
READ_ONCE = 0.985
# The kinds of edits in the readings, by their reasons; all others are phrases of reviewed rules.
KINDS = {"word": ("plainer word", "filler word"), "connective": ("stock connective", "stock closing phrase", "only announces what follows")}
# The end of the sentence before, as far as the judge may read it.
BEFORE = 300


@dataclass
class JudgedSettings:
    corpora: str = "../shared/data/detector"
    out: str = "training/work/judged"


def main() -> None:
    settings = read_settings(JudgedSettings)
    verdicts, edits, readings = read_verdicts(), read_edits(), read_readings()
    out = Path(settings.out)
    out.mkdir(parents=True, exist_ok=True)
    files = {name: open(out / f"{name}.jsonl", "w", encoding="utf-8") for name in (*SOURCES, "edits", "readings")}
    found = dict.fromkeys(files, 0)
    corpora = Path(settings.corpora)
    folders = (corpora, HERE.parent / "mirrors")
    shards = [*(path for folder in folders for path in sorted(folder.glob("*.jsonl.xz"))), HERE / "official.jsonl.xz"]
    for shard in shards:
        for line in lzma.open(shard, "rt", encoding="utf-8"):
            row = json.loads(line)
            # Some files beside the mirrors hold requests alone.
            if "text" not in row:
                continue
            text = row["text"]
            for (start, end, mark), own in verdicts.pop(row["id"], {}).items():
                sentence = text[start:end]
                if is_same(sentence, mark):
                    for name in SOURCES:
                        some = [edit for edit in own if edit["source"] == name]
                        if some:
                            write(files[name], row["id"], text, start, sentence, {"words" if name == "words" else "edits": some})
                            found[name] += len(some)
            for edit in edits.pop(row["id"], []):
                start, end = edit["at"]
                sentence = text[start:end]
                if is_same(sentence, edit["hash"]):
                    write(files["edits"], row["id"], text, start, sentence, {"units": units_of(sentence, edit)})
                    found["edits"] += 1
            own = [edit for edit in readings.pop(row["id"], []) if is_same(text[edit["start"] : edit["end"]], edit.pop("hash"))]
            if own and is_plain(text):
                files["readings"].write(json.dumps({"id": row["id"], "text": text, "edits": own}, ensure_ascii=False) + "\n")
                found["readings"] += len(own)
    print(f"{found}; texts not found: {len(verdicts)} judged, {len(edits)} edited, {len(readings)} read")


def read_verdicts() -> dict[str, dict[tuple[int, int, str], list[dict]]]:
    texts: dict[str, dict[tuple[int, int, str], list[dict]]] = defaultdict(lambda: defaultdict(list))
    for line in lzma.open(HERE / "verdicts.tsv.xz", "rt", encoding="utf-8"):
        kind, name, begin, stop, mark, start, end, to, verdict, marks = line.rstrip("\n").split("\t")
        if kind == "cut":
            continue
        known = marks.split(" ")
        texts[name][int(begin), int(stop), mark].append({
            "kind": kind, "start": int(start), "end": int(end), "to": to, "right": worth(verdict == "+", known),
            "rule": int("rule" in known), "source": source_of(kind, verdict == "+", known)})
    return texts


def worth(is_right: bool, marks: list[str]) -> float:
    if "again" in marks and not is_right:
        return MARKED_AGAIN
    if is_right and source_of("", True, marks) == "made":
        return READ_ONCE
    return float(is_right)


def source_of(kind: str, is_right: bool, marks: list[str]) -> str:
    if "made" not in marks and "rule" not in marks:
        return "words" if kind == "word" else "read"
    if "again" in marks or "clean" in marks:
        return "reread"
    return "made" if is_right else "refused"


def read_edits() -> dict[str, list[dict]]:
    texts: dict[str, list[dict]] = defaultdict(list)
    for line in lzma.open(HERE / "edits.jsonl.xz", "rt", encoding="utf-8"):
        edit = json.loads(line)
        texts[edit["id"]].append(edit)
    return texts


def read_readings() -> dict[str, list[dict]]:
    """Edits as the rewriter made them. A reader's mark is on the sentence: with several edits in it, it says of none that it is wrong."""
    texts: dict[str, list[dict]] = defaultdict(list)
    for line in lzma.open(HERE / "readings.tsv.xz", "rt", encoding="utf-8"):
        name, start, end, mark, to, why, _, count, verdicts = line.rstrip("\n").split("\t")
        marks = verdicts.split(" ")
        share = marks.count("+") / len(marks)
        if why.startswith(("long sentence", "mistake")) or (share < 1 and int(count) > 1):
            continue
        right = READ_ONCE if marks == ["+"] else share
        kind = next((kind for kind, reasons in KINDS.items() if why in reasons), "phrase")
        texts[name].append({"kind": kind, "start": int(start), "end": int(end), "hash": mark, "to": to, "right": right,
                            "rule": int(why not in KINDS["word"])})
    return texts


def is_same(words: str, mark: str) -> bool:
    return is_plain(words) and hashlib.sha256(words.encode()).hexdigest().startswith(mark)


def is_plain(text: str) -> bool:
    """Offsets are those of JavaScript: where they differ, a text or a sentence is left out."""
    return all(ord(sign) <= 0xFFFF for sign in text)


def write(file, name: str, text: str, start: int, sentence: str, known: dict) -> None:
    before = text[max(0, start - BEFORE) : start].split("\n")[-1].strip()
    file.write(json.dumps({"id": name, "before": before, "sentence": sentence, **known}, ensure_ascii=False) + "\n")


def units_of(sentence: str, row: dict) -> list[dict]:
    """The editor's changes, each alone. One that stands alone in its sentence carries the reader's verdict; of several at once
    only the words that went are known to be right by themselves."""
    if "edit" not in row:
        return []
    words = sentence.split(" ")
    after = " ".join(word for part in row["edit"] for word in (words[part[0] : part[1]] if isinstance(part, list) else [part]))
    old, new = ([(match.group(), match.start(), match.end()) for match in WORDS.finditer(text)] for text in (sentence, after))
    units = []
    lower = [[word.lower() for word, _, _ in side] for side in (old, new)]
    for tag, i, j, k, m in SequenceMatcher(None, *lower, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        start = old[i][1] if i < len(old) else len(sentence)
        end = old[j - 1][2] if j > i else start
        to = after[new[k][1] : new[m - 1][2]] if m > k else ""
        kind = "drop" if m == k else "phrase"
        written = [word for word, _, _ in new[k:m]]
        if "." in written and "." not in [word for word, _, _ in old[i:j]] and m < len(new):
            kind = "cut"
            if start > 0 and sentence[start - 1] == " " and to.startswith("."):
                start -= 1
            if written[-1] == "." and j < len(old):
                end, to = old[j][2], f"{to} {new[m][0]}"
        units.append({"start": start, "end": end, "to": to, "kind": kind})
    for unit in units:
        if len(units) == 1 and (unit["kind"] != "phrase" or unit["end"] > unit["start"]):
            unit["right"] = int("fault" not in row)
        elif "fault" not in row and unit["kind"] == "drop" and unit["end"] - unit["start"] > 2:
            unit["right"] = 1
    return units


if __name__ == "__main__":
    main()
