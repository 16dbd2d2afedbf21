#!/usr/bin/env bash
# From the corpora to the released files, in order. The steps marked GPU took 27 minutes in all on one
# H200; the others run on a CPU. Steps are counted, not timed, so that a run repeats the release.
#
#   training/runs/release.sh CORPORA      (a folder of *.jsonl.xz shards)
set -euo pipefail
corpora=${1:?usage: training/runs/release.sh CORPORA}
cd "$(dirname "$0")/../.."
work=training/work
python=${PYTHON:-python3}

# 1. The texts in the form the detector sees.
node training/prepare.ts "$corpora" "$work/prepared"

# 2. The released vocabulary in the trainer's form (`bpe.py data=$work/prepared out=$work share=0.6` would
# train a new one), then every text as tokens: once clean, twice mechanically changed.
$python training/bpe.py released=models/tokenizer.json out=$work
$python training/encode.py data=$work/prepared out=$work variants=0
$python training/encode.py data=$work/prepared out=$work variants=2

# 3. GPU: the teacher, 12 layers of 512.
$python training/pretrain.py data=$work out=$work/tp.npz layers=12 width=512 heads=8 rate=1e-3 steps=7196 seed=21
$python training/train.py data=$work start=$work/tp.npz out=$work/t.npz rate=3e-4 steps=3467 seed=22 \
  base_factor=2 source_power=0.6 window=384 stride=288

# 4. GPU: the released network, first 6 layers, then grown to 8, then taught by labels and teacher.
$python training/pretrain.py data=$work out=$work/s2-pre.npz optimiser=adam steps=9687
$python training/pretrain.py data=$work out=$work/sp.npz start=$work/s2-pre.npz layers=8 activation=relu rate=1e-3 \
  steps=3385 seed=23
$python training/train.py data=$work start=$work/sp.npz out=$work/s.npz teachers=$work/t.npz taught=0.7 likeness=1 \
  rate=6e-4 steps=12715 seed=24 base_factor=2 source_power=0.6 window=384 stride=288 \
  calibration=$work/calibration.npz predictions=$work/s-dev.json

# 5. Release: network, n-gram model, manifest, golden texts, and last the calibration, which adds its own
# checksum to the manifest and the final scores to the golden texts.
$python training/export.py weights=$work/s.npz tokens=$work/calibration.npz out=models
$python training/ngrams.py data=$work/prepared out=models
$python training/manifest.py version=v1.2 window=384 stride=288 checksums=$work/data-checksums.json \
  stages=$work/tp.npz,$work/t.npz,$work/s2-pre.npz,$work/sp.npz,$work/s.npz
$python training/golden.py weights=$work/s.npz tokens=$work/calibration.npz
node training/calibrate.ts "$corpora"
