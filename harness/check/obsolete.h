// Obsolete goldens: what no pair of the project reads any more.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/golden_store/golden_name.h"
#include "harness/results/pair_result.h"

namespace assay {

struct ObsoleteGolden {
  std::filesystem::path file;
  std::optional<GoldenKey> key;  ///< the golden in `file`; nothing: all of the file
  std::string why;               ///< "no case 'seed/gone'"
};
std::string to_string(const ObsoleteGolden& golden);  // "FILE: make_fx@cpu from 2.14: WHY"

/// What lies below `root` and no case of `cases` has a use for, in order of name. `cases` must be all of the
/// project's, whatever was selected, sharded, skipped or run: what merely did not run is never listed. A pair
/// that is expected to give no graph with every torch its golden is verified with, on the phantom and on a
/// real device, has no use for it; one that is expected to diverge has: its graph is held against it. A
/// FILE.py:CALLABLE beside `root` or in models/ beside it counts as a case. Besides goldens, constants
/// (SHA256.bin) that no remaining golden refers to, and what an accept that was killed left behind. Other
/// files are somebody else's. A golden that cannot be read is kept.
std::vector<ObsoleteGolden> obsolete_goldens(const std::filesystem::path& root,
                                             const std::vector<Case>& cases,
                                             const std::vector<PairResult>& records = {});

/// Removes them, and folders that are empty then. HarnessError for a file that cannot be removed.
void remove_obsolete(const std::filesystem::path& root, const std::vector<ObsoleteGolden>& goldens);

}  // namespace assay
