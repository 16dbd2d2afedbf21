"""Turns the trained proposer into `editor.onnx` (the same int8 graph as the detector's encoder, with its answers about every token) and
`editor-judge.bin` (the judge that reads its states).

  python3 training/editor/export.py weights=training/work/proposer.npz tokens=rows.jsonl out=models/rewriter
"""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))
from export import Graph, encode, finish, measure_ranges, plain_linear  # noqa: E402
from network import Shape  # noqa: E402
from proposer import KINDS, SIZES, Proposer  # noqa: E402
from settings import read_settings  # noqa: E402


@dataclass
class EditorExportSettings:
    weights: str = "training/work/proposer.npz"
    tokens: str = "training/work/rows-edits.jsonl"
    out: str = "models/rewriter"
    weight_steps: int = 64
    windows: int = 512
    percentile: float = 99.995
    length: int = 128


def main() -> None:
    settings = read_settings(EditorExportSettings)
    network = load(settings.weights)
    ids = torch.zeros(settings.windows, settings.length, dtype=torch.long)
    with open(settings.tokens, encoding="utf-8") as lines:
        for row, line in zip(range(settings.windows), lines):
            tokens = json.loads(line)["i"][: settings.length]
            ids[row, : len(tokens)] = torch.tensor(tokens)
    ranges = measure_ranges(network.encoder, ids, ids != 0, settings.percentile)
    graph = Graph()
    states = encode(graph, network.encoder, ranges, "int8", settings.weight_steps)
    turned = graph.add("Transpose", [states], perm=[0, 2, 1])
    scale = graph.constant("pointer_scale", np.float32(network.encoder.shape.width ** -0.5))
    named = {name: plain_linear(graph, states, name, getattr(network, name)) for name in ("answers", "edits")}
    for name in ("first", "last"):
        asked = plain_linear(graph, states, name, getattr(network, name))
        named[name] = graph.add("Mul", [graph.add("MatMul", [asked, turned]), scale])
    for name, value in named.items():
        graph.add("Identity", [value], [name + "_logits"])
    graph.add("Identity", [states], ["states"])
    width = network.encoder.shape.width
    model = finish(graph, "editor", {"answers_logits": ["batch", "length", sum(SIZES)], "edits_logits": ["batch", "length", 2],
                                     "first_logits": ["batch", "length", "length"], "last_logits": ["batch", "length", "length"],
                                     "states": ["batch", "length", width]})
    path = Path(settings.out) / "editor.onnx"
    onnx.save(model, str(path))
    judge = Path(settings.out) / "editor-judge.bin"
    judge.write_bytes(judge_file(network))
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB, {judge}: {judge.stat().st_size / 1e6:.2f} MB")


def load(path: str) -> Proposer:
    stored = np.load(path)
    shape = Shape(**json.loads(str(stored["shape"])))
    network = Proposer(shape, stored["fresh.weight"].shape[1], stored["judge_in.weight"].shape[0])
    state = network.state_dict()
    for name in state:
        if name in stored:
            state[name] = torch.from_numpy(stored[name].astype(np.float32))
    network.load_state_dict(state)
    network.eval()
    return network


def judge_file(network: Proposer) -> bytes:
    """Little-endian: buckets, vocabulary, projection, units, inputs, kinds (uint32), scale of the marks (float32); a signed byte for
    each bucket; the words' scales (float32) and vectors (signed bytes); then the layers in (units x inputs, biases) and out
    (kinds x units, biases) as float32."""
    marks = network.marks.weight.detach().numpy()[:, 0]
    scale = max(float(np.abs(marks).max()), 1e-9) / 127
    vectors = network.fresh.weight.detach().numpy()
    rows = np.maximum(np.abs(vectors).max(1), 1e-9) / 127
    into, out = network.judge_in, network.judge_out
    head = struct.pack("<6If", len(marks), *vectors.shape, *into.weight.shape, len(KINDS), scale)
    return b"".join([
        head,
        np.round(marks / scale).astype(np.int8).tobytes(),
        rows.astype("<f4").tobytes(),
        np.round(vectors / rows[:, None]).astype(np.int8).tobytes(),
        *(layer.detach().numpy().astype("<f4").tobytes() for layer in (into.weight, into.bias, out.weight, out.bias)),
    ])


if __name__ == "__main__":
    main()
