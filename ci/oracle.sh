#!/usr/bin/env bash
# Makes build/oracle, the environment of the tests that compare `equal` with igraph's bliss and benchmark.json with Google Benchmark's compare.py.
# A repeated run repairs damage.
# igraph is GPL: a test uses it in a separate process. Nothing of ours links or ships it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_environment "$ASSAY_ROOT/build/oracle" oracle
