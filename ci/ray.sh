#!/usr/bin/env bash
# Makes build/ray, the environment of ci/ray_check.py and of its test on a cluster. A repeated run repairs damage.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_environment "$ASSAY_ROOT/build/ray" ray
