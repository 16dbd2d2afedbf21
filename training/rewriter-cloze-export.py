"""Writes the trained cloze network as `src/rewriter/judge/cloze.ts` reads it: words, then layers in signed bytes.

  python3 training/rewriter-cloze-export.py data=training/work/cloze weights=training/work/cloze.npz \\
    out=models/rewriter/cloze.bin
"""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from settings import read_settings  # noqa: E402


@dataclass
class ClozeExportSettings:
    data: str = "training/work/cloze"
    weights: str = "training/work/cloze.npz"
    out: str = "models/rewriter/cloze.bin"


def lines(words: list[str]) -> bytes:
    text = "\n".join(words).encode()
    return struct.pack("<I", len(text)) + text


def matrix(values: np.ndarray) -> bytes:
    values = values.astype(np.float32)
    scales = np.abs(values).max(1) / 127
    scales[scales == 0] = 1
    steps = np.round(values / scales[:, None]).astype(np.int8)
    return struct.pack("<II", *values.shape) + floats(scales) + steps.tobytes()


def floats(values: np.ndarray) -> bytes:
    return values.astype("<f4").tobytes()


def main() -> None:
    settings = read_settings(ClozeExportSettings)
    data = Path(settings.data)
    stored = np.load(settings.weights)
    parts = [
        lines(json.loads((data / "vocabulary.json").read_text())),
        lines(json.loads((data / "class-names.json").read_text())),
        matrix(stored["embedding.weight"]),
        matrix(stored["inner.weight"]),
        floats(stored["inner.bias"]),
        floats(stored["norm.weight"]),
        floats(stored["norm.bias"]),
        matrix(stored["held.weight"]),
        floats(stored["held.bias"]),
        matrix(stored["words.weight"]),
        floats(stored["words.bias"]),
    ]
    Path(settings.out).write_bytes(b"".join(parts))
    print(f"{settings.out}: {sum(map(len, parts)) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
