"""Trains the byte-level BPE vocabulary and writes it in the compact form that the serving side reads.

  python3 training/bpe.py data=training/work/prepared out=training/work
  python3 training/bpe.py released=models/tokenizer.json out=training/work   (the released one, for the trainer)
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

sys.path.insert(0, str(Path(__file__).parent))
from corpus import read_documents  # noqa: E402
from settings import read_settings  # noqa: E402

SPECIAL = {"pad": "<pad>", "cls": "<cls>", "sep": "<sep>", "mask": "<mask>", "unk": "<unk>"}


@dataclass
class BpeSettings:
    data: str = "training/work/prepared"
    out: str = "training/work"
    vocabulary: int = 24576
    # Old books and law would fill the vocabulary with words that nobody checks today.
    shards: list[str] = field(default_factory=lambda: ["train-core", "train-ai2", "train-human-extra", "train-mixed", "train-multi"])
    share: float = 0.6
    # A released tokenizer: nothing is trained, it is only written in the trainer's form.
    released: str = ""
    seed: int = 7


def main() -> None:
    settings = read_settings(BpeSettings)
    if settings.released:
        restore(settings)
        return
    draw = random.Random(settings.seed)
    texts = []
    for document in read_documents(Path(settings.data)):
        if document.shard.startswith(tuple(settings.shards)) and draw.random() < settings.share:
            texts.append(document.text)
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=settings.vocabulary,
        special_tokens=list(SPECIAL.values()),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        min_frequency=3,
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    out = Path(settings.out)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(out / "bpe.json"))
    stored = json.loads((out / "bpe.json").read_text())["model"]
    merges = [pair if isinstance(pair, list) else pair.split(" ") for pair in stored["merges"]]
    compact = {
        "vocab": {token: number for token, number in stored["vocab"].items() if token not in SPECIAL.values()},
        "merges": merges,
        "special": {name: stored["vocab"][token] for name, token in SPECIAL.items()},
    }
    (out / "tokenizer.json").write_text(json.dumps(compact, ensure_ascii=False, separators=(",", ":")))
    characters = sum(len(text) for text in texts[:2000])
    tokens = sum(len(e.ids) for e in tokenizer.encode_batch(texts[:2000]))
    print(f"{len(stored['vocab'])} tokens from {len(texts)} texts; {characters / tokens:.2f} characters a token")


def restore(settings: BpeSettings) -> None:
    file = json.loads(Path(settings.released).read_text())
    vocabulary = {SPECIAL[name]: number for name, number in file["special"].items()} | file["vocab"]
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[tuple(pair) for pair in file["merges"]]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.save(str(Path(settings.out) / "bpe.json"))


if __name__ == "__main__":
    main()
