#!/usr/bin/env bash
# Makes build/viewer, the environment of the test that gives our graphs to Model Explorer. A repeated run repairs damage.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_environment "$ASSAY_ROOT/build/viewer" viewer
