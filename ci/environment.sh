# Set-up behind ci/zoo.sh, ci/test.sh, ci/worker.sh and ci/lock.sh: Debian packages, Python environments, the build. Sourced.
# Every function either succeeds or ends the script: status 2 for wrong usage, 3 if set-up is impossible here.
# Each installation first prints its list and download size. Complete parts are only checked, without a download.

ASSAY_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
ASSAY_DEFAULT_TORCH=2.15.0
ASSAY_INCOMPLETE=0 # set if anything would have to be installed
ASSAY_LOCKS="$ASSAY_ROOT/ci/requirements"
export UV_HTTP_TIMEOUT="${UV_HTTP_TIMEOUT:-300}" PIP_DEFAULT_TIMEOUT="${PIP_DEFAULT_TIMEOUT:-60}" PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf 'assay: %s\n' "$*"; }

# stop STATUS MESSAGE: prints one line on stderr and into the file that `assay matrix` reads, then exits.
stop() {
  printf 'assay: error: %s\n' "$2" >&2
  [[ -z "${ASSAY_REASON_FILE:-}" ]] || printf '%s\n' "$2" >"$ASSAY_REASON_FILE"
  exit "$1"
}

# ASSAY_NO_INSTALL=1: lists what would be installed, then exits: 0 if nothing is missing, else 3.
dry_run() { [[ -n "${ASSAY_NO_INSTALL:-}" && "${ASSAY_NO_INSTALL:-}" != 0 ]]; }

end_dry_run() {
  say "ASSAY_NO_INSTALL is set: nothing was installed or built"
  exit $((ASSAY_INCOMPLETE ? 3 : 0))
}

in_megabytes() { awk -v bytes="$1" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'; }

# --- Debian packages -------------------------------------------------------------------------------------------------

# needed_packages [PACKAGE ..]: the given packages, or all of ci/packages.txt.
needed_packages() {
  if (($# > 0)); then printf '%s\n' "$@"; else sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$ASSAY_ROOT/ci/packages.txt"; fi
}

missing_packages() {
  local installed
  installed="$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p' | sort -u)"
  comm -23 <(needed_packages "$@" | sort -u) <(printf '%s\n' "$installed")
}

# system_name: this machine's name of its system; "Debian 12" exactly if the script may install.
system_name() {
  (
    ID='' VERSION_ID='' NAME='an unknown system'
    [[ -r /etc/os-release ]] && source /etc/os-release
    if [[ "$ID" == debian ]]; then echo "Debian ${VERSION_ID:-unreleased}"; else echo "$NAME $VERSION_ID"; fi
  )
}

# download_size [APT-OPTION ..] -- PACKAGE ..: bytes that apt would fetch. Fails if apt does not know a package.
download_size() {
  local options=()
  while [[ "$1" != -- ]]; do options+=("$1"); shift; done
  shift
  local uris
  uris="$(apt-get "${options[@]}" install --print-uris -qq -y --no-install-recommends "$@" 2>/dev/null)" || return 1
  awk '/^\x27/ { bytes += $3 } END { printf "%.0f\n", bytes }' <<<"$uris"
}

# download_size_without_installing PACKAGE ..: the same with a private copy of the package lists. The system stays unchanged.
download_size_without_installing() {
  download_size -- "$@" && return
  local lists
  lists="$(mktemp -d)"
  mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
  local options=(-o "Dir::State::lists=$lists/lists" -o "Dir::Cache=$lists/cache" -o APT::Sandbox::User=root)
  local bytes=unknown
  apt-get "${options[@]}" -qq update >/dev/null 2>&1 && bytes="$(download_size "${options[@]}" -- "$@")" || bytes=unknown
  rm -rf "$lists"
  echo "$bytes"
}

announce_packages() {
  local bytes="$1" size="of unknown size"
  shift
  [[ "$bytes" == unknown ]] || size="$(in_megabytes "$bytes")"
  say "Debian packages missing: $*; download $size with what they depend on"
}

# need_packages [PACKAGE ..]: installs missing packages among those given, or of ci/packages.txt, as root on Debian 12. Elsewhere
# prints one line with the missing packages.
need_packages() {
  local system missing=()
  system="$(system_name)"
  if ! command -v dpkg-query >/dev/null; then
    [[ -n "${ASSAY_HAVE_PACKAGES:-}" ]] && return
    stop 3 "this is $system, not Debian 12: install what these Debian packages hold, then set ASSAY_HAVE_PACKAGES=1: $(needed_packages "$@" | xargs)"
  fi
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then
    if dry_run; then say "Debian packages needed, all installed: $(needed_packages "$@" | xargs); download 0.0 MB"; fi
    return
  fi
  if [[ "$system" != "Debian 12" ]]; then
    stop 3 "this is $system, not Debian 12, so nothing is installed; needed and missing: ${missing[*]}"
  fi
  say "Debian packages needed: $(needed_packages "$@" | xargs)"
  if dry_run; then
    announce_packages "$(download_size_without_installing "${missing[@]}")" "${missing[@]}"
    ASSAY_INCOMPLETE=1
    return
  fi
  if ((EUID != 0)); then
    stop 3 "not root, so nothing is installed; as root: apt-get install --no-install-recommends ${missing[*]}"
  fi
  install_packages "${missing[@]}"
}

install_packages() {
  local bytes
  say "reading the package lists (apt-get update)"
  apt-get -qq update || stop 3 "apt-get update failed (see above); the packages needed are: $*"
  bytes="$(download_size -- "$@")" || stop 3 "apt knows no installable version of some of: $*"
  announce_packages "$bytes" "$@"
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends "$@" ||
    stop 3 "apt-get install failed (see above); the packages needed are: $*"
}

# --- Python environments ---------------------------------------------------------------------------------------------

# lock_of NAME: the lock ci/requirements/NAME.txt.
lock_of() { echo "$ASSAY_LOCKS/$1.txt"; }

# stamp_of LOCK: the stamp of a finished environment. It changes with either lock.
stamp_of() { cat "$ASSAY_LOCKS/uv.txt" "$1" | sha256sum | cut -d' ' -f1; }

environment_is_intact() { [[ -x "$1/bin/python" ]] && "$1/bin/python" -I -B "$ASSAY_ROOT/ci/check_environment.py" "$ASSAY_LOCKS/uv.txt" "$2"; }

# mirror_for_uv: passes pip's mirror on to uv, which does not read pip's settings.
mirror_for_uv() {
  local mirror
  [[ -n "${UV_DEFAULT_INDEX:-}${UV_INDEX_URL:-}" ]] && return
  mirror="${PIP_INDEX_URL:-$("$1/bin/python" -m pip config get global.index-url 2>/dev/null || true)}"
  if [[ -n "$mirror" ]]; then export UV_DEFAULT_INDEX="$mirror"; fi
}

# bootstrap_uv DIR: makes a virtual environment of Debian's Python with the locked uv.
bootstrap_uv() {
  if ! "$1/bin/uv" --version &>/dev/null || ! "$1/bin/python" -c "" &>/dev/null; then
    rm -rf "$1"
    /usr/bin/python3 -m venv "$1" || stop 3 "/usr/bin/python3 -m venv failed (see above); Debian's package is python3-venv"
    "$1/bin/python" -m pip install --quiet --require-hashes -r "$ASSAY_LOCKS/uv.txt" ||
      stop 3 "pip could not install uv from ci/requirements/uv.txt (see above)"
  fi
  mirror_for_uv "$1"
}

# need_environment DIR NAME: makes or repairs DIR, so that it has exactly the packages of the lock, with every file.
need_environment() {
  local directory="$1" lock shown="${1#"$ASSAY_ROOT/"}"
  lock="$(lock_of "$2")"
  if [[ "$(cat "$directory/assay-lock.sha256" 2>/dev/null)" == "$(stamp_of "$lock")" ]]; then
    if environment_is_intact "$directory" "$lock"; then
      if dry_run; then say "Python packages: $shown is complete; download 0.0 MB"; fi
      return
    fi
    say "$shown is damaged (see above): making it anew"
    dry_run || rm -rf "$directory"
  fi
  say "Python packages: ci/requirements/${lock##*/} into $shown; download: $(sed -n 's/^# download: //p' "$lock")"
  if dry_run; then ASSAY_INCOMPLETE=1; return; fi
  make_environment "$directory" "$lock"
  if ! environment_is_intact "$directory" "$lock"; then
    # Files are hard links into uv's cache, so damage here damages the cache too.
    say "what uv's cache holds is damaged (see above): making $shown anew without the cache"
    rm -rf "$directory"
    make_environment "$directory" "$lock" --no-cache
    environment_is_intact "$directory" "$lock" || stop 3 "$shown is incomplete after installing (see above)"
  fi
  stamp_of "$lock" >"$directory/assay-lock.sha256"
}

make_environment() {
  local directory="$1" lock="$2"
  shift 2
  rm -f "$directory/assay-lock.sha256"
  bootstrap_uv "$directory"
  "$directory/bin/uv" pip sync --python "$directory/bin/python" --require-hashes --quiet "$@" "$ASSAY_LOCKS/uv.txt" "$lock" ||
    stop 3 "uv could not install ci/requirements/${lock##*/} (see above)"
}

# need_page_parts: writes the libraries of a report's page from build/report.
need_page_parts() {
  local parts="$ASSAY_ROOT/build/report/parts"
  need_environment "$ASSAY_ROOT/build/report" report
  if dry_run || [[ "$parts/libraries.json" -nt "$ASSAY_ROOT/ci/report_parts.py" && "$parts/libraries.json" -nt "$(lock_of report)" ]]; then return; fi
  "$ASSAY_ROOT/build/report/bin/python" -I -B "$ASSAY_ROOT/ci/report_parts.py" "$parts" || stop 3 "the libraries of a page could not be written (see above)"
}

# --- The build -------------------------------------------------------------------------------------------------------

# build_jobs: the number of processors, but at least 2 GB of memory per job, which PyTorch's headers need.
build_jobs() {
  local memory processors
  processors="$(nproc)"
  memory="$(awk '/^MemAvailable/ { print int($2 / 2e6) }' /proc/meminfo)"
  echo $((memory < 1 ? 1 : memory < processors ? memory : processors))
}

# one_at_a_time FILE: waits until no other script holds FILE. Released by done_alone or at exit.
one_at_a_time() {
  mkdir -p "$(dirname "$1")"
  exec 9>"$1"
  flock -n 9 || { say "waiting for another set-up to end (${1#"$ASSAY_ROOT/"})"; flock 9; }
}

done_alone() { exec 9>&-; }

use_ccache() { if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi; }

set_up_default() {
  need_packages
  dry_run || one_at_a_time "$ASSAY_ROOT/build/set-up.lock"
  need_environment "$ASSAY_ROOT/build/venv" "torch-$ASSAY_DEFAULT_TORCH"
  if dry_run; then end_dry_run; fi
}

# build_in FOLDER TARGET ..: builds targets of a configured build tree, and prints progress.
build_in() {
  local directory="$1" jobs
  shift
  jobs="$(build_jobs)"
  say "building $* in ${directory#"$ASSAY_ROOT/"} with $jobs jobs"
  NINJA_STATUS='assay: built %f of %t (%p) in %e s: ' cmake --build "$directory" -j "$jobs" --target "$@"
}

# build_default TARGET ..: builds in build/. "all" includes tests and benchmarks.
build_default() {
  use_ccache
  (
    cd "$ASSAY_ROOT"
    cmake --preset default >build/configure.log 2>&1 || { cat build/configure.log >&2; exit 1; }
    build_in "$ASSAY_ROOT/build" "$@"
  ) || stop 3 "the build failed (see above)"
  done_alone
}

# build_without_worker TARGET ..: builds torch-free targets in build/, without a Python environment. An existing worker there stays.
build_without_worker() {
  use_ccache
  one_at_a_time "$ASSAY_ROOT/build/set-up.lock"
  if [[ ! -f "$ASSAY_ROOT/build/build.ninja" ]]; then
    cmake -S "$ASSAY_ROOT" -B "$ASSAY_ROOT/build" -G Ninja >"$ASSAY_ROOT/build/configure.log" 2>&1 ||
      { cat "$ASSAY_ROOT/build/configure.log" >&2; stop 3 "the configuration of build/ failed (see above)"; }
  fi
  build_in "$ASSAY_ROOT/build" "$@" || stop 3 "the build failed (see above)"
  done_alone
}
