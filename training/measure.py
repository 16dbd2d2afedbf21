"""The quality numbers used everywhere in training: AUROC and the hit rate at a fixed false-alarm rate."""

from __future__ import annotations

from collections import defaultdict
from typing import Callable, Sequence

import numpy as np


def auroc(scores: np.ndarray, is_ai: np.ndarray) -> float:
    ai, human = scores[is_ai], scores[~is_ai]
    if not len(ai) or not len(human):
        return float("nan")
    order = np.sort(human)
    below = np.searchsorted(order, ai, "left") + np.searchsorted(order, ai, "right")
    return float(below.mean() / 2 / len(human))


def hit_rate(scores: np.ndarray, is_ai: np.ndarray, false_alarms: float) -> float:
    return float((scores[is_ai] > threshold_at(scores, is_ai, false_alarms)).mean())


def threshold_at(scores: np.ndarray, is_ai: np.ndarray, false_alarms: float) -> float:
    """The lowest threshold at which at most the given share of human texts lies above it."""
    human = np.sort(scores[~is_ai])
    return float(human[min(len(human) - 1, int(np.ceil(len(human) * (1 - false_alarms))) - 1)])


def summary(scores: np.ndarray, is_ai: np.ndarray) -> str:
    return (
        f"AUROC {auroc(scores, is_ai):.4f}  TPR@5% {hit_rate(scores, is_ai, 0.05):.3f}  "
        f"TPR@1% {hit_rate(scores, is_ai, 0.01):.3f}  ({int((~is_ai).sum())} human, {int(is_ai.sum())} ai)"
    )


def by_slice(scores: np.ndarray, is_ai: np.ndarray, names: Sequence[str]) -> list[str]:
    """For each slice: the share of its AI texts above the pooled 5 % and 1 % thresholds, the share
    of its human texts above them, and its own AUROC where it has both classes."""
    five, one = (threshold_at(scores, is_ai, rate) for rate in (0.05, 0.01))
    members: dict[str, list[int]] = defaultdict(list)
    for index, name in enumerate(names):
        members[name].append(index)
    lines = []
    for name in sorted(members):
        rows = np.array(members[name])
        s, y = scores[rows], is_ai[rows]
        share: Callable[[np.ndarray, float], str] = lambda v, t: f"{(v > t).mean():.3f}" if len(v) else "  -  "
        lines.append(
            f"{name:34s} human {int((~y).sum()):5d} flagged@5% {share(s[~y], five)} @1% {share(s[~y], one)}"
            f"   ai {int(y.sum()):5d} found@5% {share(s[y], five)} @1% {share(s[y], one)}   AUROC {auroc(s, y):.4f}"
        )
    return lines
