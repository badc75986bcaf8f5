// GoldenStore: the only code that touches golden/ (design section 10).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/diff/diff.h"
#include "harness/golden_store/case_goldens.h"
#include "harness/results/pair_result.h"

namespace assay {

/// All goldens of the zoo together have fewer bytes than this: whoever clones the repository has them all.
inline constexpr std::uintmax_t kMostGoldenBytes = 26'000'000;

/// Judging a capture against its golden never writes under golden/. Accepting does. It replaces the file of
/// the case as a whole: a check that runs meanwhile reads the old goldens or the new ones. Accepts wait for
/// each other.
class GoldenStore {
 public:
  explicit GoldenStore(std::filesystem::path root);

  struct Judgement {
    Verdict verdict = Verdict::kNew;  ///< kMatch, kDiffers, kNew or kBrokenGolden: it cannot be read, or
                                      ///< was edited by hand
    std::optional<DiffResult> diff;
    std::filesystem::path golden;  ///< the one compared with; for kNew the one that is to be
    std::string why;               ///< for kNew: no golden; for kBrokenGolden the message
    ShellLine mend = {};           ///< for kBrokenGolden: the command that restores the file
    bool not_yet_verified = false;
    bool of_summary = false;  ///< the golden has no nodes to compare
  };
  /// Compares `captured` with its golden under `policy`. A capture without nodes is an InputError: nothing
  /// captured is never a match.
  Judgement judge(const PairId& pair, const GraphFile& captured, const Policy& policy) const;

  /// Makes `pending` the golden of `pair`: of its header what goldens keep, versions added to `verified` (an
  /// equal graph on a further version only adds to the list). A graph that differs replaces the golden that
  /// was verified with the same torch; where the versions truly differ the golden is parted, each version
  /// keeping its own, and goldens that follow each other with one graph are joined. Above kSummaryAbove bytes
  /// of text the golden is a summary. Constants in files beside `pending` go along; `pending` stays.
  /// InputError when `pending` is another pair's or has no nodes, and when its golden is broken and is not to
  /// be replaced: the golden itself, or the head of the file, with which all goldens of the case go. Returns
  /// the file.
  std::filesystem::path accept(const PairId& pair, const std::filesystem::path& pending,
                               WhereBroken broken = WhereBroken::kRefuse) const;

  /// Adds the versions of `captured`, which matches under `policy`, to the golden that it matches. Nothing
  /// when it does not match, or when the golden lists them. InputError as for `accept`. Returns the golden.
  std::optional<std::filesystem::path> verify(const PairId& pair, const std::filesystem::path& captured,
                                              const Policy& policy) const;

  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

/// What makes the captures of a case the goldens in the place of those that are broken.
Command replace_broken_command(const PairId& pair);

}  // namespace assay
