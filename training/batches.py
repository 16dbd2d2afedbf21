"""Draws training batches on the GPU: random crops, changed versions and human–machine splices."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch

from corpus import Document, TodayShares, balance, class_weights, is_base_model, is_left_out, is_mirror

PAD, CLS, MASK = 0, 1, 3
FIRST_WORD = 5


class Corpus:
    """The encoded documents of one folder, held as tensors on one device."""

    def __init__(self, folder: str, device: str) -> None:
        root = Path(folder)
        self.device = device
        self.records = [json.loads(line) for line in open(root / "documents.jsonl", encoding="utf-8")]
        self.tokens, self.offsets = load_flat(root / "clean", device)
        self.labels = torch.from_numpy(np.load(root / "clean-labels.npy")).to(device)
        self.lengths = self.offsets[1:] - self.offsets[:-1]
        self.changed = [
            load_flat(Path(str(path).removesuffix("-tokens.npy")), device)
            for path in sorted(root.glob("changed-[0-9]*-tokens.npy")) if ".tmp" not in path.name
        ]
        starts, ends = token_marks(root / "bpe.json")
        self.next_start = next_sentence_start(self.tokens, starts.to(device), ends.to(device))

    def documents(self) -> list[Document]:
        return [
            Document(text="", spans=[], **{k: v for k, v in record.items() if k not in ("words", "has_spans")})
            for record in self.records
        ]


def load_flat(stem: Path, device: str) -> tuple[torch.Tensor, torch.Tensor]:
    tokens = torch.from_numpy(np.load(f"{stem}-tokens.npy").astype(np.int32)).to(device)
    return tokens, torch.from_numpy(np.load(f"{stem}-offsets.npy")).to(device)


def token_marks(path: Path) -> tuple[torch.Tensor, torch.Tensor]:
    """For every token: does it begin with a space, and does it end a sentence?"""
    vocabulary = json.loads(path.read_text())["model"]["vocab"]
    starts, ends = torch.zeros(len(vocabulary), dtype=torch.bool), torch.zeros(len(vocabulary), dtype=torch.bool)
    for token, number in vocabulary.items():
        starts[number] = token.startswith("Ġ") and len(token) > 1
        ends[number] = token.rstrip("\"')")[-1:] in (".", "!", "?") and not token.startswith("<")
    return starts, ends


def next_sentence_start(tokens: torch.Tensor, starts: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """Position of the first sentence start at or after every position of the flat array."""
    count = len(tokens)
    is_start = torch.zeros(count, dtype=torch.bool, device=tokens.device)
    is_start[1:] = starts[tokens[1:].long()] & ends[tokens[:-1].long()]
    positions = torch.arange(count, device=tokens.device, dtype=torch.int32)
    positions = torch.where(is_start, positions, torch.full_like(positions, count))
    return torch.flip(torch.cummin(torch.flip(positions, (0,)), 0).values, (0,))


class Sampler:
    """Documents by weight; `rows` fills one batch of windows of a given length."""

    def __init__(self, corpus: Corpus, weights: torch.Tensor, changed_share: float, splice_share: float, seed: int,
                 pair_share: float = 0.0) -> None:
        self.corpus, self.changed_share, self.splice_share = corpus, changed_share, splice_share
        self.pair_share = pair_share
        self.pairs = mirror_pairs(corpus, weights) if pair_share > 0 else None
        self.random = torch.Generator(device=corpus.device).manual_seed(seed)
        self.is_ai = torch.tensor([record["is_ai"] for record in corpus.records], device=corpus.device)
        self.mixed = torch.tensor([record["mixed"] for record in corpus.records], device=corpus.device)
        self.is_new = torch.tensor([is_new(record["shard"]) for record in corpus.records], device=corpus.device)
        self.set_weights(weights)

    def set_weights(self, weights: torch.Tensor) -> None:
        self.pools = {}
        for name, keep in (("all", torch.ones_like(self.mixed)), ("plain", ~self.mixed), ("human", ~self.is_ai), ("ai", self.is_ai & ~self.mixed)):
            value = torch.where(keep, weights.to(self.corpus.device).double(), torch.zeros((), dtype=torch.double, device=self.corpus.device))
            members = value.nonzero().squeeze(-1)
            self.pools[name] = (members, torch.cumsum(value[members], 0))

    def draw(self, pool: str, count: int) -> torch.Tensor:
        members, total = self.pools[pool]
        points = self.uniform(count).double() * total[-1]
        return members[torch.searchsorted(total, points).clamp_max(len(members) - 1)]

    def uniform(self, *shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=self.random, device=self.corpus.device)

    def rows(self, batch: int, length: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Ids, mask, token labels (2 = unknown), document targets in 0…1 and whether the text came with v2.0 or later: the changed
        texts first, then the splices."""
        changed = self.corpus.changed
        spliced, altered = self.splice_count(batch), self.changed_count(batch)
        rest = batch - spliced
        parts = []
        if altered:
            which = int(torch.randint(len(changed), (1,)).item())
            parts.append(self.crops(altered, length, changed[which]))
        if spliced:
            parts.append(self.splices(spliced, length))
        paired = self.pair_count(batch)
        parts.append(self.crops(rest - altered - 2 * paired, length, None))
        if paired:
            which = (self.uniform(paired) * len(self.pairs)).long()
            parts.append(self.crops(2 * paired, length, None, self.pairs[which].T.reshape(-1)))
        ids, mask, labels, is_new = (torch.cat(group) for group in zip(*parts))
        known = (labels < 2) & mask
        share = ((labels == 1) & mask).sum(1) / known.sum(1).clamp_min(1)
        # A polished human text without labels is neither: it pulls only weakly towards machine.
        target = torch.where(known.any(1), share, torch.full_like(share, 0.65))
        ids[:, 0], labels[:, 0] = CLS, 2
        return ids, mask, labels, target, is_new

    def splice_count(self, batch: int) -> int:
        return int(batch * self.splice_share)

    def changed_count(self, batch: int) -> int:
        """The first rows of a batch: so many mechanically changed texts."""
        return int((batch - self.splice_count(batch)) * self.changed_share) if self.corpus.changed else 0

    def pair_count(self, batch: int) -> int:
        """The last rows of a batch: so many human texts, then the mirrors of the same ones."""
        return int(batch * self.pair_share / 2)

    def sizes(self, batch: int, length: int) -> torch.Tensor:
        """How many tokens of a row are used: half of it to all of it."""
        return (length * (0.5 + 0.5 * self.uniform(batch))).long().clamp(8, length - 1)

    def crops(self, batch: int, length: int, version: tuple[torch.Tensor, torch.Tensor] | None,
              chosen: torch.Tensor | None = None):
        corpus = self.corpus
        chosen = self.draw("all", batch) if chosen is None else chosen
        tokens, offsets = version or (corpus.tokens, corpus.offsets)
        begin, end = offsets[chosen], offsets[chosen + 1]
        if version is not None:
            # Mixed texts have no changed version. Others take their place, of both classes alike: people's texts
            # alone would teach that a changed text is a person's.
            bad = end - begin < 8
            replacement = self.draw("plain", batch)
            chosen = torch.where(bad, replacement, chosen)
            begin, end = offsets[chosen], offsets[chosen + 1]
        size = torch.minimum(self.sizes(batch, length), end - begin)
        room = (end - begin - size).clamp_min(0)
        first = (self.uniform(batch) * (room + 1)).long().clamp_max(room)
        first = torch.where(self.uniform(batch) < 0.25, torch.zeros_like(first), first)
        place = torch.arange(length, device=corpus.device)[None, :] - 1
        index = (begin + first)[:, None] + place.clamp_min(0)
        mask = place < size[:, None]
        index = torch.where(mask, index, begin[:, None]).clamp_max(len(tokens) - 1)
        ids = torch.where(mask, tokens[index].long(), torch.full_like(index, PAD))
        if version is None:
            labels = corpus.labels[index].long()
        else:
            labels = self.is_ai[chosen].long()[:, None].expand(-1, length).clone()
        return ids, mask, torch.where(mask, labels, torch.full_like(labels, 2)), self.is_new[chosen]

    def splices(self, batch: int, length: int):
        """One author, then the other from a sentence start on, then perhaps the first again."""
        corpus = self.corpus
        human, ai = self.draw("human", batch), self.draw("ai", batch)
        swap = self.uniform(batch) < 0.5
        outer, inner = torch.where(swap, human, ai), torch.where(swap, ai, human)
        size = self.sizes(batch, length)
        outer_begin, outer_end = corpus.offsets[outer], corpus.offsets[outer + 1]
        inner_begin, inner_end = corpus.offsets[inner], corpus.offsets[inner + 1]

        def sentence_start(raw: torch.Tensor, begin: torch.Tensor, end: torch.Tensor) -> torch.Tensor:
            found = corpus.next_start[raw.clamp_max(len(corpus.tokens) - 1)].long()
            return torch.where(found < end - 8, found, begin)

        outer_first = sentence_start(outer_begin + (self.uniform(batch) * (outer_end - outer_begin - size).clamp_min(0)).long(), outer_begin, outer_end)
        raw_cut = outer_first + (size * (0.15 + 0.7 * self.uniform(batch))).long()
        cut = corpus.next_start[raw_cut.clamp_max(len(corpus.tokens) - 1)].long()
        cut = torch.minimum(cut, outer_end)
        first_part = torch.minimum(cut - outer_first, size)
        inner_first = sentence_start(inner_begin + (self.uniform(batch) * (inner_end - inner_begin - size // 2).clamp_min(0)).long(), inner_begin, inner_end)
        left = size - first_part
        raw_end = inner_first + (left * torch.where(self.uniform(batch) < 0.5, torch.ones(batch, device=corpus.device), 0.3 + 0.5 * self.uniform(batch))).long()
        inner_stop = torch.minimum(corpus.next_start[raw_end.clamp_max(len(corpus.tokens) - 1)].long(), inner_end)
        second_part = torch.minimum(inner_stop - inner_first, left)
        third_part = torch.minimum(size - first_part - second_part, outer_end - cut).clamp_min(0)

        place = torch.arange(length, device=corpus.device)[None, :] - 1
        first_stop, second_stop = first_part[:, None], (first_part + second_part)[:, None]
        total = second_stop + third_part[:, None]
        index = torch.where(place < first_stop, outer_first[:, None] + place.clamp_min(0), inner_first[:, None] + place - first_stop)
        index = torch.where(place >= second_stop, cut[:, None] + place - second_stop, index)
        mask = place < total
        index = torch.where(mask, index, outer_begin[:, None]).clamp(0, len(corpus.tokens) - 1)
        ids = torch.where(mask, corpus.tokens[index].long(), torch.full_like(index, PAD))
        labels = torch.where(mask, corpus.labels[index].long(), torch.full_like(index, 2))
        return ids, mask, labels, self.is_new[outer] | self.is_new[inner]


def is_new(shard: str) -> bool:
    """Whether the networks before v2.0 never met a text of this shard."""
    return shard.startswith(("train-today", "train-human3"))


def mirror_pairs(corpus: Corpus, weights: torch.Tensor) -> torch.Tensor:
    """Rows of (human text, its mirror), both of which are trained on."""
    documents = corpus.documents()
    originals = {d.group: i for i, d in enumerate(documents) if weights[i] > 0 and not d.is_ai and not d.mixed}
    pairs = [(originals[d.group], i) for i, d in enumerate(documents) if weights[i] > 0 and is_mirror(d) and d.group in originals]
    return torch.tensor(pairs, device=corpus.device)


def training_weights(corpus: Corpus, hold_out: list[str], pretrain_factor: float, multi_share: float, mixed_share: float,
                     base_factor: float = 1.0, source_power: float = 0.5, today: TodayShares = TodayShares()) -> torch.Tensor:
    """Balanced weights of English pure texts, plus a fixed share each for other languages and mixed
    texts; dev and left-out sources weigh nothing. Texts of base models count `base_factor` times, and
    so do the human texts of the same sources, because these are what the machine continued: they are
    the pairs that are hardest to tell apart."""
    documents = corpus.documents()
    usable = [not d.shard.startswith("dev") and not is_left_out(d, hold_out) for d in documents]
    # A mirror without its human original would teach that the register of the original is a machine's.
    hidden = {d.group for d in documents if not d.is_ai and is_left_out(d, hold_out)}
    usable = [fit and not (is_mirror(d) and d.group in hidden) for fit, d in zip(usable, documents)]
    weights = np.zeros(len(documents))
    plain = [i for i, d in enumerate(documents) if usable[i] and d.language == "en" and not d.mixed]
    weights[plain] = class_weights([documents[i] for i in plain], source_power, today)
    for i in plain:
        if documents[i].shard.startswith("pretrain"):
            weights[i] *= pretrain_factor
    continued = {documents[i].source for i in plain if is_base_model(documents[i].generator)}
    for i in plain:
        document = documents[i]
        if is_base_model(document.generator) if document.is_ai else document.source in continued:
            weights[i] *= base_factor
    other = [i for i, d in enumerate(documents) if usable[i] and d.language != "en" and not d.mixed]
    if other:
        weights[other] = np.array(balance([documents[i] for i in other])) * multi_share
    labelled = [i for i, r in enumerate(corpus.records) if usable[i] and r["mixed"] and r["has_spans"]]
    polished = [i for i, r in enumerate(corpus.records) if usable[i] and r["mixed"] and not r["has_spans"] and documents[i].language == "en"]
    # The few texts that a present-day assistant had a hand in come on top of the many of older models.
    today_ones = [i for i in labelled if documents[i].source == "today-polished"]
    older_ones = [i for i in labelled if documents[i].source != "today-polished"]
    for members, share in ((today_ones, mixed_share * 0.5), (older_ones, mixed_share * 0.7), (polished, mixed_share * 0.3)):
        if members:
            weights[members] = share / len(members)
    return torch.from_numpy(weights)
