#!/usr/bin/env bash
# Sets up what `assay report` draws with (build/report: tables and plots for the page; Graphviz is among the Debian packages), then
# writes the report: ci/report.sh [arguments of `assay report`]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

set_up_default
build_default assay
need_page_parts
exec "$ASSAY_ROOT/build/bin/assay" report "$@"
