#!/usr/bin/env bash
# Makes build/oracle, the environment of the test that holds `equal` to igraph's bliss. Run again, it repairs what is damaged.
# igraph is GPL: a test asks it in a process of its own; nothing of ours links or ships it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_environment "$ASSAY_ROOT/build/oracle" oracle
