#!/usr/bin/env bash
# Every night: the zoo on a matrix of PyTorch versions, each with its own worker, the changes between neighbouring versions, and a page.
#   ci/nightly.sh [V ..] [-- arguments of `assay matrix`, such as --keep 1 or 'seed*']    results: $ASSAY_RESULTS or build/nightly
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

versions=()
while (($# > 0)) && [[ "$1" != -- ]]; do
  [[ "$1" =~ ^[0-9] ]] || stop 2 "'$1' is no version; usage: ci/nightly.sh [V ..] [-- arguments of assay matrix]"
  versions+=("$1")
  shift
done
if (($# > 0)); then shift; fi
((${#versions[@]} > 0)) || versions=(2.11.0 2.12.1 2.13.0 2.14.1 2.15.0)

# fold_check DEVICE: with `fold=alias,detach` the gradients of Conv-BN-ReLU are equal graphs on all versions that have them.
fold_check() {
  local graphs=() version file
  for version in "${versions[@]}"; do
    file="$ASSAY_RESULTS/$version/graphs/seed/conv_bn_relu/make_fx_grad@$1.json"
    if [[ -f "$file" ]]; then graphs+=("$file"); fi
  done
  ((${#graphs[@]} > 1)) || { say "fold=alias,detach on $1: fewer than two versions have the graph"; return 0; }
  for file in "${graphs[@]:1}"; do
    "$ASSAY_ROOT/build/bin/assay" diff --policy fold=alias,detach "${graphs[0]}" "$file" || return 1
  done
  say "fold=alias,detach on $1: the gradients of Conv-BN-ReLU are one graph on ${#graphs[@]} versions"
}

set_up_default
build_default assay assay_worker
export ASSAY_RESULTS="${ASSAY_RESULTS:-$ASSAY_ROOT/build/nightly}"
say "the matrix: ${versions[*]}; results in $ASSAY_RESULTS"
status=0
"$ASSAY_ROOT/build/bin/assay" matrix "$@" "${versions[@]/#/--torch=}" || status=$?
say "the private names of PyTorch that Assay uses, on every version"
"$ASSAY_ROOT/build/bin/assay" doctor || status=$((status > 1 ? status : 1))
for device in cpu cuda; do
  fold_check "$device" || status=$((status > 1 ? status : 1))
done
"$ASSAY_ROOT/ci/report.sh" --results "$ASSAY_RESULTS" --html "$ASSAY_RESULTS/report.html"
exit "$status"
