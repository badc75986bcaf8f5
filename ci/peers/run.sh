#!/usr/bin/env bash
# Prints one table of our `equal` and `diff` and the peers on the graphs of diff_bench, in CPU time. Makes build/peers first.
#   ci/peers/run.sh [SIZE ..]      numbers of nodes, by default 1000 10000 100000 1000000; the table is also build/peers-graphs/table.json
#   ASSAY_DIFF_BENCH=PROGRAM       times this program; by default builds and times build/bin/diff_bench
# The peers run in their own processes (igraph is GPL). Nothing of ours links or ships them.
# Exit 1: a wrong answer that compare.py does not record, graphs other than those timed, or a required ratio missed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../environment.sh"

program="${ASSAY_DIFF_BENCH:-}"
if [[ -z "$program" ]]; then
  program="$ASSAY_ROOT/build/bin/diff_bench"
  set_up_default
  build_default all
elif [[ ! -x "$program" ]]; then
  stop 2 "ASSAY_DIFF_BENCH names $program, which is not a program"
fi
need_environment "$ASSAY_ROOT/build/peers" peers
if dry_run; then end_dry_run; fi
mkdir -p "$ASSAY_ROOT/build/peers-graphs"
exec "$ASSAY_ROOT/build/peers/bin/python" -I -B "$ASSAY_ROOT/ci/peers/compare.py" "$program" "$ASSAY_ROOT/build/peers-graphs" "$@"
