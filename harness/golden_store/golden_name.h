// Golden file names: METHOD@DEVICE.txt and METHOD@DEVICE.from-2.14.txt in golden/CASE/; in former times
// .json.
#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/spec/version.h"

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

/// The folder of a case's goldens. InputError for an id that is none: ids come out of results, and must not
/// lead out of `root`.
std::filesystem::path case_folder(const std::filesystem::path& root, const std::string& case_id);

/// The name of the file that is named after `key`: "make_fx@cpu.from-2.14.txt".
std::string golden_file_name(const GoldenKey& key);

/// The key that `file` is named after; nothing when that is no name of a golden, of either form. InputError
/// for a `.from-` name without a version.
std::optional<GoldenKey> key_of(const std::filesystem::path& file);

/// The one that holds for `torch` among those of one pair, base first, then by version: the highest `from`
/// that is not above it, else the base; nothing when there is neither.
std::optional<GoldenKey> golden_holding(const std::vector<GoldenKey>& goldens, const Version& torch);

}  // namespace assay
