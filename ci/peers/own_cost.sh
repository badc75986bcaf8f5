#!/usr/bin/env bash
# Prints one table of the cost of Assay itself beside the usual alternative: walk, graph file, equal, diff, replay, recorder, fork, pair.
#   ci/peers/own_cost.sh      ratios are of alternating repetitions in one run; exit 1: a benchmark found another result
# The table is also build/own_cost.json.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../environment.sh"

set_up_default
build_default all
need_environment "$ASSAY_ROOT/build/peers" peers
if dry_run; then end_dry_run; fi
exec "$ASSAY_ROOT/build/peers/bin/python" -E -s -B "$ASSAY_ROOT/ci/peers/own_cost.py" "$ASSAY_ROOT/build"
