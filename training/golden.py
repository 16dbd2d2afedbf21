"""Writes `models/golden.json`: texts with what training says about them, for the serving tests.

Nothing here uses the serving code: the tokens come from a plain BPE over `tokenizer.json`, the
logits from the PyTorch network with every quantised layer imitated step by step, the n-gram logit
from `ngrams.py`. Where serving agrees, both sides are right or both are wrong in the same way.

  python3 training/golden.py weights=training/work/student.npz tokens=training/work/calibration.npz models=models
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent))
from export import affine, load_encoder, measure_ranges  # noqa: E402
from ngrams import Vocabulary, features  # noqa: E402
from settings import read_settings  # noqa: E402


@dataclass
class GoldenSettings:
    models: str = "models"
    weights: str = "training/work/student.npz"
    tokens: str = "training/work/calibration.npz"
    weight_steps: int = 64
    windows: int = 512
    percentile: float = 99.995


# (text, prose): the prose is written by hand where the normaliser is to change the text.
TEXTS: list[tuple[str, str | None]] = [
    ("Rain again.", None),
    ("I missed the bus by about ten seconds, so I walked. My left shoe leaks, the dog two doors down barked at me the whole "
     "way past the fence, and when I finally got in nobody had even noticed I was late. Typical Monday!", None),
    ("Effective time management is a crucial skill that can significantly enhance both productivity and well-being. By setting "
     "clear goals, prioritizing essential tasks, and maintaining a healthy balance between work and rest, individuals can "
     "achieve their objectives while reducing stress. Ultimately, the key lies in consistency and self-awareness.", None),
    ("Grandad kept bees behind the chapel. He wasn't a talker, but he'd stand there with his sleeves rolled up and tell the hive "
     "who had died and who had got married, and if he forgot, he said, they would sulk and the honey would come out thin. I never "
     "believed it. Then the year he went into hospital nobody told them anything and we got four jars.", None),
    ("The results, however, were mixed: 37 of 52 samples (71.2%) met the limit of 0.05 mg/l; the others didn't. Table 3 gives the "
     "values for 1998–2004, and p < 0.01 throughout.",
     "The results, however, were mixed: 37 of 52 samples (71.2%) met the limit of 0.05 mg/l; the others didn't. Table 3 gives the "
     "values for 1998-2004, and p < 0.01 throughout."),
    ("“Wait,” she said — “that’s not what I meant…”", '"Wait," she said—"that\'s not what I meant..."'),
    ("In conclusion, renewable energy offers a transformative opportunity to address climate change, foster innovation, and create "
     "sustainable economic growth for generations to come. It's not just about technology—it's about reimagining our shared future.", None),
    ("naïve café, Zürich, façade, São Tomé, Łódź: five words and two towns with marks above or below their letters.", None),
    ("so basically i told him no lol and he goes ok whatever then just leaves?? like who does that. anyway did u get the notes from "
     "tuesday bc i slept thru it",
     "So basically I told him no lol and he goes ok whatever then just leaves?? Like who does that. Anyway did u get the notes from "
     "Tuesday BC I slept thru it"),
    ("Certainly! A balanced diet plays a vital role in maintaining overall health. It provides the nutrients your body needs to "
     "function properly, supports your immune system, and helps reduce the risk of chronic disease. Remember to stay hydrated, eat "
     "a variety of fruits and vegetables, and consult a healthcare professional before making significant changes.", None),
    ("We went to the match on Saturday. Lost 3-1, should've been five. Moreover, it is important to note that teamwork fosters "
     "resilience, encourages communication, and ultimately contributes to long-term success both on and off the field. Chips after, "
     "then the late train home with half the town singing.", None),
    ("UPPER CASE HEADLINES WERE ONCE THE RULE ON THE FRONT PAGE OF EVERY PAPER IN THE COUNTY, AND NOBODY THOUGHT THEM LOUD.",
     "Upper case headlines were once the rule on the front page of every paper in the county, and nobody thought them loud."),
]


class ImitatedLinear(torch.nn.Module):
    """What the int8 layer of the released file computes, in double precision."""

    def __init__(self, layer: torch.nn.Linear, low: float, high: float, steps: int) -> None:
        super().__init__()
        self.scale, self.zero = affine(low, high)
        self.scale = float(np.float32(self.scale))
        weight = layer.weight.detach().float().numpy()
        columns = np.abs(weight).max(1, keepdims=True) / steps
        columns[columns == 0] = 1
        rounded = np.clip(np.round(weight / columns), -steps, steps)
        self.weight = torch.from_numpy(rounded * columns.astype(np.float32)).double()
        self.bias = layer.bias.detach().double()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        steps = torch.clamp(torch.round(x / self.scale) + self.zero, 0, 255) - self.zero
        return (steps.double() * self.scale) @ self.weight.T + self.bias


def imitate_release(settings: GoldenSettings) -> torch.nn.Module:
    encoder = load_encoder(settings.weights)
    stored = np.load(settings.tokens)
    ids = torch.from_numpy(stored["ids"][: settings.windows].astype(np.int64))
    mask = torch.from_numpy(stored["mask"][: settings.windows].astype(bool))
    ranges = measure_ranges(encoder, ids, mask, settings.percentile)
    table = encoder.embedding.weight.detach().numpy()
    rows = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
    encoder.embedding.weight.data = torch.from_numpy(np.round(table / rows) * rows.astype(np.float32))
    encoder = encoder.double()
    for index, block in enumerate(encoder.blocks):
        for name in ("qkv", "mix", "widen", "narrow"):
            low, high = ranges[f"blocks.{index}.{name}"]
            setattr(block, name, ImitatedLinear(getattr(block, name).float(), low, high, settings.weight_steps))
    return encoder


# The released pattern says \p{L} and \p{N}; the golden texts hold only what this one cuts alike.
PIECE = re.compile(r"'(?:[sdmt]|ll|ve|re)| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")


def byte_letters() -> list[str]:
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    spare = iter(range(256, 512))
    return [chr(byte) if byte in kept else chr(next(spare)) for byte in range(256)]


def tokenise(text: str, file: dict) -> list[int]:
    letters = byte_letters()
    ranks = {tuple(pair): rank for rank, pair in enumerate(file["merges"])}
    ids: list[int] = []
    for piece in PIECE.findall(text):
        parts = [letters[byte] for byte in piece.encode("utf-8")]
        while len(parts) > 1:
            rank, at = min((ranks.get((parts[i], parts[i + 1]), 1 << 30), i) for i in range(len(parts) - 1))
            if rank == 1 << 30:
                break
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        ids += [file["vocab"][part] for part in parts]
    return ids


def ngram_logit(text: str, folder: Path) -> float:
    file = json.loads((folder / "ngrams.json").read_text())
    weights = np.frombuffer((folder / "ngrams.bin").read_bytes(), np.int8).astype(np.float32) * file["weights"]["scale"]
    vocabulary = Vocabulary()
    tokens = [vocabulary.read(text)]
    vocabulary.hash_all()
    groups = ",".join(group["name"] for group in file["groups"])
    return float((features(tokens, vocabulary, groups, int(np.log2(weights.size))) @ weights)[0] + file["bias"])


def main() -> None:
    settings = read_settings(GoldenSettings)
    folder = Path(settings.models)
    file = json.loads((folder / "tokenizer.json").read_text())
    encoder = imitate_release(settings)
    entries = []
    for text, written in TEXTS:
        prose = written or text
        ids = [file["special"]["cls"], *tokenise(prose, file)]
        with torch.no_grad():
            row = torch.tensor([ids])
            document, tokens = encoder(row, torch.ones_like(row, dtype=torch.bool))
        entries.append({
            "text": text,
            "prose": prose,
            "ids": ids,
            "document_logit": round(float(document[0]), 5),
            "token_logits": [round(float(value), 5) for value in tokens[0]],
            "ngram_logit": round(ngram_logit(prose, folder), 5),
        })
    (folder / "golden.json").write_text(json.dumps({"entries": entries}, ensure_ascii=False, indent=1) + "\n")
    for entry in entries:
        print(f"{entry['document_logit']:8.3f} {np.mean(entry['token_logits'][1:]):8.3f} {entry['ngram_logit']:8.3f}  {entry['prose'][:70]}")


if __name__ == "__main__":
    main()
