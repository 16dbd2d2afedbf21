"""Fits the judge of edits (src/rewriter/judge/judge.ts) on what judge-rows.ts wrote, and writes its file.

  python3 judge.py OUT.bin ROWS… [rounds=8] [seeds=4] [weights=reread:5,readings:2] [final=1]

Edits of every seventh text are left out to measure with; with final=1 they teach the file that is written, after measuring.
A weight for each mark (a sum of an embedding bag) and one hidden layer over the numbers, summed; the mean of several such judges with
other first weights is again one, whose units are those of all.
"""
import json
import struct
import sys

import numpy as np
import torch

BUCKETS = 1 << 18
MADE = ["made", "reread", "refused", "readings"]
args = dict(a.split("=", 1) for a in sys.argv[1:] if "=" in a)
out, *files = [a for a in sys.argv[1:] if "=" not in a]
ROUNDS = int(args.get("rounds", 8))
UNITS = int(args.get("units", 64))
MARK_RATE = float(args.get("mark_rate", 0.02))
MARK_DECAY = float(args.get("mark_decay", 1e-5))
RATE = float(args.get("rate", 1e-3))
DECAY = float(args.get("decay", 1e-2))
SEEDS = int(args.get("seeds", 4))
WEIGHTS = {k: float(v) for k, v in (p.split(":") for p in args.get("weights", "reread:5,refused:8,made:2,words:0.3,read:0.3,edits:0.2,readings:2").split(","))}

rows, parts = [], []
for file in files:
    own = [json.loads(line) for line in open(f"{file}.jsonl")]
    numbers = np.fromfile(f"{file}.f16", np.float16).reshape(len(own), -1)
    rows += own
    parts.append(numbers)
X = np.concatenate(parts)
y = torch.tensor([r["right"] for r in rows], dtype=torch.float32)
w = torch.tensor([WEIGHTS.get(r["source"], 1) for r in rows])
fold = np.array([r["fold"] for r in rows])
source = np.array([r["source"] for r in rows])
kind = np.array([r["kind"] for r in rows])
flat = torch.tensor(np.concatenate([np.array(r["buckets"], np.int64) for r in rows]))
lengths = np.array([len(r["buckets"]) for r in rows])
starts = np.concatenate([[0], np.cumsum(lengths)])
print(len(rows), "edits", X.shape[1], "numbers", {s: int((source == s).sum()) for s in set(source)})


def bags(index):
    pick = torch.cat([flat[starts[i]:starts[i + 1]] for i in index])
    offsets = torch.tensor(np.concatenate([[0], np.cumsum(lengths[index])[:-1]]))
    return pick, offsets


class Judge(torch.nn.Module):
    def __init__(self, mean, spread):
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("spread", spread)
        self.marks = torch.nn.EmbeddingBag(BUCKETS, 1, mode="sum")
        torch.nn.init.zeros_(self.marks.weight)
        self.inner = torch.nn.Linear(len(mean), UNITS)
        self.outer = torch.nn.Linear(UNITS, 1)
        torch.nn.init.constant_(self.outer.bias, 1.5)

    def forward(self, x, pick, offsets):
        x = torch.nn.functional.dropout((x - self.mean) / self.spread, 0.3, self.training)
        held = torch.nn.functional.dropout(torch.relu(self.inner(x)), 0.4, self.training)
        return self.marks(pick, offsets)[:, 0] + self.outer(held)[:, 0]


def fit(index, seed=1):
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    sample = torch.tensor(X[random.choice(index, min(20000, len(index)), replace=False)].astype(np.float32))
    judge = Judge(sample.mean(0), sample.std(0) + 1e-3)
    slow = torch.optim.AdamW([*judge.inner.parameters(), *judge.outer.parameters()], lr=RATE, weight_decay=DECAY)
    marks = torch.optim.Adagrad(judge.marks.parameters(), lr=MARK_RATE, weight_decay=MARK_DECAY)
    size = 256
    steps = ROUNDS * (len(index) // size)
    step = 0
    judge.train()
    for _ in range(ROUNDS):
        order = random.permutation(index)
        for at in range(0, len(order) - size + 1, size):
            batch = order[at:at + size]
            left = 1 - step / steps
            for o, r in ((slow, RATE), (marks, MARK_RATE)):
                o.param_groups[0]["lr"] = r * left
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                judge(torch.tensor(X[batch].astype(np.float32)), *bags(batch)), y[batch], weight=w[batch]) 
            slow.zero_grad()
            marks.zero_grad()
            loss.backward()
            slow.step()
            marks.step()
            step += 1
    return judge.eval()


@torch.no_grad()
def score(judge, index):
    return np.concatenate([torch.sigmoid(judge(torch.tensor(X[b].astype(np.float32)), *bags(b))).numpy()
                           for b in (index[i:i + 2048] for i in range(0, len(index), 2048))])


def auroc(p, t):
    order = np.argsort(p)
    ranks = np.empty(len(p))
    ranks[order] = np.arange(1, len(p) + 1)
    pos = t > 0.5
    n, m = pos.sum(), (~pos).sum()
    return (ranks[pos].sum() - n * (n + 1) / 2) / (n * m) if n and m else float("nan")


def report(p, index):
    t = y.numpy()[index]
    for s in sorted(set(source[index])):
        for k in [None, *sorted(set(kind[index]))]:
            mine = (source[index] == s) & ((kind[index] == k) if k else True)
            if mine.sum() < 30:
                continue
            line = f"{s:8} {k or 'all':12} {mine.sum():6} faults {100 * (1 - t[mine].mean()):5.1f} %  AUROC {auroc(p[mine], t[mine]):.3f} "
            for least in (0.5, 0.8, 0.9, 0.95, 0.97, 0.98):
                kept = p[mine] >= least
                line += f"| {least}: {100 * kept.mean():.0f}% kept {100 * (1 - t[mine][kept].mean()) if kept.any() else 0:.1f}% wrong "
            print(line)
    made = np.isin(source[index], MADE)
    for k in (None, "phrase", "word"):
        report_made(k or "all kinds", p, t, made & (kind[index] == k if k else True))
    print("calibration on the edits the rewriter makes:")
    for low, high in ((0, .5), (.5, .7), (.7, .8), (.8, .85), (.85, .9), (.9, .93), (.93, .95), (.95, .97), (.97, .98), (.98, .99), (.99, 1.01)):
        b = made & (p >= low) & (p < high)
        if b.sum():
            print(f"  {low:.2f}–{min(high, 1):.2f}: {b.sum():5} said {p[b].mean():.3f} right {t[b].mean():.3f}")


def report_made(name, p, t, mine):
    """How many of the edits the rewriter makes stand when so many of them may be wrong."""
    order = np.argsort(-p[mine])
    sure, right = p[mine][order], t[mine][order]
    wrong = np.cumsum(right < 0.6) / np.arange(1, len(right) + 1)
    line = f"made, {name}: {len(right)}, {100 * wrong[-1]:.1f}% wrong, AUROC {auroc(sure, right):.3f}"
    for most in (0.01, 0.02, 0.03, 0.04, 0.05):
        kept = np.flatnonzero(wrong <= most)
        if len(kept):
            line += f" | at most {100 * most:.0f}%: {100 * (kept[-1] + 1) / len(right):.0f}% stand, from {sure[kept[-1]]:.3f}"
    print(line)


def write(judges):
    arrays = [numbers_of(judge) for judge in judges]
    marks, shift = np.mean([a[0] for a in arrays], 0), float(np.mean([a[1] for a in arrays]))
    inner, bias, outer = (np.concatenate([a[k] for a in arrays]) for k in (2, 3, 4))
    scale = max(1e-9, np.abs(marks).max()) / 127
    with open(out, "wb") as f:
        f.write(struct.pack("<IIff", BUCKETS, len(bias), scale, shift))
        f.write(np.round(marks / scale).astype(np.int8).tobytes())
        for a in (inner.reshape(-1), bias, outer / len(judges)):
            f.write(a.astype("<f4").tobytes())


def numbers_of(judge):
    """Weights over the numbers as they come: mean and spread are worked into the units."""
    mean, spread = judge.mean.numpy(), judge.spread.numpy()
    inner = judge.inner.weight.detach().numpy() / spread
    bias = judge.inner.bias.detach().numpy() - inner @ mean
    return judge.marks.weight.detach().numpy()[:, 0], judge.outer.bias.item(), inner, bias, judge.outer.weight.detach().numpy()[0]


def fit_all(index):
    return [fit(index, seed) for seed in range(1, SEEDS + 1)]


@torch.no_grad()
def mean_score(judges, index):
    logits = np.mean([np.log(s) - np.log1p(-s) for s in (score(j, index).astype(np.float64).clip(1e-9, 1 - 1e-9) for j in judges)], 0)
    return 1 / (1 + np.exp(-logits))


train, held = np.flatnonzero(fold != 0), np.flatnonzero(fold == 0)
judges = fit_all(train)
report(mean_score(judges, held), held)
write(fit_all(np.arange(len(rows))) if args.get("final") else judges)
