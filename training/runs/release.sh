#!/usr/bin/env bash
# From the corpora to the released files, in order. The steps marked GPU took 27 minutes in all on one
# H200; the others run on a CPU. Steps are counted, not timed, so that a run repeats the release.
#
#   training/runs/release.sh CORPORA      (a folder of *.jsonl.xz shards)
#
# WORK and MODELS name other folders than training/work and models, PYTHON another Python. REHEARSAL=true goes
# through everything on a CPU with tiny networks and a few steps: minutes on a sample of the corpora, to see
# that it runs; give it a MODELS folder that holds a copy of models/tokenizer.json.
set -euo pipefail
corpora=${1:?usage: training/runs/release.sh CORPORA}
cd "$(dirname "$0")/../.."
work=${WORK:-training/work}
models=${MODELS:-models}
python=${PYTHON:-python3}
mkdir -p "$work"

big=(layers=12 width=512 heads=8 steps=7196)
first=(layers=6 width=256 heads=4 steps=9687)
grown=(layers=8 width=256 heads=4 steps=3385)
taught=(steps=3467)
teaching=(steps=12715)
everywhere=(data="$work")
encoding=()
counting=()
if [ "${REHEARSAL:-false}" = true ]; then
  big=(layers=3 width=128 heads=4 rows=4 steps=5)
  first=(layers=2 width=64 heads=2 rows=4 steps=5)
  grown=(layers=3 width=64 heads=2 rows=4 steps=5)
  taught=(tokens_per_batch=1024 steps=5)
  teaching=(tokens_per_batch=1024 steps=5)
  everywhere+=(device=cpu compile=false half=false)
  encoding=(processes=2)
  counting=(draws=2000 bits=16)
fi

# 1. The texts in the form the detector sees.
node training/prepare.ts "$corpora" "$work/prepared"

# 2. The released vocabulary in the trainer's form (`bpe.py data=… out=… share=0.6` would train a new one),
# then every text as tokens: once clean, twice mechanically changed.
$python training/bpe.py released="$models/tokenizer.json" out="$work"
for variants in 0 2; do
  $python training/encode.py data="$work/prepared" out="$work" tokenizer="$work/bpe.json" variants=$variants "${encoding[@]}"
done

# 3. GPU: the teacher.
$python training/pretrain.py "${everywhere[@]}" "${big[@]}" out="$work/tp.npz" rate=1e-3 seed=21
$python training/train.py "${everywhere[@]}" "${taught[@]}" start="$work/tp.npz" out="$work/t.npz" rate=3e-4 seed=22 \
  base_factor=2 source_power=0.6 window=384 stride=288

# 4. GPU: the released network, first with fewer layers, then grown, then taught by labels and teacher.
$python training/pretrain.py "${everywhere[@]}" "${first[@]}" out="$work/s2-pre.npz" optimiser=adam
$python training/pretrain.py "${everywhere[@]}" "${grown[@]}" out="$work/sp.npz" start="$work/s2-pre.npz" activation=relu \
  rate=1e-3 seed=23
$python training/train.py "${everywhere[@]}" "${teaching[@]}" start="$work/sp.npz" out="$work/s.npz" teachers="$work/t.npz" \
  taught=0.7 likeness=1 rate=6e-4 seed=24 base_factor=2 source_power=0.6 window=384 stride=288 \
  calibration="$work/calibration.npz" predictions="$work/s-dev.json"

# 5. Release: network, n-gram model, manifest, golden texts, and last the calibration, which adds its own
# checksum to the manifest and the final scores to the golden texts.
$python training/export.py weights="$work/s.npz" tokens="$work/calibration.npz" out="$models"
$python training/ngrams.py data="$work/prepared" out="$models" predictions="$work/ngrams-dev.json" "${counting[@]}"
node --max-old-space-size=9000 training/phrases.ts "$corpora" --models "$models"
$python training/manifest.py models="$models" version=v1.3 window=384 stride=288 checksums="$work/data-checksums.json" \
  stages="$work/tp.npz,$work/t.npz,$work/s2-pre.npz,$work/sp.npz,$work/s.npz"
$python training/golden.py models="$models" weights="$work/s.npz" tokens="$work/calibration.npz"
node training/calibrate.ts "$corpora" --models "$models" --work "$work"
