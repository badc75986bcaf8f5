#!/usr/bin/env bash
# The main job: sets up missing parts, builds the program and the worker, then runs `assay check` with the given arguments.
#   ci/zoo.sh [arguments of `assay check`]        ASSAY_NO_INSTALL=1: list what would be installed, then stop
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

set_up_default
build_default assay assay_worker
say "checking: build/bin/assay check $*"
exec "$ASSAY_ROOT/build/bin/assay" check "$@"
