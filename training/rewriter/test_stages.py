"""Every stage of training on a CPU, with a tiny network and a few hand-written lines: that they fit together, refuse
unknown settings, and learn what they are shown.

    python3 training/rewriter/test_stages.py
"""

import json
import lzma
import random
import tempfile
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

import candidates
import finetune
import prefer
from corpus import Draft, encode, from_label, from_meaning, from_writers
from network import Network, Shape, load_weights, save_weights

SHAPE = Shape(dim=64, layers=2, heads=4, kv=2, ff=128, vocab=512, context=512)
PASSAGE = {
    "n": 20000, "strength": "medium",
    "sentences": ["We utilize the hall.", "It is open.", "Members utilize the hall in order to read."],
    "rewrites": [[0, 0, "We use the hall."], [1, 1, "It is open."], [2, 2, "Members use the hall to read."]],
}  # fmt: skip


def label(n: int, text: str, meaning: int) -> dict:
    return {
        "n": n, "sentence": 0, "source": "We utilize the hall.", "before": "", "after": "It is open.", "text": text,
        "meaning": meaning, "language": 0, "style": 1, "strengths": ["medium0"],
    }  # fmt: skip


def byte_tokenizer() -> Tokenizer:
    """Bytes behind the special tokens: no merges to learn."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {f"<{i}>": i for i in range(17)} | {char: 17 + i for i, char in enumerate(alphabet)}
    made = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    return made


def write_lines(file: Path, rows: list[dict]) -> None:
    with lzma.open(file, "wt") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)


def test_stages(folder: Path) -> None:
    torch.manual_seed(1)
    rnd = random.Random(1)
    tokenizer = byte_tokenizer()
    tokenizer.save(str(folder / "tokenizer.json"))
    save_weights(Network(SHAPE), folder / "base")
    base = str(folder / "base/lm.npz")

    drafts: list[Draft] = []
    for _ in range(40):
        drafts += from_writers(PASSAGE, rnd)
        drafts.append(from_label(label(1, "We use the hall.", 0)))
        drafts.append(from_meaning({"n": 1, "kind": "negation", "source": "It is open.", "text": "It is not open."}, rnd))
    assert any(d.target is None for d in drafts), "a sentence left alone is to be kept"
    assert any(d.verdict is False for d in drafts), "the judge sees faults"
    np.savez(folder / "units.npz", **encode(drafts, tokenizer))
    words = ["rate=3e-3", "batch_tokens=4096", "compile=false", "epochs=3", "warm_steps=1"]
    finetune.main(base, str(folder / "units.npz"), str(folder / "tuned"), *words)

    def loss(weights: str) -> float:
        network = load_weights(Path(weights)).eval()
        units = finetune.Units(str(folder / "units.npz"))
        ids, wanted, weight = units.batch(units.of("train")[:20], 256, "cpu")
        with torch.no_grad():
            logits = network.logits(network(ids)[weight > 0]).float()
        return torch.nn.functional.cross_entropy(logits, wanted[weight > 0]).item()

    before, after = loss(base), loss(str(folder / "tuned/lm.npz"))
    assert after < 0.6 * before, f"finetune learns what it is shown: {before:.2f} → {after:.2f}"

    write_lines(
        folder / "labels.jsonl.xz",
        [label(n, text, meaning) for n in range(16) for text, meaning in (("We use the hall.", 0), ("We sell the hall.", 2))],
    )
    tuned = str(folder / "tuned/lm.npz")
    files = [str(folder / "tokenizer.json"), str(folder / "labels.jsonl.xz")]
    prefer.main(tuned, *files, str(folder / "preferred"), "rate=1e-3", "epochs=6", "batch=8")
    found = json.loads((folder / "preferred/prefer.json").read_text())["check"]
    assert found == {"likelier": 1.0, "judge": 1.0}, f"prefer learns which one is sound: {found}"

    (folder / "passages.txt").write_text("1.0\tWe utilize the hall.\n1.1\tIt is open.\n")
    candidates.main(
        str(folder / "preferred/lm.npz"), files[0], str(folder / "passages.txt"), str(folder / "out.jsonl"), "samples=1"
    )
    rows = [json.loads(line) for line in open(folder / "out.jsonl")]
    assert [row["id"] for row in rows] == ["1.0", "1.1"]

    try:
        finetune.main(base, str(folder / "units.npz"), str(folder / "none"), "rates=1")
    except SystemExit as error:
        assert "no setting rates" in str(error)
    else:
        raise AssertionError("an unknown setting is refused")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        test_stages(Path(made))
    print("1 passed, 0 failed")
