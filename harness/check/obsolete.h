// Obsolete goldens: files under golden/ that no pair of the project uses.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/golden_store/golden_name.h"
#include "harness/results/pair_result.h"

namespace assay {

struct ObsoleteGolden {
  std::filesystem::path file;
  std::optional<GoldenKey> key;  ///< the golden in `file`; nothing: the whole file
  std::string why;               ///< "no case 'seed/gone'"
};
std::string to_string(const ObsoleteGolden& golden);  // "FILE: make_fx@cpu from 2.14: WHY"

/// Files below `root` that no case of `cases` uses, in order of name. `cases` must be all cases of the
/// project: a golden is not obsolete because its pair was filtered out, skipped or not run.
///
/// Obsolete are goldens without a case, method or device, and goldens of pairs that never give a graph. Such
/// a pair fails as expected for every torch the golden is verified with, on the phantom and on a real device.
/// Or `records` call it unsupported by the only torch the golden is verified with. A pair expected to diverge
/// keeps its golden, since its graph is compared with it. FILE.py:CALLABLE beside `root`, or under models/
/// beside it, counts as a case.
///
/// Constants (SHA256.bin) without a remaining golden, goldens of format 1, and leftovers of a killed accept
/// are obsolete, too. Any other file, and a golden that cannot be read, is kept.
std::vector<ObsoleteGolden> obsolete_goldens(const std::filesystem::path& root,
                                             const std::vector<Case>& cases,
                                             const std::vector<PairResult>& records = {});

/// Removes them and the folders left empty. HarnessError for a file that cannot be removed.
void remove_obsolete(const std::filesystem::path& root, const std::vector<ObsoleteGolden>& goldens);

}  // namespace assay
