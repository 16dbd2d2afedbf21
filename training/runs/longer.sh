#!/usr/bin/env bash
# The next candidate: longer masked-word pretraining, then classification in which base models count
# more. Meant for one GPU that can be had for ten minutes at a time: every call goes on where the last
# one stopped and ends by itself before LIMIT seconds; exit status 3 means "call me again", 0 "done".
#
#   training/runs/longer.sh PREPARED WORK [LIMIT]
#
# PREPARED holds the shards that training/prepare.ts wrote with the normaliser of the day, WORK keeps
# tokens, checkpoints and weights between calls. Settings by environment:
#   PRETRAIN_SECONDS=780  TEACHER_SECONDS=0  TRAIN_SECONDS=480  BASE_FACTOR=2.5  SOURCE_POWER=0.7
#   SEED=11  DEVICE=cuda  COMPILE=true  HALF=true  PYTHON=python3
#   SMALL=true takes tiny batches: a rehearsal of a minute on a CPU, with DEVICE=cpu COMPILE=false HALF=false
# TEACHER_SECONDS above 0 first trains an 8 × 384 network (half of it pretraining) and lets it teach.
set -euo pipefail
prepared=${1:?usage: training/runs/longer.sh PREPARED WORK [LIMIT]}
work=${2:?usage: training/runs/longer.sh PREPARED WORK [LIMIT]}
limit=${3:-540}
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
seed=${SEED:-11}
pretrain_seconds=${PRETRAIN_SECONDS:-780}
teacher_seconds=${TEACHER_SECONDS:-0}
train_seconds=${TRAIN_SECONDS:-480}
began=$(date +%s)
mkdir -p "$work"
on=(device="${DEVICE:-cuda}" compile="${COMPILE:-true}" half="${HALF:-true}" data="$work" every=120 seed="$seed")
pretrain_size=()
train_size=()
if [ "${SMALL:-false}" = true ]; then
  pretrain_size=(rows=4)
  train_size=(tokens_per_batch=1024)
fi

# Reading the data and compiling come before the clock of a step starts, judging and saving after it.
around=$((limit / 9))

# Runs a training step until its weights are there. The name of the weights names the checkpoint too.
step() {
  local script=$1 out=$2
  shift 2
  [ -f "$work/$out.npz" ] && return 0
  local seconds=$((limit - $(date +%s) + began - around))
  if [ "$seconds" -le $((around / 4)) ]; then
    echo "too little time for $out: call again"
    exit 3
  fi
  $python -u "training/$script" "${on[@]}" out="$work/$out.npz" checkpoint="$work/$out.checkpoint" \
    limit="$seconds" "$@" 2>&1 | tee -a "$work/$out.log"
  if [ ! -f "$work/$out.npz" ]; then
    echo "$out is not done: call again"
    exit 3
  fi
}

# Tokens, with the released vocabulary, so that the tokenizer need not change.
if [ ! -f "$work/bpe.json" ]; then
  $python training/bpe.py released=models/tokenizer.json out="$work"
fi
if [ ! -f "$work/clean-tokens.npy" ]; then
  $python training/encode.py data="$prepared" out="$work" tokenizer="$work/bpe.json" variants=0
fi
if [ ! -f "$work/changed-1-tokens.npy" ]; then
  $python training/encode.py data="$prepared" out="$work" tokenizer="$work/bpe.json" variants=2
fi

teachers=()
if [ "$teacher_seconds" -gt 0 ]; then
  step pretrain.py teacher-pre layers=8 width=384 heads=6 rate=8e-4 seconds=$((teacher_seconds / 2)) "${pretrain_size[@]}"
  step train.py teacher start="$work/teacher-pre.npz" rate=4e-4 seconds=$((teacher_seconds / 2)) "${train_size[@]}" \
    base_factor="${BASE_FACTOR:-2.5}" source_power="${SOURCE_POWER:-0.7}"
  teachers=(teachers="$work/teacher.npz")
fi
step pretrain.py longer-pre rate=1.2e-3 seconds="$pretrain_seconds" "${pretrain_size[@]}"
step train.py longer start="$work/longer-pre.npz" seconds="$train_seconds" "${train_size[@]}" \
  base_factor="${BASE_FACTOR:-2.5}" source_power="${SOURCE_POWER:-0.7}" window=256 stride=192 \
  calibration="$work/calibration.npz" predictions="$work/longer-dev.json" "${teachers[@]}"
echo "done: $work/longer.npz, quality at the end of $work/longer.log"
