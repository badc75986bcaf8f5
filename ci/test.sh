#!/usr/bin/env bash
# Sets up missing parts, builds, then runs the whole test-suite. The arguments go to ctest.
#   ci/test.sh [arguments of ctest, such as -R resnet18 or -L unit]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

set_up_default
build_default all
"$ASSAY_ROOT/ci/oracle.sh"
"$ASSAY_ROOT/ci/viewer.sh"
say "testing: ctest --preset default $*"
cd "$ASSAY_ROOT"
exec ctest --preset default -j "$(nproc)" "$@"
