"""Averages the weights of networks that come from one another: the mean of two stages of one training knows what both
know and is less sure of what either has learnt by heart.

  python3 training/soup.py weights=training/work/student-v2.1.npz,training/work/student.npz out=training/work/soup.npz
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from settings import read_settings  # noqa: E402


@dataclass
class SoupSettings:
    weights: list[str] = field(default_factory=list)
    out: str = "training/work/soup.npz"


def main() -> None:
    settings = read_settings(SoupSettings)
    stored = [np.load(path) for path in settings.weights]
    shapes = {str(one["shape"]) for one in stored}
    if len(stored) < 2 or len({json.dumps({**json.loads(shape), "dropout": 0}) for shape in shapes}) != 1:
        raise SystemExit("weights=A,B,… must name networks of one shape")
    arrays = {}
    for name in stored[0].files:
        if name in ("shape", "record"):
            continue
        arrays[name] = np.mean([one[name].astype(np.float32) for one in stored], axis=0).astype(np.float16)
    # The record of the last stage, which names the stages before it.
    np.savez(settings.out, shape=stored[-1]["shape"], record=stored[-1]["record"], **arrays)
    print(f"{settings.out}: the mean of {', '.join(settings.weights)}")


if __name__ == "__main__":
    main()
