// Golden file names: METHOD@DEVICE.json and METHOD@DEVICE.from-2.14.json in golden/CASE/.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/spec/version.h"

namespace assay {

/// A golden of a pair: the base, which holds from the beginning, or one that holds from a version on.
struct GoldenName {
  std::optional<Version> from;
  std::filesystem::path file;
};

/// The folder of a case's goldens. InputError for an id that is none: ids come out of results, and must not
/// lead out of `root`.
std::filesystem::path case_folder(const std::filesystem::path& root, const std::string& case_id);

/// The name of a golden; whether the file exists is not looked at. A patch number is written only when it is
/// not 0: `.from-2.14.json`.
std::filesystem::path golden_file(const std::filesystem::path& root, const PairId& pair,
                                  const std::optional<Version>& from);

/// All goldens of a pair, the base first, then by version. InputError for a `.from-` name without a version.
std::vector<GoldenName> goldens_of(const std::filesystem::path& root, const PairId& pair);

/// The one that holds for `torch`: the highest `from` that is not above it, else the base; nothing when there
/// is neither.
std::optional<GoldenName> golden_holding(const std::vector<GoldenName>& goldens, const Version& torch);

}  // namespace assay
