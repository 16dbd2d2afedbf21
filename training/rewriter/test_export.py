"""A tiny network through export and back: the graph gives what the network gives, and the released loop's cache too.

    python3 training/rewriter/test_export.py [FOLDER]

With FOLDER the exported network is kept: testing/tiny-writer, which the tests of src/rewriter/write run.
"""

import os
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch

from export import build, save
from network import Network, Shape

# Set before the library is loaded: it would send telemetry.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

TINY = Shape(dim=64, layers=2, heads=4, kv=2, ff=128, vocab=64, context=64)


def tiny_network() -> Network:
    torch.manual_seed(44)
    network = Network(TINY).eval()
    with torch.no_grad():
        for parameter in network.parameters():
            if parameter.ndim == 2:
                parameter.normal_(0, 0.25)
    return network


def arrays_of(network: Network) -> dict[str, np.ndarray]:
    return {name: value.float().numpy() for name, value in network.state_dict().items()}


def run(session, ids: list[int], past: list[np.ndarray], capacity: int):
    """One row; gives the logits after every token, and the keys and values of the new tokens."""
    read, new = past[0].shape[2] if past else 0, len(ids)
    head = TINY.dim // TINY.heads
    feed = {
        "ids": np.array([ids]),
        "positions": np.arange(read, read + new)[None],
        "lengths": np.array([capacity, new]),
        "wanted": np.arange(new),
    }
    mask = np.full((1, new, capacity + new), -1e9, np.float32)
    mask[:, :, :read] = 0
    mask[:, :, capacity:] = np.where(np.tril(np.ones((new, new))) > 0, 0, -1e9)
    feed["mask"] = mask
    for layer in range(TINY.layers):
        for part, name in enumerate(("keys", "values")):
            cache = np.zeros((1, TINY.kv, capacity, head), np.float32)
            if past:
                cache[:, :, :read] = past[2 * layer + part]
            feed[f"{name}_{layer}"] = cache
    names = ["logits"] + [f"new_{n}_{i}" for i in range(TINY.layers) for n in ("keys", "values")]
    logits, *found = session.run(names, feed)
    return logits, found


def test_graph_gives_what_the_network_gives(folder: Path) -> None:
    import onnxruntime

    network = tiny_network()
    save(build(TINY, arrays_of(network)), folder)
    session = onnxruntime.InferenceSession(folder / "writer.onnx", providers=["CPUExecutionProvider"])
    ids = np.random.default_rng(7).integers(16, TINY.vocab, 24).tolist()
    with torch.no_grad():
        expected = network.logits(network(torch.tensor([ids])))[0].numpy()
    found, past = run(session, ids, [], 1)
    likeness = np.corrcoef(expected.ravel(), found.ravel())[0, 1]
    assert likeness > 0.99, f"8-bit weights lose more than rounding: {likeness:.4f}"
    first, past = run(session, ids[:20], [], 1)
    for at in range(20, 24):
        step, new = run(session, ids[at : at + 1], past, 32)
        past = [np.concatenate([a, b], 2) for a, b in zip(past, new)]
        assert np.abs(step[0] - found[at]).max() < 0.02 * np.abs(found[at]).max(), f"token {at} differs with a cache"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        test_graph_gives_what_the_network_gives(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(made))
    print("1 passed, 0 failed")
