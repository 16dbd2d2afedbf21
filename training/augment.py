"""Small mechanical changes to a text, applied alike to human and machine writing.

They teach the network not to lean on letter case, spelling, articles, digits or punctuation, all of
which anyone can change in seconds. Strengths are drawn at random, so most changes are light.
"""

from __future__ import annotations

import random
import re
from typing import Callable

WORD = re.compile(r"[A-Za-z]{3,}")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"'A-Z])")

BRITISH = dict(pair.split(":") for pair in """
color:colour favor:favour favorite:favourite honor:honour labor:labour neighbor:neighbour behavior:behaviour
humor:humour rumor:rumour flavor:flavour harbor:harbour center:centre theater:theatre meter:metre liter:litre
fiber:fibre defense:defence offense:offence license:licence organize:organise organization:organisation
realize:realise recognize:recognise analyze:analyse criticize:criticise emphasize:emphasise apologize:apologise
summarize:summarise minimize:minimise maximize:maximise optimize:optimise utilize:utilise characterize:characterise
traveled:travelled traveling:travelling canceled:cancelled modeling:modelling labeled:labelled fulfill:fulfil
enrollment:enrolment skillful:skilful program:programme catalog:catalogue dialog:dialogue gray:grey
jewelry:jewellery tire:tyre plow:plough aging:ageing judgment:judgement mom:mum math:maths toward:towards
afterward:afterwards among:amongst while:whilst learned:learnt spelled:spelt dreamed:dreamt
""".split())
AMERICAN = {british: american for american, british in BRITISH.items()}

SYNONYMS = dict(pair.split(":") for pair in """
important:significant significant:notable big:large large:big small:little quick:fast fast:quick help:assist
assist:help show:demonstrate demonstrate:show use:employ utilize:use begin:start start:begin end:finish
however:yet therefore:thus thus:so also:too additionally:also furthermore:moreover moreover:besides
many:numerous numerous:many often:frequently frequently:often hard:difficult difficult:hard easy:simple
simple:plain happy:glad sad:unhappy smart:clever think:believe believe:think need:require require:need
get:obtain obtain:get give:provide provide:give make:create create:make keep:retain try:attempt
attempt:try problem:issue issue:problem answer:reply ask:inquire buy:purchase purchase:buy choose:select
select:pick change:alter alter:change enough:sufficient entire:whole whole:entire idea:notion
improve:enhance enhance:improve increase:raise reduce:lower look:appear people:folks child:kid
job:occupation main:chief maybe:perhaps perhaps:maybe nearly:almost almost:nearly new:fresh old:aged
quickly:rapidly rapidly:quickly rich:wealthy say:state strange:odd odd:strange tell:inform understand:grasp
very:really really:truly various:different crucial:vital vital:crucial essential:necessary ensure:guarantee
explore:examine examine:inspect complex:complicated beautiful:lovely journey:trip world:globe
within:inside across:throughout despite:notwithstanding overall:altogether clear:plain
""".split())

CONTRACTIONS = [("do not", "don't"), ("does not", "doesn't"), ("did not", "didn't"), ("is not", "isn't"),
                ("are not", "aren't"), ("was not", "wasn't"), ("cannot", "can't"), ("will not", "won't"),
                ("it is", "it's"), ("that is", "that's"), ("I am", "I'm"), ("I have", "I've"),
                ("they are", "they're"), ("we are", "we're"), ("you are", "you're"), ("would not", "wouldn't")]

# Neutral stretches of both kinds of style, so that an insertion tells nothing about the text around it.
INSERTS = [
    "This page was last updated on Tuesday.", "See the notes at the end for details.",
    "The office is open from nine to five on weekdays.", "Please keep a copy for your records.",
    "Thank you for taking the time to read this.", "More on that in a moment.",
    "It rained for most of the afternoon and nobody minded.", "The following section gives some background.",
    "Questions may be sent to the address below.", "We had tea first, then got to work.",
    "Some readers may want to skip ahead.", "All figures are rounded to the nearest whole number.",
    "My sister called in the middle of it, so I lost my thread.", "A short summary is given at the end.",
    "The train was late again this morning.", "These points are worth keeping in mind.",
    "Parking is available behind the building.", "I will come back to this later on.",
    "The meeting closed at half past four.", "In short, there is more than one way to look at it.",
]

KEYS = {"a": "sq", "b": "vn", "c": "xv", "d": "sf", "e": "wr", "f": "dg", "g": "fh", "h": "gj", "i": "uo", "j": "hk",
        "k": "jl", "l": "k", "m": "n", "n": "bm", "o": "ip", "p": "o", "q": "wa", "r": "et", "s": "ad", "t": "ry",
        "u": "yi", "v": "cb", "w": "qe", "x": "zc", "y": "tu", "z": "x"}


def augment(text: str, random: random.Random) -> str:
    count = 1 if random.random() < 0.6 else 2
    for change in random.choices(CHANGES, [weight for _, weight in WEIGHTED], k=count):
        text = change(text, random)
    return text


def change_case(text: str, random: random.Random) -> str:
    if random.random() < 0.4:
        return names_small(text, random)
    pick = random.random()
    if pick < 0.3:
        return text.lower()
    if pick < 0.4:
        return text.upper()
    if pick < 0.5:
        return text.title()
    if pick < 0.6:
        return SENTENCE_END.sub(" ", text) if random.random() < 0.2 else re.sub(r"\bI\b", "i", text)
    share = random.uniform(0.01, 0.3)
    if pick < 0.8:
        return "".join(c.swapcase() if random.random() < share else c for c in text)
    return WORD.sub(lambda m: random.choice((str.upper, str.title, str.lower))(m.group()) if random.random() < share else m.group(), text)


def names_small(text: str, random: random.Random) -> str:
    """Capitals inside sentences go: what is left of a text without capitals once the detector has put the others back."""
    share = random.uniform(0.3, 1.0)
    inside = re.compile(r"(?<=[a-z,;] )[A-Z](?=[a-z])")
    return inside.sub(lambda m: m.group().lower() if random.random() < share else m.group(), text)


def misspell(text: str, random: random.Random) -> str:
    share = random.uniform(0.01, 0.2)

    def spoil(match: re.Match[str]) -> str:
        word = match.group()
        if random.random() > share:
            return word
        at = random.randrange(1, len(word) - 1)
        kind = random.randrange(4)
        if kind == 0:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        if kind == 1:
            return word[:at] + word[at + 1 :]
        if kind == 2:
            return word[:at] + word[at] + word[at:]
        near = KEYS.get(word[at].lower())
        return word[:at] + random.choice(near) + word[at + 1 :] if near else word

    return WORD.sub(spoil, text)


def drop_articles(text: str, random: random.Random) -> str:
    share = random.uniform(0.3, 1.0)
    return re.sub(r"\b([Tt]he|[Aa]n?) ", lambda m: "" if random.random() < share else m.group(), text)


def swap_numbers(text: str, random: random.Random) -> str:
    return re.sub(r"\d", lambda m: random.choice("0123456789"), text)


def swap_from(table: dict[str, str], low: float) -> Callable[[str, random.Random], str]:
    def swap(text: str, random: random.Random) -> str:
        share = random.uniform(low, 1.0)

        def replace(match: re.Match[str]) -> str:
            word = match.group()
            other = table.get(word.lower())
            if other is None or random.random() > share:
                return word
            return other.capitalize() if word[0].isupper() else other

        return WORD.sub(replace, text)

    return swap


def change_spelling(text: str, random: random.Random) -> str:
    return swap_from(BRITISH if random.random() < 0.5 else AMERICAN, 0.7)(text, random)


def change_contractions(text: str, random: random.Random) -> str:
    shorten = random.random() < 0.5
    for long, short in CONTRACTIONS:
        text = text.replace(long, short) if shorten else text.replace(short, long)
    return text


def change_punctuation(text: str, random: random.Random) -> str:
    pick = random.random()
    share = random.uniform(0.1, 1.0)
    if pick < 0.25:
        return spoil_marks(text, random)
    if pick < 0.4:
        return re.sub(",", lambda m: "" if random.random() < share else m.group(), text)
    if pick < 0.45:
        return re.sub(r"[^\w\s]", "", text)
    if pick < 0.55:
        return re.sub(r"[.!?](?= |$)", lambda m: random.choice(".!?;") if random.random() < share else m.group(), text)
    if pick < 0.65:
        return text.replace("—", random.choice((", ", " - ", "; ", "-")))
    if pick < 0.75:
        return re.sub(r", (?=and|but|which|so)", lambda m: "—" if random.random() < share * 0.3 else m.group(), text)
    if pick < 0.85:
        return text.replace('"', random.choice(("", "'")))
    if pick < 0.93:
        return text.replace(";", ",").replace(":", ",")
    return re.sub(r" (?=[a-z])", lambda m: ", " if random.random() < share * 0.08 else " ", text)


def spoil_marks(text: str, random: random.Random) -> str:
    """Marks of all kinds are lost or mistaken for others, as in a hasty message."""
    lost, mistaken = random.uniform(0, 0.6), random.uniform(0, 0.25)

    def spoil(match: re.Match[str]) -> str:
        draw = random.random()
        if draw < lost * (0.3 if match.group() in ".!?" else 1):
            return ""
        return random.choice(",;.!?-") if draw > 1 - mistaken else match.group()

    return re.sub(r"""[,.;:!?"—()]""", spoil, text)


def change_sentences(text: str, random: random.Random) -> str:
    parts = SENTENCE_END.split(text)
    if len(parts) < 3:
        return text
    pick = random.random()
    if pick < 0.35:
        for _ in range(random.randint(1, 3)):
            parts.insert(random.randint(0, len(parts)), random.choice(INSERTS))
    elif pick < 0.7:
        parts = [part for part in parts if random.random() > 0.25] or parts
    else:
        at = random.randrange(len(parts) - 1)
        stretch = parts[at : at + 4]
        random.shuffle(stretch)
        parts[at : at + 4] = stretch
    return " ".join(parts)


WEIGHTED: list[tuple[Callable[[str, random.Random], str], float]] = [
    (change_case, 2.4), (misspell, 2.6), (drop_articles, 1.0), (swap_numbers, 0.4), (change_spelling, 0.6),
    (swap_from(SYNONYMS, 0.3), 1.2), (change_contractions, 0.5), (change_punctuation, 2.6), (change_sentences, 1.3),
]
CHANGES = [change for change, _ in WEIGHTED]
