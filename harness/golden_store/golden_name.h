// Names of goldens: golden/CASE.txt is the file of a case, make_fx@cpu.from-2.14 a golden in it.
#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/zoo/version.h"

namespace assay {

/// A golden of a case: the graph of a pair, from the beginning or from a version on. The pair is text from
/// the file: this assay may not know its method.
struct GoldenKey {
  std::string pair;  ///< "make_fx@cpu"
  std::optional<Version> from = {};
  friend auto operator<=>(const GoldenKey&, const GoldenKey&) = default;
};

std::string pair_name(const PairId& pair);      // "make_fx@cpu"
std::string from_text(const Version& version);  // "2.14"; a patch number of 0 is left out

/// The file of a case's goldens. InputError for an invalid id: ids come from results and must not lead out of
/// `root`.
std::filesystem::path golden_file(const std::filesystem::path& root, const std::string& case_id);
/// The reverse: "seed/mlp" for ROOT/seed/mlp.txt.
std::string case_of(const std::filesystem::path& root, const std::filesystem::path& file);

/// The golden that holds for `torch`: the highest `from` up to it, else the base, else none. `goldens` are of
/// a single pair, base first, then by version.
std::optional<GoldenKey> golden_holding(const std::vector<GoldenKey>& goldens, const Version& torch);

}  // namespace assay
