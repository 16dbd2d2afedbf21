"""Keeps a network's weights in a form small enough for the repository, and reads them back.

Matrices become int8 with one float16 scale a row, everything else float16; the file is an xz-compressed npz. A later
run starts from such a file as well as from the float weights: training moves the weights by far more than the rounding.

  python3 training/keep.py weights=training/work/s.npz out=training/weights/student.npz.xz
  python3 training/keep.py kept=training/weights/student.npz.xz out=training/work/student.npz
  python3 training/keep.py released=models/encoder.onnx out=training/work/student.npz
"""

from __future__ import annotations

import io
import json
import lzma
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from settings import read_settings  # noqa: E402


@dataclass
class KeepSettings:
    # One of the three is the source.
    weights: str = ""
    kept: str = ""
    released: str = ""
    out: str = ""


def pack(weights: str, out: str) -> None:
    arrays: dict[str, np.ndarray] = {}
    stored = np.load(weights)
    for name in stored.files:
        value = stored[name]
        if value.dtype.kind == "f" and value.ndim == 2:
            matrix = value.astype(np.float32)
            scale = np.maximum(np.abs(matrix).max(1, keepdims=True) / 127, 1e-7).astype(np.float16)
            arrays[name] = np.clip(np.round(matrix / scale.astype(np.float32)), -127, 127).astype(np.int8)
            arrays[f"{name}|scale"] = scale
        else:
            arrays[name] = value.astype(np.float16) if value.dtype.kind == "f" else value
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_bytes(lzma.compress(buffer.getvalue(), preset=6))


def unpack(kept: str, out: str) -> None:
    stored = np.load(io.BytesIO(lzma.decompress(Path(kept).read_bytes())))
    arrays = {}
    for name in stored.files:
        if name.endswith("|scale"):
            continue
        value = stored[name]
        if f"{name}|scale" in stored.files:
            value = (value.astype(np.float32) * stored[f"{name}|scale"].astype(np.float32)).astype(np.float16)
        arrays[name] = value
    np.savez(out, **arrays)


def unpack_released(path: str, out: str) -> None:
    """The weights of a released graph, rounded as they are there. The heads that are not released start anew."""
    import torch
    from export import read_released
    from network import Encoder

    shape, graph = read_released(path)
    encoder = Encoder(shape)
    state = encoder.state_dict()
    filled = {"embedding.weight": graph["embedding"].astype(np.float32) * graph["embedding_scale"]}
    for name, value in graph.items():
        stem, _, part = name.rpartition(".")
        if part == "w" and f"{stem}.w_scale" in graph:
            filled[f"{stem}.weight"] = (value.astype(np.float32) * graph[f"{stem}.w_scale"]).T
        elif part == "w":
            filled[f"{stem}.weight"] = value.T
        elif part == "g":
            filled[f"{stem}.weight"] = value
        elif part == "b":
            filled[f"{stem}.bias"] = value
    for name, value in filled.items():
        assert state[name].shape == value.shape, (name, state[name].shape, value.shape)
        state[name] = torch.from_numpy(np.array(value))
    missing = sorted(name for name in state if name not in filled)
    print(f"{shape.layers} layers of {shape.width}, {shape.heads} heads, {shape.activation}; anew: {', '.join(missing)}")
    arrays = {name: value.half().numpy() for name, value in state.items()}
    np.savez(out, shape=json.dumps(asdict(shape)), record=json.dumps({"released": path}), **arrays)


def main() -> None:
    settings = read_settings(KeepSettings)
    if settings.weights:
        pack(settings.weights, settings.out)
    elif settings.kept:
        unpack(settings.kept, settings.out)
    elif settings.released:
        unpack_released(settings.released, settings.out)
    else:
        raise SystemExit("weights=, kept= or released= is needed")
    print(f"{settings.out}: {Path(settings.out).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
