#!/usr/bin/env bash
# Makes build/browser, the environment of the tests that open a report in a real browser, and installs Debian's Chromium for them
# (122 MB with what it depends on). Run again, it repairs what is damaged.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_packages chromium fonts-dejavu-core
need_environment "$ASSAY_ROOT/build/browser" browser
need_page_parts
