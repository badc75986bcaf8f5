#!/usr/bin/env bash
# The main job: set up what is missing, build the program and the worker, then `assay check` with the arguments given here.
#   ci/zoo.sh [arguments of `assay check`]        ASSAY_NO_INSTALL=1: say what would be installed, then stop
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

set_up_default
build_default assay assay_worker
say "checking: build/bin/assay check $*"
exec "$ASSAY_ROOT/build/bin/assay" check "$@"
