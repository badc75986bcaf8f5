#!/usr/bin/env bash
# Keeps what a fuzz target has found: the fewest inputs that reach all it reached, packed beside its committed corpus.
#   ci/keep_corpus.sh reader harness/graph /path/to/found      after hours of: build/fuzz/bin/reader_fuzz /path/to/found harness/graph/corpus
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

(($# == 3)) || { echo "usage: ci/keep_corpus.sh reader|case|record|message FOLDER FOUND" >&2; exit 2; }
target="build/fuzz/bin/$1_fuzz" folder="$2" found="$3"
[[ -x "$target" ]] || { echo "no $target; next: cmake --preset fuzz && cmake --build --preset fuzz" >&2; exit 2; }
[[ -d "$folder/corpus" && -d "$found" ]] || { echo "no folder $folder/corpus or $found" >&2; exit 2; }

fewest="$(mktemp -d)"
trap 'rm -rf "$fewest"' EXIT
"$target" -merge=1 "$fewest" "$found" "$folder/corpus"
# The same inputs give the same bytes.
tar --create --xz --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --directory="$fewest" --file="$folder/corpus.tar.xz" .
echo "$folder/corpus.tar.xz: $(ls "$fewest" | wc -l) inputs"
