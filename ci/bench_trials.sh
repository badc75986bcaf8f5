#!/usr/bin/env bash
# Whether `assay bench --compare` finds a capture that is 10 % slower and ignores a capture that is 1 % slower, at a
# margin of 5 %. Each trial is three benches of the same build. --hog adds a CPU hog.
#   ci/bench_trials.sh [--hog] [TRIALS [CASE [METHOD [REPETITIONS]]]]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

hog=
if [[ "${1:-}" == --hog ]]; then hog=yes; shift; fi
trials="${1:-20}" case="${2:-timm/vit_clip}" method="${3:-make_fx}" repetitions="${4:-25}"
needed=$((trials * 19 / 20))
assay="$ASSAY_ROOT/build/bin/assay"
folder="$(mktemp -d)"
hog_id=
finish() { if [[ -n "$hog_id" ]]; then kill "$hog_id" 2>/dev/null || true; fi; rm -rf "$folder"; }
trap finish EXIT
if [[ -n "$hog" ]]; then (while :; do :; done) & hog_id=$!; fi

measure() { "$assay" -q bench "$case" --methods "$method" --repetitions "$repetitions" --results "$folder/$1" "${@:2}" >"$folder/$1.txt"; }
# flags OLD NEW: whether the comparison reports NEW as slower. An undecided comparison ends the trials.
flags() {
  local status=0
  "$assay" bench --compare "$folder/$1" "$folder/$2" --margin 5% >"$folder/changes.txt" || status=$?
  case "$status" in 0) return 1 ;; 1) return 0 ;; *) cat "$folder/changes.txt" >&2; stop 3 "the comparison failed" ;; esac
}

found=0 left=0
for ((trial = 1; trial <= trials; ++trial)); do
  measure same
  measure much --slow "$method=10%"
  measure little --slow "$method=1%"
  if flags same much; then found=$((found + 1)); fi
  if ! flags same little; then left=$((left + 1)); fi
  say "trial $trial of $trials: 10 % slower found in $found, 1 % slower left alone in $left"
done
((found >= needed && left >= needed)) || stop 1 "fewer than $needed of $trials"
