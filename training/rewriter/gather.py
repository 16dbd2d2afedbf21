"""Writers' tab-separated lines → training/rewriter/writers-*.jsonl.xz, which names passages by id and offsets: the rewrites
are ours, the corpora they were written for are not.

    python3 gather.py writers IN_DIR OUT_DIR WRITERS.jsonl.xz
    python3 gather.py meaning IN_DIR OUT_DIR MEANING.jsonl.xz

IN_DIR is what `draw.ts inputs` made, OUT_DIR holds the writers' files: rewrites, or for a sentence one version that says
the same and two with a quiet fault. Lines that can't be right are left out: unknown
places, a second line for a sentence, a number that the sentence doesn't have. A passage with a gap is cut there: only
its longest covered run of sentences is kept.
"""

import json
import lzma
import re
import sys
from collections import Counter
from pathlib import Path

PLACE = re.compile(r"^(\d+)\.(\d+)(?:-(?:\d+\.)?(\d+))?$")
KEPT, DROPPED = "=", "-"

Run = tuple[int, int, str | None]  # first and last sentence, and the rewrite: None where the source stays


def digits(text: str) -> Counter:
    return Counter(re.findall(r"\d+", text))


def read_sentences(folder: Path) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for file in sorted(folder.glob("*.txt")):
        for line in open(file):
            if "\t" in line:
                place, text = line.rstrip("\n").split("\t", 1)
                found.setdefault(int(place.split(".")[0]), []).append(text)
    return found


def read_runs(folder: Path, sentences: dict[int, list[str]], bad: Counter) -> dict[int, dict[int, Run]]:
    found: dict[int, dict[int, Run]] = {}
    for file in sorted(folder.glob("*.tsv")):
        for line in open(file):
            place, _, text = line.rstrip("\n").partition("\t")
            match = PLACE.match(place.strip())
            text = text.strip()
            if match is None or not text or "\t" in text:
                bad["form"] += 1
                continue
            n, a = int(match[1]), int(match[2])
            b = int(match[3] or a)
            if n not in sentences or not a <= b < len(sentences[n]):
                bad["place"] += 1
                continue
            source = " ".join(sentences[n][a : b + 1])
            if text not in (KEPT, DROPPED) and digits(text) - digits(source):
                bad["number"] += 1
                continue
            if a in found.setdefault(n, {}):
                bad["twice"] += 1
                continue
            rewrite = None if text in (KEPT, source) else "" if text == DROPPED else text
            found[n][a] = (a, b, rewrite)
    return found


def longest_covered(runs: dict[int, Run], count: int) -> list[Run]:
    best: list[Run] = []
    current: list[Run] = []
    at = 0
    while at < count:
        if at in runs:
            current.append(runs[at])
            at = runs[at][1] + 1
        else:
            current = []
            at += 1
        if len(current) > len(best):
            best = current[:]
    return best


KINDS = set("same role logic negation modality quantity compare scope dropped sense stance added broken".split())


def gather_meaning(places: dict[int, dict], sentences: dict[int, list[str]], outputs: Path, out: str) -> None:
    bad: Counter = Counter()
    kinds: Counter = Counter()
    with lzma.open(out, "wt", preset=9) as lines:
        for file in sorted(outputs.glob("*.tsv")):
            for line in open(file):
                parts = [part.strip() for part in line.rstrip("\n").split("\t")]
                match = PLACE.match(parts[0])
                if match is None or match[3] or len(parts) != 3 or parts[1] not in KINDS or not parts[2]:
                    bad["form"] += 1
                    continue
                n, sentence = int(match[1]), int(match[2])
                if sentence >= len(sentences.get(n, [])) or parts[2] == sentences[n][sentence]:
                    bad["place"] += 1
                    continue
                place = {"n": n, "id": places[n]["id"], "place": places[n]["places"][sentence]}
                lines.write(json.dumps({**place, "kind": parts[1], "text": parts[2]}, ensure_ascii=False) + "\n")
                kinds[parts[1]] += 1
    print(dict(kinds), "left out:", dict(bad))


def main(what: str, inputs: str, outputs: str, out: str) -> None:
    folder = Path(inputs)
    places = {row["n"]: row for row in map(json.loads, open(folder / "passages.jsonl"))}
    sentences = read_sentences(folder)
    if what == "meaning":
        return gather_meaning(places, sentences, Path(outputs), out)
    bad: Counter = Counter()
    count = changed = 0
    with lzma.open(out, "wt", preset=9) as file:
        for n, runs in sorted(read_runs(Path(outputs), sentences, bad).items()):
            best = longest_covered(runs, len(sentences[n]))
            if not best:
                continue
            first, last = best[0][0], best[-1][1]
            place = places[n]
            row = {
                "n": n,
                "id": place["id"],
                "source": place["source"],
                "kind": place["kind"],
                "strength": "strong" if n % 2 else "medium",
                "places": place["places"][first : last + 1],
                "rewrites": [[a - first, b - first, text] for a, b, text in best],
            }
            count += len(best)
            changed += sum(text is not None for _, _, text in best)
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{count} runs, {changed} changed, left out: {dict(bad)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
