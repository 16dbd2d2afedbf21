"""Turns the trained model of joints into `joints.onnx`, by the same int8 graph as the detector's encoder.

  python3 training/rewriter-joints-export.py weights=training/work/joints.npz tokens=training/work/joints-gold.jsonl \\
    out=models/rewriter
"""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch

sys.path.insert(0, str(Path(__file__).parent))
from export import Graph, encode, finish, linear_arrays, measure_ranges, plain_arrays, plain_linear, quantise  # noqa: E402
from network import Shape  # noqa: E402
from settings import read_settings  # noqa: E402

joints = importlib.import_module("rewriter-joints")


@dataclass
class JointExportSettings:
    weights: str = "training/work/joints.npz"
    tokens: str = "training/work/joints-gold.jsonl"
    out: str = "models/rewriter"
    name: str = "joints.onnx"
    # "float" is the same graph without quantisation, for comparison.
    mode: str = "int8"
    weight_steps: int = 64
    windows: int = 512
    percentile: float = 99.995
    length: int = 128


def main() -> None:
    settings = read_settings(JointExportSettings)
    stored = np.load(settings.weights)
    network = joints.JointNetwork(Shape(**json.loads(str(stored["shape"]))), json.loads(str(stored["sizes"])))
    state = network.state_dict()
    for name in state:
        if name in stored:
            state[name] = torch.from_numpy(stored[name].astype(np.float32))
    network.load_state_dict(state)
    network.eval()
    ids = torch.zeros(settings.windows, settings.length, dtype=torch.long)
    with open(settings.tokens, encoding="utf-8") as lines:
        for row, line in zip(range(settings.windows), lines):
            tokens = json.loads(line)["i"][: settings.length]
            ids[row, : len(tokens)] = torch.tensor(tokens)
    encoder = network.encoder
    if settings.mode == "float":
        arrays = plain_arrays(encoder)
    else:
        ranges = measure_ranges(encoder, ids, ids != 0, settings.percentile)
        arrays = quantise(encoder, ranges, settings.weight_steps)
    graph = Graph()
    states = encode(graph, encoder.shape, arrays)
    turned = graph.add("Transpose", [states], perm=[0, 2, 1])
    scale = graph.constant("pointer_scale", np.float32(encoder.shape.width ** -0.5))
    heads = {name: linear_arrays(name, getattr(network, name)) for name in ("answers", "first", "last")}
    named = {"answers": plain_linear(graph, states, "answers", heads["answers"])}
    for name in ("first", "last"):
        asked = plain_linear(graph, states, name, heads[name])
        named[name] = graph.add("Mul", [graph.add("MatMul", [asked, turned]), scale])
    for name, value in named.items():
        graph.add("Identity", [value], [name + "_logits"])
    model = finish(graph, "joints", {"answers_logits": ["batch", "length", sum(network.sizes)],
                                     "first_logits": ["batch", "length", "length"], "last_logits": ["batch", "length", "length"]})
    path = Path(settings.out) / settings.name
    onnx.save(model, str(path))
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
