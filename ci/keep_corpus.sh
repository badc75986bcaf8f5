#!/usr/bin/env bash
# Keeps the findings of a fuzz target: the smallest set of inputs with the same coverage, packed beside its committed corpus.
#   ci/keep_corpus.sh reader FOUND      after hours of: build/fuzz/bin/reader_fuzz FOUND harness/graph/corpus
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

(($# == 2)) || stop 2 "usage: ci/keep_corpus.sh reader|case|record|message FOUND"
found="$(realpath -m "$2")"
cd "$ASSAY_ROOT"
written="$(ls harness/*/"$1_fuzz.cc" 2>/dev/null)" || stop 2 "'$1' is no fuzz target; usage: ci/keep_corpus.sh reader|case|record|message FOUND"
target="build/fuzz/bin/$1_fuzz" corpus="$(dirname "$written")/corpus"
[[ -x "$target" ]] || stop 2 "no $target; next: cmake --preset fuzz && cmake --build --preset fuzz"
[[ -d "$found" ]] || stop 2 "no folder $found; next: mkdir $found && $target $found $corpus"

fewest="$(mktemp -d)"
trap 'rm -rf "$fewest"' EXIT
"$target" -merge=1 "$fewest" "$found" "$corpus"
# Equal inputs produce equal bytes.
tar --create --xz --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --directory="$fewest" --file="$corpus.tar.xz" .
say "$corpus.tar.xz: $(ls "$fewest" | wc -l) inputs"
