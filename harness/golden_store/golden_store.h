// GoldenStore: the only code that touches golden/ (design section 10).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/diff/diff.h"
#include "harness/results/pair_result.h"

namespace assay {

/// InputError when the environment has CI set: nothing under golden/ changes there. `where` is what was
/// asked.
void refuse_in_ci(const std::string& where);

/// Judging a capture against its golden never writes under golden/. Accepting does, one file at a time, by
/// rename, and never with CI set.
class GoldenStore {
 public:
  explicit GoldenStore(std::filesystem::path root);

  /// golden/CASE/METHOD@DEVICE.json, or the `.from-X.Y.json` file that holds for `torch`; nothing when there
  /// is none.
  std::optional<std::filesystem::path> find(const PairId& pair, const Version& torch) const;

  struct Judgement {
    Verdict verdict = Verdict::kNew;  ///< kMatch, kDiffers or kNew
    std::optional<DiffResult> diff;
    std::filesystem::path golden;  ///< the one compared with; for kNew the one that is to be
    std::string why_new;  ///< for kNew: no golden, or one that cannot be read (conflict markers, breach of
                          ///< schema) with its message
    bool not_yet_verified = false;
    std::string full_diff;  ///< of a summary that differs: the command that captures the agreed side, ending
                            ///< where the captured file goes
  };
  /// Compares `captured` with its golden under `policy`. A capture without nodes is an InputError: nothing
  /// captured is never a match.
  Judgement judge(const PairId& pair, const GraphFile& captured, const Policy& policy) const;

  /// Makes `pending` the golden of `pair`: header reduced to what goldens keep, versions added to `verified`
  /// (an equal graph on a further version only adds to the list). A graph that differs replaces the golden
  /// that was verified with the same torch; where the versions truly differ the golden is parted into
  /// `.from-X.Y.json` files, each version keeping its own, and files that follow each other with one graph
  /// are joined. Atomic: temporary file in the same folder, fsync, rename. Above kSummaryAbove nodes the
  /// golden is a summary. Constants in files beside `pending` go along; `pending` stays. InputError when the
  /// environment has CI set, when `pending` is another pair's or has no nodes. Returns the file that now
  /// holds for the proposal's version.
  std::filesystem::path accept(const PairId& pair, const std::filesystem::path& pending) const;

  /// Adds the versions of `captured`, which matches under `policy`, to the golden that it matches. Nothing
  /// when it does not match, or when the golden lists them. InputError as for `accept`. Returns the golden.
  std::optional<std::filesystem::path> verify(const PairId& pair, const std::filesystem::path& captured,
                                              const Policy& policy) const;

  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

}  // namespace assay
