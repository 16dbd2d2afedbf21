"""Writes what a proposer says of the joints of sentences, as rows that `proposer.py` can teach another one with.

Every sentence of the rows whose joints are not known gets a row of its own (`e` 3): the places that may be joints, each with the
likeliest wording and how likely the place is, in thousandths, and the words that change.

  python3 training/editor/joint-answers.py start=models/rewriter/joints.onnx rows=rows.jsonl,further-rows.jsonl out=answers.jsonl
"""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))
from settings import read_settings  # noqa: E402

proposer = importlib.import_module("proposer")


@dataclass
class AnswerSettings:
    start: str = "models/rewriter/joints.onnx"
    rows: list[str] = field(default_factory=list)
    out: str = "training/work/answers.jsonl"
    # What is less likely is no joint to speak of.
    least: float = 0.02
    length: int = 160
    batch: int = 256
    half: bool = True
    device: str = "cuda"


def main() -> None:
    settings = read_settings(AnswerSettings)
    lines = [json.loads(line) for path in settings.rows for line in open(path, encoding="utf-8")]
    lines = [row for row in lines if row["e"] in (1, 2) and len(row["i"]) <= settings.length]
    known = set()
    lines = [row for row in lines if (key := (row["f"], *row["i"])) not in known and not known.add(key)]
    network = proposer.create(proposer.ProposerSettings(start=settings.start, device=settings.device)).eval()
    order = sorted(range(len(lines)), key=lambda r: len(lines[r]["i"]))
    for begin in range(0, len(order), settings.batch):
        some = [lines[r] for r in order[begin : begin + settings.batch]]
        for row, (cuts, forms) in zip(some, answers_of(network, some, settings)):
            row.update(e=3, c=cuts, v=forms, x=[], d=[], r=[], j=[])
    with open(settings.out, "w", encoding="utf-8") as out:
        for row in lines:
            out.write(json.dumps(row, separators=(",", ":")) + "\n")
    print(f"{len(lines)} sentences, {sum(len(row['c']) for row in lines)} places, {sum(len(row['v']) for row in lines)} forms")


@torch.no_grad()
def answers_of(network, some: list[dict], settings: AnswerSettings) -> list[tuple[list, list]]:
    ids = np.zeros((len(some), max(len(row["i"]) for row in some)), np.int64)
    body = np.zeros(ids.shape, bool)
    for r, row in enumerate(some):
        ids[r, : len(row["i"])] = row["i"]
        body[r, row["f"] : len(row["i"])] = True
    ids = torch.from_numpy(ids).to(settings.device)
    body = torch.from_numpy(body).to(settings.device)
    with torch.autocast(settings.device, torch.bfloat16, enabled=settings.half):
        states, answers = network.read(ids, ids != 0)
    states, answers = states.float(), answers.float()
    cut, *asked = answers.split(proposer.SIZES, -1)
    chance = torch.sigmoid(cut.squeeze(-1))
    best = torch.stack([logits.argmax(-1) for logits in asked], -1)
    found: list[tuple[list, list]] = [([], []) for _ in some]
    places = torch.nonzero((chance >= settings.least) & body)
    r, t = places.unbind(1)
    before = body[r] & (torch.arange(ids.shape[1], device=ids.device)[None] < t[:, None])
    nouns = [torch.einsum("jw,jtw->jt", layer(states[r, t]), states[r]).masked_fill(~before, -1e9).argmax(-1) for layer in (network.first, network.last)]
    table = torch.stack([r, t, *best[r, t, :4].unbind(1), *nouns, (1000 * chance[r, t]).round().long()], 1)
    for row, token, drop, lead, subject, helper, first, last, likely in table.tolist():
        said_again = proposer.SAID_AGAIN.start <= subject < proposer.SAID_AGAIN.stop
        found[row][0].append([token, drop, lead, subject, helper, *((first, last) if said_again else (-1, -1)), likely])
    changed = torch.nonzero((best[..., 4] > 0) & body)
    for (row, token), form in zip(changed.tolist(), best[..., 4][changed[:, 0], changed[:, 1]].tolist()):
        found[row][1].append([token, form])
    return found


if __name__ == "__main__":
    main()
