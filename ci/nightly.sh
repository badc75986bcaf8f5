#!/usr/bin/env bash
# Every night: the zoo on a matrix of PyTorch versions, a worker each, and what changed between neighbouring versions.
#   ci/nightly.sh [V ..] [-- arguments of `assay matrix`, such as --keep 1 or 'seed*']
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

set_up_default
build_default
say "the matrix: ${versions[*]}"
exec "$ASSAY_ROOT/build/bin/assay" matrix "$@" "${versions[@]/#/--torch=}"
