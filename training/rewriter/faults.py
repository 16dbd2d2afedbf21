"""Quiet faults put into good rewrites, so that the judge learns what a careless rewrite gets wrong: the opposite, "or"
for "and", another number, another degree of certainty, a name or a part left out. The table is for teaching only; at
run time the hard checks and the judge decide."""

import random
import re

SWAPS = [
    (r"\band\b", "or"), (r"\bor\b", "and"),
    (r"\bmay\b", "will"), (r"\bmight\b", "will"), (r"\bcan\b", "must"), (r"\bshould\b", "must"), (r"\bmust\b", "should"),
    (r"\bwill\b", "may"), (r"\boften\b", "always"), (r"\busually\b", "always"), (r"\bsometimes\b", "often"),
    (r"\bsome\b", "all"), (r"\bmost\b", "all"), (r"\bmany\b", "most"), (r"\ball\b", "some"), (r"\bfew\b", "many"),
    (r"\bmore\b", "less"), (r"\bless\b", "more"), (r"\bhigher\b", "lower"), (r"\blower\b", "higher"),
    (r"\bincreas(e|es|ed|ing)\b", r"reduc\1"), (r"\breduc(e|es|ed|ing)\b", r"increas\1"),
    (r"\bbefore\b", "after"), (r"\bafter\b", "before"), (r"\bbecause\b", "although"), (r"\balthough\b", "because"),
    (r"\bif\b", "unless"), (r"\bunless\b", "if"), (r"\bwith\b", "without"), (r"\bwithout\b", "with"),
    (r"\bonly\b", "also"), (r"\bbetter\b", "worse"), (r"\bat least\b", "at most"), (r"\bfirst\b", "last"),
    (r"\bover\b", "under"), (r"\bhelps?\b", "hinders"), (r"\ballow(s|ed)?\b", r"forbid\1"), (r"\bnot\b ?", ""),
    (r"n't\b", ""), (r"\bnever\b", "always"), (r"\bis\b", "is not"), (r"\bare\b", "are not"), (r"\bwas\b", "was not"),
    (r"\bcan\b", "cannot"), (r"\bhas\b", "has never"), (r"\bthey\b", "we"), (r"\bwe\b", "they"), (r"\bI\b", "they"),
    (r"\btheir\b", "our"), (r"\bour\b", "their"), (r"\bseems?\b", "is sure"), (r"\bsuggests?\b", "proves"),
]  # fmt: skip


def faulty(source: str, target: str, rnd: random.Random) -> list[str]:
    """None to two faulty versions of a rewrite."""
    makers = [swapped, swapped, swapped, number, shortened, shortened, doubled]
    found = []
    if rnd.random() < 0.55:
        made = rnd.choice(makers)(source, target, rnd)
        if made is not None and made not in (source, target):
            found.append(made)
    # The same fault in the source's own words: a judge that only counts changed words would miss it.
    if rnd.random() < 0.12:
        made = swapped(source, source, rnd)
        if made is not None:
            found.append(made)
    return found


def swapped(_source: str, target: str, rnd: random.Random) -> str | None:
    fitting = [
        (match, to) for pattern, to in SWAPS for match in re.finditer(pattern, target, re.IGNORECASE)
    ]
    if not fitting:
        return None
    match, to = rnd.choice(fitting)
    put = match.expand(to) if "\\" in to else to
    if match[0][:1].isupper():
        put = put[:1].upper() + put[1:]
    return " ".join((target[: match.start()] + put + target[match.end() :]).split())


def number(_source: str, target: str, rnd: random.Random) -> str | None:
    digits = list(re.finditer(r"\d", target))
    if not digits:
        return None
    match = rnd.choice(digits)
    other = rnd.choice([d for d in "123456789" if d != match[0]])
    return target[: match.start()] + other + target[match.end() :]


def shortened(_source: str, target: str, rnd: random.Random) -> str | None:
    """Without one part between commas, one adverbial at the end, or one item of a list."""
    parts = list(re.finditer(r"(, [^,;.]{6,60})(?=[,.;])|( (?:in|for|by|with|from|to) [^,;.]{6,40})(?=\.$)", target))
    if not parts:
        return None
    match = rnd.choice(parts)
    return target[: match.start()] + target[match.end() :]


def doubled(source: str, target: str, rnd: random.Random) -> str | None:
    """A word said twice or a part of the source left hanging: broken language."""
    words = target.split()
    if len(words) < 8:
        return None
    at = rnd.randrange(2, len(words) - 2)
    if rnd.random() < 0.5:
        return " ".join(words[:at] + words[at - 2 :])
    return " ".join(words[:at] + words[at + 1 :])
