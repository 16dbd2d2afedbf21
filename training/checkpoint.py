"""Stops and resumes a training loop: one file holds everything that the next step depends on.

A run may be cut into several commands. Each is given the same settings and the same checkpoint, goes on
where the last one stopped, and ends by itself after `limit` seconds; `done` tells the caller whether
another command is needed. Time spent in earlier commands counts, so that a schedule by the clock goes on.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import torch


class Checkpoint:
    def __init__(self, path: str, every: float, limit: float) -> None:
        self.path, self.every, self.limit = Path(path) if path else None, every, limit
        self.began = self.saved = time.time()
        self.spent_before = 0.0

    def spent(self) -> float:
        """Seconds of training in this command and the ones before it."""
        return self.spent_before + time.time() - self.began

    def load(self, device: str) -> dict | None:
        if self.path is None or not self.path.exists():
            return None
        state = torch.load(self.path, map_location=device)
        self.spent_before = state["spent"]
        torch.set_rng_state(state["random"].cpu())
        print(f"goes on at step {state['step']}, {self.spent_before:.0f}s", flush=True)
        return state

    def restart_clock(self) -> None:
        """Reading data and compiling take no part in a schedule by the clock."""
        self.began = self.saved = time.time()

    def is_due(self) -> bool:
        return self.path is not None and time.time() - self.saved >= self.every

    def is_out_of_time(self) -> bool:
        return self.path is not None and self.limit > 0 and time.time() - self.began >= self.limit

    def save(self, state: dict) -> None:
        if self.path is None:
            return
        # Written beside and moved, so that a command killed while writing leaves the last one whole.
        part = self.path.with_suffix(".part")
        torch.save(state | {"spent": self.spent(), "random": torch.get_rng_state()}, part)
        os.replace(part, self.path)
        self.saved = time.time()

    def remove(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)
