// GoldenStore: the only code that accesses golden/ (docs/goldens.md).
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

/// All goldens of the zoo together stay below this size: every clone of the repository has them.
inline constexpr std::uintmax_t kMostGoldenBytes = 26'000'000;

/// Comparing a capture with its golden never writes under golden/. Accepting replaces the file of the case as
/// a whole: a concurrent check reads the old goldens or the new goldens. Accepts wait for each other.
class GoldenStore {
 public:
  explicit GoldenStore(std::filesystem::path root);

  struct Judgement {
    Verdict verdict = Verdict::kNew;  ///< kMatch, kDiffers, kNew or kBrokenGolden (unreadable or edited)
    std::optional<DiffResult> diff;
    std::filesystem::path golden;  ///< the file of the golden; for kNew the future file
    std::string why;               ///< for kNew: no golden; for kBrokenGolden: the message
    ShellLine mend = {};           ///< for kBrokenGolden: the command that restores the file
    bool not_yet_verified = false;
    bool of_summary = false;  ///< the golden has no nodes to compare
  };
  /// Compares `captured` with its golden under `policy`. A capture without nodes is an InputError, never a
  /// match.
  Judgement judge(const PairId& pair, const GraphFile& captured, const Policy& policy) const;

  /// Makes `pending` the golden of `pair`, with the parts of its header that goldens keep, and adds its
  /// versions to `verified`. An equal graph only extends that list. A different graph replaces the golden
  /// that was verified with the same torch. If other versions have another graph, the golden is split and
  /// each version keeps its own. Consecutive goldens with the same graph are joined. Above kSummaryAbove
  /// bytes of text the golden is a summary. Constants in files beside `pending` are copied; `pending` stays.
  ///
  /// InputError if `pending` is of another pair or has no nodes, or if a golden is broken and `broken` is
  /// kRefuse. Broken is the golden itself or the head of its file; replacing that head drops all goldens of
  /// the case. Returns the file.
  std::filesystem::path accept(const PairId& pair, const std::filesystem::path& pending,
                               WhereBroken broken = WhereBroken::kRefuse) const;

  /// If `captured` matches its golden under `policy`, adds its versions to that golden and returns the file.
  /// Empty without a match, or if the golden lists the versions. InputError as for `accept`.
  std::optional<std::filesystem::path> verify(const PairId& pair, const std::filesystem::path& captured,
                                              const Policy& policy) const;

  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

/// The command that accepts the captures of a case in place of broken goldens.
Command replace_broken_command(const PairId& pair);

}  // namespace assay
