#!/usr/bin/env bash
# Prints one table of our `equal` and `diff` and the peers on the graphs of diff_bench; makes build/peers first.
#   ci/peers/run.sh [SIZE ..]      numbers of nodes, by default 1000 10000 100000; the table is also build/peers-graphs/table.json
# The peers are compared with in processes of their own (igraph is GPL); nothing of ours links or ships them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../environment.sh"

set_up_default
build_default
lock_of() { echo "$ASSAY_LOCKS/$1.txt"; } # this environment has no torch in it
need_environment "$ASSAY_ROOT/build/peers" peers
mkdir -p "$ASSAY_ROOT/build/peers-graphs"
exec "$ASSAY_ROOT/build/peers/bin/python" -I -B "$ASSAY_ROOT/ci/peers/compare.py" "$ASSAY_ROOT/build/bin/diff_bench" \
  "$ASSAY_ROOT/build/peers-graphs" "$@"
