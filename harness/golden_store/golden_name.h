// What goldens are called: golden/CASE.txt is the file of a case, make_fx@cpu.from-2.14 one golden in it.
#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/zoo/version.h"

namespace assay {

/// One golden of a case: what a pair gives, from the beginning or from a version on. The pair is as a file
/// has it: its method may be one that this assay does not know.
struct GoldenKey {
  std::string pair;  ///< "make_fx@cpu"
  std::optional<Version> from = {};
  friend auto operator<=>(const GoldenKey&, const GoldenKey&) = default;
};

std::string pair_name(const PairId& pair);      // "make_fx@cpu"
std::string from_text(const Version& version);  // "2.14": a patch number is written only when it is not 0

/// The file of a case's goldens. InputError for an id that is none: ids come out of results, and must not
/// lead out of `root`.
std::filesystem::path golden_file(const std::filesystem::path& root, const std::string& case_id);
/// The other way round: "seed/mlp" for ROOT/seed/mlp.txt.
std::string case_of(const std::filesystem::path& root, const std::filesystem::path& file);

/// The one that holds for `torch` among those of one pair, base first, then by version: the highest `from`
/// that is not above it, else the base; nothing when there is neither.
std::optional<GoldenKey> golden_holding(const std::vector<GoldenKey>& goldens, const Version& torch);

}  // namespace assay
