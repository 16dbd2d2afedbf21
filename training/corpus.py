"""Reads the labelled corpora and decides how much each document counts.

Everything downstream (tokenizer, network, n-gram model) takes its documents and its sampling
weights from here, so that both voices of the detector see the same balance.
"""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator


@dataclass
class Document:
    id: str
    text: str
    is_ai: bool
    source: str
    domain: str
    language: str
    generator: str
    attack: str
    group: str
    mixed: bool
    spans: list[tuple[int, int, int]]
    shard: str
    # How a mirror text was asked to sound; empty for all others.
    voice: str = ""


def read_documents(folder: Path, pattern: str = "*.jsonl.xz") -> Iterator[Document]:
    for path in sorted(Path(folder).glob(pattern)):
        if path.name.startswith("pairs"):
            continue
        shard = path.name.split(".")[0]
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                spans = [tuple(span) for span in row.get("sentence_labels") or []]
                text = row["text"]
                # The spans are character offsets, so a text that carries them stays untouched.
                if not spans:
                    text = strip_list_numbers(text)
                yield Document(
                    id=row["id"],
                    text=text,
                    is_ai=row["label"] == "ai",
                    source=row["source"],
                    domain=row["domain"],
                    language=row["lang"],
                    generator=row.get("generator") or "",
                    attack=row.get("attack") or "",
                    group=str(row.get("group")),
                    mixed=bool(row.get("mixed")),
                    spans=spans,
                    shard=shard,
                    voice=row.get("voice") or "",
                )


LIST_NUMBER = re.compile(r"(?:^|(?<=[.!?:;,)\"'\w] ))(\d{1,2})[.)] (?=[A-Z\"'(\[])")


def strip_list_numbers(text: str) -> str:
    """Drops `1. … 2. …` of a list that was folded into one line.

    Human markdown lost its list marks when the corpora were made and most machine answers kept
    theirs, so the bare presence of a number would give the class away. Only numbers that count up
    from one are dropped; a year or a score stays.
    """
    expected = 1
    pieces: list[str] = []
    kept_from = 0
    for match in LIST_NUMBER.finditer(text):
        number = int(match.group(1))
        if number == expected or number == 1:
            pieces.append(text[kept_from : match.start()])
            kept_from = match.end()
            expected = number + 1
    if not pieces:
        return text
    pieces.append(text[kept_from:])
    return "".join(pieces)


DOMAIN_GROUPS = {
    "review": ("review", "productreview", "web_reviews"),
    "academic": ("academic", "abstract", "academicresearch", "academic_essay", "lecture", "textbook"),
    "creative": ("creative", "fiction", "literaturecreativewriting", "coauthor", "diary", "humor"),
    "news": ("news", "newsarticle", "newspaper", "magazine", "editorial", "si_tasks", "mixed", "sports"),
    "essay": ("student_essay", "esl_essay", "essay", "letters_essays", "letters", "speech"),
    "wiki": ("wiki", "biography", "educationmaterial", "entertainment", "artculture", "environmental"),
    "medical": ("medical_qa", "medical_leaflet", "medical_note", "textbook_medical"),
    "formal": ("legal", "finance", "government_report", "governmentpublic", "spec", "business"),
    "answers": ("qa", "instruction", "forum", "reddit", "interview", "debate", "dialogue", "web",
                "documentation", "blog", "government_blog", "recipe", "hobbies", "technicalwriting",
                "onlinecontent", "email", "lore"),
}

# Registers whose language is old or formulaic: they may teach what else people write, but must not
# teach that modern plain prose is machine-made.
THIN_DOMAINS = ("fiction", "classics_translation", "religious", "diary", "philosophy", "travel",
                "legal", "finance", "spec", "textbook", "documentation", "lecture")


# Models without instruction tuning: they continue a text in its own style, which hides them best.
BASE_MODELS = re.compile(
    r"gpt-?j|gpt-?neo|^gpt-?2|^opt[-_]\d|bloom_|falcon_7b|gemma_7b|llama1|llama2_13b|llama3_8b|phi2|^davinci$"
    r"|gpt-3-175b-base|^llama$|babbage|curie",
    re.IGNORECASE,
)


def is_base_model(generator: str) -> bool:
    return BASE_MODELS.search(generator) is not None


def domain_group(domain: str) -> str:
    for group, names in DOMAIN_GROUPS.items():
        if domain in names:
            return group
    stem = domain.split("_")[0]
    for group, names in DOMAIN_GROUPS.items():
        if stem in names:
            return group
    return "other"


FAMILIES = ("claude", "gpt", "gemini", "gemma", "grok", "qwen", "llama", "mistral", "deepseek", "kimi", "glm", "nova",
            "phi", "minimax", "nemotron", "mimo", "ernie", "seed", "command", "hermes")
MISTRAL_NAMES = ("ministral", "magistral", "pixtral", "mixtral", "codestral", "devstral")
OPENAI_NAMES = ("o1", "o3", "o4", "davinci", "openai")


def family_of(generator: str) -> str:
    """The maker's line of models a generator belongs to, told by its name."""
    name = generator.lower()
    for family in FAMILIES:
        if family in name:
            return family
    if any(part in name for part in MISTRAL_NAMES):
        return "mistral"
    if any(name.startswith(part) or f"/{part}" in name for part in OPENAI_NAMES):
        return "gpt"
    return "other"


def is_left_out(document: Document, left_out: list[str]) -> bool:
    """Entries: a source, `family:NAME` (harvested texts of one line of models), `maker:NAME` (its texts in every collection),
    `voice:START` or `domain:NAME` (mirrors)."""
    for entry in left_out:
        kind, colon, name = entry.partition(":")
        if not colon and document.source == entry:
            return True
        if kind == "family" and is_harvested(document) and family_of(document.generator) == name:
            return True
        if kind == "maker" and document.is_ai and family_of(document.generator) == name:
            return True
        if kind == "voice" and is_mirror(document) and document.voice.startswith(name):
            return True
        if kind == "domain" and is_mirror(document) and document.domain == name:
            return True
    return False


def is_mirror(document: Document) -> bool:
    """Written by a present-day assistant on the subject of one human text, or for an everyday request."""
    return document.source in ("today-mirror", "today-ask")


def is_harvested(document: Document) -> bool:
    return document.shard.startswith("train-today-harvest")


@dataclass
class TodayShares:
    """How much the texts of present-day assistants weigh: shares of the machine class, and of the human class
    for the originals of the mirrors, so that subject and register tell nothing."""

    mirrors: float = 0.33
    harvest: float = 0.17
    originals: float = 0.25


def class_weights(documents: list[Document], power: float = 0.5, today: TodayShares = TodayShares()) -> list[float]:
    """`balance`, with fixed shares for the texts of today; each class still adds up to one half.

    Inside the harvest a source counts with the square root of its size, because some have few prompts. Mirrors of one
    human text count once in all.
    """
    weights = [0.0] * len(documents)
    mirrors = [i for i, d in enumerate(documents) if is_mirror(d)]
    harvest = [i for i, d in enumerate(documents) if is_harvested(d)]
    apart = {*mirrors, *harvest}
    older = [i for i in range(len(documents)) if i not in apart]
    for index, weight in zip(older, balance([documents[i] for i in older], power)):
        weights[index] = weight
    groups = {documents[i].group for i in mirrors}
    originals = [i for i in older if not documents[i].is_ai and documents[i].group in groups]
    human = [i for i in older if not documents[i].is_ai]
    machine = [i for i in older if documents[i].is_ai]
    spread(weights, mirrors, 0.5 * today.mirrors, [1.0] * len(mirrors))
    sizes = Counter(documents[i].source for i in harvest)
    spread(weights, harvest, 0.5 * today.harvest, [sizes[documents[i].source] ** -0.5 for i in harvest])
    scale(weights, machine, 0.5 - sum(weights[i] for i in apart))
    share = 0.5 * today.originals if originals else 0.0
    scale(weights, human, 0.5 - share)
    copies = Counter(documents[i].group for i in originals)
    for i in originals:
        weights[i] += share / len(copies) / copies[documents[i].group]
    return weights


def spread(weights: list[float], members: list[int], total: float, parts: list[float]) -> None:
    whole = sum(parts)
    for index, part in zip(members, parts):
        weights[index] = total * part / whole


def scale(weights: list[float], members: list[int], total: float) -> None:
    factor = total / sum(weights[i] for i in members)
    for index in members:
        weights[index] *= factor


def balance(documents: list[Document], power: float = 0.5) -> list[float]:
    """One sampling weight for each document; the weights of a class add up to one half.

    A source counts with the square root of its size, old or formulaic registers with a third of
    that, and inside a group of domains the two classes are pulled towards equal weight (at most by
    a factor of three), so that no topic stands for one class.
    """
    cells: dict[tuple[str, bool, str], list[int]] = defaultdict(list)
    for index, document in enumerate(documents):
        cells[(document.source, document.is_ai, domain_group(document.domain))].append(index)
    sizes: dict[tuple[str, bool], int] = defaultdict(int)
    for (source, is_ai, _), members in cells.items():
        sizes[(source, is_ai)] += len(members)
    mass: dict[tuple[str, bool, str], float] = {}
    for (source, is_ai, group), members in cells.items():
        size = sizes[(source, is_ai)]
        share = len(members) / size
        domain = documents[members[0]].domain
        thin = any(domain == name or domain.startswith(name + "_") for name in THIN_DOMAINS)
        mass[(source, is_ai, group)] = size**power * share * (0.33 if thin else 1.0)
    for _ in range(3):
        groups: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for (_, is_ai, group), value in mass.items():
            groups[group][is_ai] += value
        for key, value in mass.items():
            human, ai = groups[key[2]]
            if human and ai:
                wanted = (human * ai) ** 0.5
                factor = wanted / (ai if key[1] else human)
                mass[key] = value * min(1.5, max(1 / 1.5, factor))
        totals = [sum(v for k, v in mass.items() if k[1] == flag) for flag in (False, True)]
        for key in mass:
            mass[key] *= 0.5 / totals[key[1]]
    weights = [0.0] * len(documents)
    for key, members in cells.items():
        for index in members:
            weights[index] = mass[key] / len(members)
    return weights
