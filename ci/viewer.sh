#!/usr/bin/env bash
# Makes build/viewer, the environment of the test that hands our graphs to Model Explorer. Run again, it repairs what is damaged.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_environment "$ASSAY_ROOT/build/viewer" viewer
