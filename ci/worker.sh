#!/usr/bin/env bash
# Builds a worker: an assay-capture for a Python environment, in build/workers/NAME. A repeated run builds only changes.
#   ci/worker.sh --python /path/to/venv/bin/python [--name NAME]    an existing environment, which stays unchanged
#   ci/worker.sh --torch V [--name NAME]                            also makes the environment, from ci/requirements/torch-V.txt
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
export PYTHONDONTWRITEBYTECODE=1

usage="usage: ci/worker.sh --python /path/to/venv/bin/python | --torch V [--name NAME]"

locked_versions() { ls "$ASSAY_LOCKS" | sed -n 's/^torch-\(.*\)\.txt$/\1/p' | sort -V | xargs; }

read_arguments() {
  python='' torch='' name=''
  while (($# > 0)); do
    case "$1" in
      --python | --torch | --name)
        (($# > 1)) || stop 2 "$1 needs a value; $usage"
        printf -v "${1#--}" '%s' "$2"
        shift 2
        ;;
      -h | --help) echo "$usage"; exit 0 ;;
      *) stop 2 "unknown argument $1; $usage" ;;
    esac
  done
  [[ -n "$python" && -z "$torch" || -z "$python" && -n "$torch" ]] || stop 2 "give either --python or --torch; $usage"
  [[ -z "$torch" || -f "$(lock_of "torch-$torch")" ]] ||
    stop 2 "no lock for torch '$torch'; there are $(locked_versions); next: ci/lock.sh $torch"
}

# find_python: `python` as an absolute path. Its last link stays, because a virtual environment *is* that link.
find_python() {
  if [[ -d "$python" ]]; then python="$python/bin/python"; fi
  [[ -f "$python" && -x "$python" ]] || stop 2 "no Python at '$python'; expected an interpreter, such as /path/to/venv/bin/python"
  python="$(cd "$(dirname "$python")" && pwd)/$(basename "$python")"
}

# folder_name: the environment's usual name: its folder, or the project's folder if that is called venv.
folder_name() {
  local prefix="${python%/bin/*}" shown
  shown="$(basename "$prefix")"
  if [[ "$shown" =~ ^\.?(venv|env)$ ]]; then shown="$(basename "$(dirname "$prefix")")"; fi
  tr -c 'A-Za-z0-9._\n-' '-' <<<"${shown#.}"
}

# inspect_python: versions of Python and torch. Exits with one message for an old Python, or without torch, headers or libpython.
inspect_python() {
  local facts
  "$python" -I -B -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
    stop 2 "$python is $("$python" -V 2>&1 | head -1); expected Python 3.10 or newer"
  facts="$("$python" -I -B "$ASSAY_ROOT/capture/environment.py" 2>&1)" || stop 2 "$(tail -1 <<<"$facts")"
  fact() { "$python" -I -B -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1" <<<"$facts"; }
  python_version="$(fact python_version)"
  torch_version="$(fact torch_version)"
}

check_name() {
  [[ "$name" =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || stop 2 "'$name' cannot be a worker's name; expected letters, digits and . _ -; pass --name NAME"
  [[ "$name" != default ]] || stop 2 "the worker 'default' is the one that ci/zoo.sh builds; pass another --name"
  local owner
  owner="$(sed -n 's/^ASSAY_WORKER_PYTHON:[A-Z]*=//p' "$ASSAY_ROOT/build/workers/$name/build/CMakeCache.txt" 2>/dev/null || true)"
  [[ -z "$owner" || "$owner" == "$python" ]] || stop 2 "the worker '$name' belongs to $owner; pass --name NAME for $python"
}

build_worker() {
  local directory="$ASSAY_ROOT/build/workers/$name"
  use_ccache
  say "the worker '$name': Python $python_version, torch $torch_version"
  cmake -S "$ASSAY_ROOT" -B "$directory/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DASSAY_TESTS=OFF \
    "-DASSAY_WORKER_PYTHON=$python" "-DASSAY_WORKER_DIR=$directory" "-DASSAY_HARNESS_BUILD=$ASSAY_ROOT/build" \
    >"$directory/configure.log" 2>&1 ||
    { cat "$directory/configure.log" >&2; stop 3 "the configuration of the worker '$name' failed (see above)"; }
  build_in "$directory/build" assay_worker || stop 3 "the build of the worker '$name' failed (see above)"
  "$directory/bin/assay-capture" --describe >"$directory/describe.json" || stop 3 "build/workers/$name/bin/assay-capture --describe failed (see above)"
}

# choose_worker: Python and name of the worker. All refusals come before any installation.
choose_worker() {
  if [[ -n "$torch" ]]; then
    python="$ASSAY_ROOT/build/workers/torch-$torch/venv/bin/python"
  else
    find_python
    inspect_python
  fi
  [[ -n "$name" ]] || name="${torch:+torch-$torch}"
  [[ -n "$name" ]] || name="$(folder_name)"
  check_name
}

make_worker_environment() {
  dry_run || one_at_a_time "$ASSAY_ROOT/build/workers/torch-$torch/venv.lock"
  need_environment "${python%/bin/python}" "torch-$torch"
  dry_run || { done_alone; inspect_python; }
}

read_arguments "$@"
choose_worker
need_packages
[[ -z "$torch" ]] || make_worker_environment
if dry_run; then end_dry_run; fi
build_without_worker assay_harness_for_workers # libraries that every worker links, built once
one_at_a_time "$ASSAY_ROOT/build/workers/$name/build.lock"
build_worker
say "the worker '$name' is ready: assay check --worker $name"
