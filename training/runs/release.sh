#!/usr/bin/env bash
# From the corpora to the released files, in order. The steps marked GPU took about 25 minutes in all
# on one H200; the others run on a CPU. Steps are counted, not timed, so that a run repeats the release.
#
#   training/runs/release.sh CORPORA      (a folder of *.jsonl.xz shards)
set -euo pipefail
corpora=${1:?usage: training/runs/release.sh CORPORA}
cd "$(dirname "$0")/../.."
work=training/work
python=${PYTHON:-python3}

# 1. The texts in the form the detector sees.
node training/prepare.ts "$corpora" "$work/prepared"

# 2. Vocabulary, then every text as tokens: once clean, twice mechanically changed.
$python training/bpe.py data=$work/prepared out=$work share=0.6
$python training/encode.py data=$work/prepared out=$work variants=0
$python training/encode.py data=$work/prepared out=$work variants=2

# 3. GPU: the teacher, 8 layers of 384.
$python training/pretrain.py data=$work out=$work/teacher-pre.npz layers=8 width=384 heads=6 rate=8e-4 steps=4814
$python training/train.py data=$work start=$work/teacher-pre.npz out=$work/teacher.npz rate=4e-4 steps=3694

# 4. GPU: the released network, 6 layers of 256, taught by the labels and by the teacher.
$python training/pretrain.py data=$work out=$work/student-pre.npz steps=9687
$python training/train.py data=$work start=$work/student-pre.npz out=$work/student.npz teachers=$work/teacher.npz \
  steps=6681 seed=8 calibration=$work/calibration.npz predictions=$work/student-dev.json

# 5. Release: network, n-gram model, manifest, golden texts, and last the calibration, which adds its own
# checksum to the manifest and the final scores to the golden texts.
cp $work/tokenizer.json models/tokenizer.json
$python training/export.py weights=$work/student.npz tokens=$work/calibration.npz out=models
$python training/ngrams.py data=$work/prepared out=models
$python training/manifest.py stages=$work/teacher-pre.npz,$work/teacher.npz,$work/student-pre.npz,$work/student.npz \
  checksums=$work/data-checksums.json
$python training/golden.py weights=$work/student.npz tokens=$work/calibration.npz
node training/calibrate.ts "$corpora"
