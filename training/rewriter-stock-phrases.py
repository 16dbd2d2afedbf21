"""Counts word sequences that machine-written training texts use far more often than people do.

The list is for a person to read: what has a plainer wording goes into src/rewriter/phrases/phrases.txt by hand.

    python3 training/rewriter-stock-phrases.py CORPORA [COUNT]
"""

import collections
import glob
import json
import lzma
import math
import os
import re
import sys

TOKEN = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*|[^\sA-Za-z]")
LENGTHS = range(2, 7)
SEEN_MIN = 25
RATIO_MIN = 1.8
# A sequence goes when a longer one has it nearly always.
COVERED = 0.7
CHARACTERS = {"ai": 40_000_000, "human": 60_000_000}
# So many sequences are held at a time; those seen once go first.
HELD_MAX = 12_000_000
SMALL = set(
    "a an the of in on at to for with by from as and or but is are was were be been being it its this that these "
    "those he she they we you i his her their our my your not no so if than then there which who whom whose what "
    "when where how why while into onto about over under up down out off also has have had do does did can could "
    "may might must will would should shall one two more most very just only all any some each every both other "
    "another such same own too".split()
)
CUT_OFF = set("a an and or but his her their our my your its i he she they we you".split())


def texts(corpora, label):
    """English training texts of one label, up to a number of characters."""
    read = 0
    for path in sorted(glob.glob(os.path.join(corpora, "train-*.jsonl.xz"))):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if row.get("lang", "en") != "en" or row.get("label") != label or row.get("mixed"):
                    continue
                read += len(row["text"])
                yield row["text"]
                if read > CHARACTERS[label]:
                    return


def runs(text):
    """The stretches of words between marks and numbers, in small letters."""
    run = []
    for token in TOKEN.findall(text.replace("’", "'")):
        if token[0].isalpha():
            run.append(token.lower())
        elif run:
            yield run
            run = []
    if run:
        yield run


def count(corpora, label, wanted=None):
    """How often each sequence occurs, and how many words there are."""
    counts = collections.Counter()
    words = 0
    for text in texts(corpora, label):
        for run in runs(text):
            words += len(run)
            for length in LENGTHS:
                for first in range(len(run) - length + 1):
                    phrase = " ".join(run[first : first + length])
                    if wanted is None or phrase in wanted:
                        counts[phrase] += 1
        if wanted is None and len(counts) > HELD_MAX:
            counts = collections.Counter({p: n for p, n in counts.items() if n > 1})
    return counts, max(words, 1)


def is_phrase(phrase):
    """Whether a sequence may be more than a fragment or a name."""
    words = phrase.split()
    return (
        any(len(word) >= 6 for word in words if word not in SMALL)
        and words[-1] not in CUT_OFF
        and words[0] not in {"and", "or", "but"}
    )


def main():
    corpora = sys.argv[1]
    shown = int(sys.argv[2]) if len(sys.argv) > 2 else 6400
    machine, machine_words = count(corpora, "ai")
    machine = {phrase: n for phrase, n in machine.items() if n >= SEEN_MIN and is_phrase(phrase)}
    human, human_words = count(corpora, "human", machine)
    ratios = {
        phrase: (n / machine_words) / ((human[phrase] + 3) / human_words)
        for phrase, n in machine.items()
    }
    found = {phrase: n for phrase, n in machine.items() if ratios[phrase] >= RATIO_MIN}
    longer = collections.Counter()
    for phrase, n in found.items():
        words = phrase.split()
        for part in (" ".join(words[1:]), " ".join(words[:-1])):
            longer[part] = max(longer[part], n)
    kept = [phrase for phrase, n in found.items() if longer[phrase] < COVERED * n]
    kept.sort(key=lambda phrase: -found[phrase] * math.log(ratios[phrase]))
    for phrase in kept[:shown]:
        print(f"{phrase}\t{found[phrase]}\t{ratios[phrase]:.1f}")


if __name__ == "__main__":
    main()
