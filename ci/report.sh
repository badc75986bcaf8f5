#!/usr/bin/env bash
# Sets up the libraries for `assay report` (build/report: tables and plots for the page; Graphviz is among the Debian packages), then
# writes the report: ci/report.sh [arguments of `assay report`]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_packages
if dry_run; then need_page_parts; end_dry_run; fi
build_without_worker assay
need_page_parts
exec "$ASSAY_ROOT/build/bin/assay" report "$@"
