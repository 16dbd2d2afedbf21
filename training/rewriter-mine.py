"""Counts which phrases machine-polished texts have and their human originals lack.

The list is for a person to read: what is worth a rule goes into src/rewriter/phrases by hand.

    python3 training/rewriter-mine.py CORPORA [COUNT]
"""

import collections
import glob
import json
import lzma
import math
import os
import re
import sys

SOURCES = {"hppt", "imbd", "raidar", "l2r"}
TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)*|[0-9]+|[^\sa-z0-9]")
AI_PER_GROUP_MAX = 4
SEEN_MIN = 25


def phrases(text):
    """The runs of one to four words of a text, each once."""
    words = TOKEN.findall(text.lower())
    return {
        " ".join(words[first : first + length])
        for length in (1, 2, 3, 4)
        for first in range(len(words) - length + 1)
    }


def read_groups(corpora):
    """Human and machine-polished texts by group."""
    groups = collections.defaultdict(lambda: {"human": [], "ai": []})
    names = glob.glob(os.path.join(corpora, "train-core-*.jsonl.xz"))
    names += glob.glob(os.path.join(corpora, "train-mixed-*.jsonl.xz"))
    for name in sorted(names):
        with lzma.open(name, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if row["lang"] == "en" and row["source"] in SOURCES:
                    groups[row["group"]][row["label"]].append(row["text"])
    return groups


def main():
    corpora = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    in_ai, in_human = collections.Counter(), collections.Counter()
    ai_total = human_total = 0
    for texts in read_groups(corpora).values():
        for text in texts["human"]:
            human_total += 1
            in_human.update(phrases(text))
        for text in texts["ai"][:AI_PER_GROUP_MAX]:
            ai_total += 1
            in_ai.update(phrases(text))
    found = []
    for phrase, seen in in_ai.items():
        if seen < SEEN_MIN:
            continue
        odds = math.log((seen + 0.5) / ai_total) - math.log((in_human[phrase] + 0.5) / human_total)
        found.append((odds * math.sqrt(seen), phrase, seen, in_human[phrase]))
    print(f"# {ai_total} polished texts, {human_total} originals: phrase, polished, original")
    for _, phrase, seen, human in sorted(found, reverse=True)[:count]:
        print(f"{phrase}\t{seen}\t{human}")


if __name__ == "__main__":
    main()
