#!/usr/bin/env bash
# Makes build/oracle, the environment of the tests that hold `equal` to igraph's bliss and benchmark.json to Google Benchmark's compare.py.
# Run again, it repairs what is damaged.
# igraph is GPL: a test asks it in a process of its own; nothing of ours links or ships it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_environment "$ASSAY_ROOT/build/oracle" oracle
