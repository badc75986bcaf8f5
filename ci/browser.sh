#!/usr/bin/env bash
# Makes build/browser, the environment of the tests of a report in a real browser, and installs Debian's Chromium
# (122 MB with dependencies). A repeated run repairs damage.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

need_packages chromium fonts-dejavu-core
need_environment "$ASSAY_ROOT/build/browser" browser
need_page_parts
