#!/usr/bin/env bash
# From the corpora and the kept marks (training/editor) to the rewriter's released files, in order. The step marked GPU takes some
# sixteen minutes on one H200. The others run on a CPU, in minutes.
#
#   training/runs/rewriter.sh CORPORA      (the folder that release.sh reads)
#
# WORK, MODELS and PYTHON are those of release.sh; MODELS must hold a release. Everything is built in WORK and copied to MODELS at the
# end, with new checksums in the manifest. A stage whose file is there already is left out, so that a run that was stopped goes on: give
# each release an empty WORK. REHEARSAL=true goes through everything on a CPU with a few steps and a few hundred
# marked sentences: minutes on a sample of the corpora, to see that it runs; MODELS must be a copy then.
#
# One file cannot be made from nothing: the tagger's labels behind word-classes.bin are gone. It stays as released, unless
# WORK/rewriter/word-labels.tsv holds labels of another tagger.
set -euo pipefail
corpora=${1:?usage: training/runs/rewriter.sh CORPORA}
cd "$(dirname "$0")/../.."
work=${WORK:-training/work}/rewriter
if [ "${REHEARSAL:-false}" = true ]; then : "${MODELS:?a rehearsal would overwrite the released files: give it a copy of models/}"; fi
models=${MODELS:-models}
python=${PYTHON:-python3}
built=$work/built
mkdir -p "$built/rewriter"

marks_max=1000000
filling=(minutes=15)
judging=(seeds=4 rounds=8)
if [ "${REHEARSAL:-false}" = true ]; then
  marks_max=250
  filling=(minutes=0.5 batch=512 device=cpu)
  judging=(seeds=1 rounds=2)
fi

unless_there() { if [ ! -e "$1" ]; then shift; "$@"; fi; }
# What is written piece by piece gets its name when it is whole.
whole() { local name=$1; shift; rm -rf "$name.part"; "$@"; mv "$name.part" "$name"; }

# 1. The release to go on from, and the marks put together with the texts again.
unless_there "$work/released" whole "$work/released" cp -r "$models" "$work/released.part"
cp "$work/released"/*.* "$built"
put_together() {
  $python training/editor/judged.py corpora="$corpora" out="$work/all-judged"
  mkdir -p "$work/judged.part"
  for file in "$work"/all-judged/*.jsonl; do
    head -n "$marks_max" "$file" > "$work/judged.part/$(basename "$file")"
  done
}
unless_there "$work/judged" whole "$work/judged" put_together
judged() { for name in "$@"; do echo "$work/judged/$name.jsonl"; done; }

# 2. What is counted in the corpora.
unless_there "$built/rewriter/preference.bin" node training/rewriter-preference.ts "$corpora" --models "$built"
unless_there "$built/rewriter/known-words.bin" node training/rewriter-known-words.ts "$corpora" --models "$built"

# 3. Word classes, from labels in WORK (`word<TAB>class`, rewriter-word-classes.ts). The rehearsal takes those of the released table.
# A release does not: a table taught with 150,000 sentences labelled so says the same of 98.4 % of the words, and none better.
if [ "${REHEARSAL:-false}" = true ]; then
  unless_there "$work/word-labels.tsv" whole "$work/word-labels.tsv" node training/rewriter-word-labels.ts "$corpora" \
    "$work/word-labels.tsv.part" --models "$work/released" --sentences 12000
fi
if [ -e "$work/word-labels.tsv" ]; then
  unless_there "$built/rewriter/word-classes.bin" node training/rewriter-word-classes.ts "$work/word-labels.tsv" \
    "$built/rewriter/word-classes.bin"
else
  cp "$work/released/rewriter/word-classes.bin" "$built/rewriter"
fi

# 4. GPU: the cloze network. It is timed, not counted: another machine takes another number of steps. Its classes are those of the
# released one, because the table of plainer words has lost most of the words that were judged.
unless_there "$work/cloze" whole "$work/cloze" $python training/rewriter-cloze-data.py corpora="$corpora" \
  released="$work/released/rewriter/cloze.bin" out="$work/cloze.part"
unless_there "$work/cloze.npz" $python training/rewriter-cloze.py data="$work/cloze" out="$work/cloze.npz" "${filling[@]}"
unless_there "$built/rewriter/cloze.bin" $python training/rewriter-cloze-export.py data="$work/cloze" weights="$work/cloze.npz" \
  out="$built/rewriter/cloze.bin"

# 5. The judge of edits, last: it reads what all the others say. The product's reader wants their checksums.
$python training/manifest.py models="$built"
describe() {
  mkdir -p "$work/judge-rows.part"
  node training/editor/judge-rows.ts "$work/judge-rows.part/all" --models "$built" $(judged words read made reread refused edits readings)
}
unless_there "$work/judge-rows" whole "$work/judge-rows" describe
unless_there "$built/rewriter/edit-judge.bin" $python training/editor/judge.py "$built/rewriter/edit-judge.bin" "$work/judge-rows/all" \
  final=1 "${judging[@]}"

# 6. Release.
cp "$built"/rewriter/* "$models/rewriter"
$python training/manifest.py models="$models"
