#!/usr/bin/env bash
# From the corpora to the released files, in order. The steps marked GPU took 97 minutes on one H200 (24 for v2.1, 20 more for v2.2, 12 for v2.3, 41 for v2.4); the others
# run on a CPU. Steps are counted, not timed, so that a run repeats the release.
#
#   training/runs/release.sh CORPORA      (a folder of *.jsonl.xz shards, training/mirrors among them)
#
# WORK and MODELS name other folders than training/work and models, PYTHON another Python. A stage whose weights are
# there already is left out, so that a run that was stopped goes on. REHEARSAL=true goes through everything on a CPU with a tiny network and a few steps: minutes
# on a sample of the corpora, to see that it runs; give it a MODELS folder that holds a copy of models/tokenizer.json.
set -euo pipefail
corpora=${1:?usage: training/runs/release.sh CORPORA}
cd "$(dirname "$0")/../.."
work=${WORK:-training/work}
models=${MODELS:-models}
python=${PYTHON:-python3}
mkdir -p "$work"

big=(layers=12 width=512 heads=8 steps=5908)
small=(layers=8 width=256 heads=4 steps=8965)
taught=(steps=3222)
teaching=(steps=12923)
taught_on=(steps=6970)
teaching_on=(steps=15830)
teaching_again=(steps=16162)
teaching_apart=(steps=16158)
teaching_apart_on=(steps=30463)
everywhere=(data="$work")
encoding=()
counting=()
if [ "${REHEARSAL:-false}" = true ]; then
  big=(layers=3 width=128 heads=4 rows=4 steps=5 optimiser=adam)
  small=(layers=2 width=64 heads=2 rows=4 steps=5 optimiser=adam)
  taught=(tokens_per_batch=1024 steps=5)
  teaching=(tokens_per_batch=1024 steps=5)
  taught_on=(tokens_per_batch=1024 steps=5)
  teaching_on=(tokens_per_batch=1024 steps=5)
  teaching_again=(tokens_per_batch=1024 steps=5)
  teaching_apart=(tokens_per_batch=1024 steps=5)
  teaching_apart_on=(tokens_per_batch=1024 steps=5)
  everywhere+=(device=cpu compile=false half=false)
  encoding=(processes=2)
  counting=(draws=2000 bits=16)
fi

# 1. The polished texts, put together from both authors' parts; then all texts in the form the detector sees.
unless_there() { if [ ! -e "$1" ]; then shift; "$@"; fi; }
unless_there "$corpora/train-today-polished-2.jsonl.xz" $python training/polished.py kept=training/mirrors/polished-2.jsonl.xz \
  corpora="$corpora" out="$corpora/train-today-polished-2.jsonl.xz"
node training/prepare.ts "$corpora" "$work/prepared"

# 2. The released vocabulary in the trainer's form (`bpe.py data=… out=… share=0.6` would train a new one),
# then every text as tokens: once clean, twice mechanically changed.
$python training/bpe.py released="$models/tokenizer.json" out="$work"
for variants in 0 2; do
  $python training/encode.py data="$work/prepared" out="$work" tokenizer="$work/bpe.json" variants=$variants "${encoding[@]}"
done

# 3. GPU: a large teacher, then the network that is released, both from random weights. Whole sources of human text are
# left out: the first list sets the limits of the verdicts, the second judges the release.
held() { $python -c "import json, sys; print(','.join(json.load(open('training/held-out.json'))[sys.argv[1]]))" "$1"; }
left_out=(hold_out="$(held limits)" sealed="$(held sealed)")
weighing=(base_factor=2 source_power=0.6 mirror_share=0.3 harvest_share=0.14 window=384 stride=288)
unless_there "$work/tp.npz" $python training/pretrain.py "${everywhere[@]}" "${big[@]}" out="$work/tp.npz" rate=1e-3 seed=41
unless_there "$work/t.npz" $python training/train.py "${everywhere[@]}" "${taught[@]}" "${left_out[@]}" "${weighing[@]}" \
  start="$work/tp.npz" out="$work/t.npz" rate=3e-4 seed=42 predictions="$work/t-dev.json"
unless_there "$work/sp.npz" $python training/pretrain.py "${everywhere[@]}" "${small[@]}" out="$work/sp.npz" activation=relu \
  rate=1e-3 seed=43
unless_there "$work/s.npz" $python training/train.py "${everywhere[@]}" "${teaching[@]}" "${left_out[@]}" "${weighing[@]}" \
  start="$work/sp.npz" teachers="$work/t.npz" taught=0.7 likeness=1 out="$work/s.npz" rate=6e-4 seed=44 \
  calibration="$work/calibration.npz" predictions="$work/s-dev.json"
# v2.2 goes on from there, with more mirrors, seven of the sources that v2.1 left out, and twice the share of mixed texts.
# (v2.1 itself was made with the files of its day; its weights are kept in training/weights.) Its network is
# the mean of the two stages.
unless_there "$work/t2.npz" $python training/train.py "${everywhere[@]}" "${taught_on[@]}" "${left_out[@]}" "${weighing[@]}" \
  start="$work/t.npz" out="$work/t2.npz" rate=3e-4 seed=52 predictions="$work/t2-dev.json"
unless_there "$work/s2.npz" $python training/train.py "${everywhere[@]}" "${teaching_on[@]}" "${left_out[@]}" "${weighing[@]}" \
  start="$work/s.npz" teachers="$work/t2.npz" taught=0.7 likeness=1 out="$work/s2.npz" rate=5e-4 seed=54 \
  calibration="$work/calibration.npz" predictions="$work/s2-dev.json"
$python training/soup.py weights="$work/s.npz,$work/s2.npz" out="$work/both.npz"
# v2.3 goes on from v2.2 with both teachers in turns and more weight on the older collections; its mean holds three parts of the new
# weights and one of the old.
older=(base_factor=2.5 source_power=0.75 mirror_share=0.2 harvest_share=0.1 original_share=0.2 window=384 stride=288)
unless_there "$work/s3.npz" $python training/train.py "${everywhere[@]}" "${teaching_again[@]}" "${left_out[@]}" "${older[@]}" \
  start="$work/both.npz" teachers="$work/t.npz,$work/t2.npz" taught=0.7 likeness=0.5 out="$work/s3.npz" rate=4e-4 seed=61 \
  calibration="$work/calibration.npz" predictions="$work/s3-dev.json"
$python training/soup.py weights="$work/both.npz,$work/s3.npz,$work/s3.npz,$work/s3.npz" out="$work/v2.3.npz"
# v2.4 goes on from v2.3. Two networks teach it, each what it knows best: v1.3 (kept, because the files it was made with are gone) the older
# collections, v2.3 the texts that came with v2.0.
unless_there "$work/v1.3.npz" $python training/keep.py kept=training/weights/teacher-v1.3.npz.xz out="$work/v1.3.npz"
apart=(teachers="$work/v2.3.npz" older_teacher="$work/v1.3.npz")
unless_there "$work/s4.npz" $python training/train.py "${everywhere[@]}" "${teaching_apart[@]}" "${left_out[@]}" "${older[@]}" "${apart[@]}" \
  start="$work/v2.3.npz" taught=0.7 likeness=0.5 out="$work/s4.npz" rate=4e-4 seed=91 \
  calibration="$work/calibration.npz" predictions="$work/s4-dev.json"
unless_there "$work/student.npz" $python training/train.py "${everywhere[@]}" "${teaching_apart_on[@]}" "${left_out[@]}" "${older[@]}" "${apart[@]}" \
  mirror_share=0.25 harvest_share=0.12 start="$work/s4.npz" taught=0.85 likeness=1 mine_factor=0 out="$work/student.npz" rate=5e-4 seed=101 \
  calibration="$work/calibration.npz" predictions="$work/student-dev.json"

# 4. Release (v2.5 is the network of v2.4 in a faster graph, see LOG.md): network, n-gram model, manifest, golden texts, and last the calibration, which adds its own
# checksum to the manifest and the final scores to the golden texts.
$python training/export.py weights="$work/student.npz" tokens="$work/calibration.npz" out="$models" windows=256
$python training/ngrams.py data="$work/prepared" out="$models" predictions="$work/ngrams-dev.json" \
  "${left_out[@]}" rate=0.25 draws=1400000 mirror_share=0.6 original_share=0.45 "${counting[@]}"
node --max-old-space-size=9000 training/phrases.ts "$corpora" --models "$models"
$python training/manifest.py models="$models" version=v2.5 window=384 stride=288 checksums="$work/data-checksums.json" \
  stages="$work/tp.npz,$work/t.npz,$work/t2.npz,$work/sp.npz,$work/s.npz,$work/s2.npz,$work/s3.npz,$work/s4.npz,$work/student.npz"
$python training/golden.py models="$models" weights="$work/student.npz" tokens="$work/calibration.npz" windows=256
node training/calibrate.ts "$corpora" --models "$models" --work "$work"
