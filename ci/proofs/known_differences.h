// KnownDifferences: in what two recordings of the same runs may differ, operator for operator, and why.
//
// Whoever records a run changes it a little, so two recorders differ where PyTorch itself runs something else
// under one of them. Each such difference has a reason out of a closed list, and a count per case; a
// difference without a reason, a changed count and a reason that nothing needs are all red. Nothing is
// decided here about which recording is right.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// Changes by what they are, without their places: a root cause's signature as harness/diff words it
/// ("target aten.add.Tensor -> ..."), or kFoldedDetach.
using Changes = std::map<std::string, std::size_t>;

/// An `aten.detach` that only the left recording has. Such nodes are set aside before the rest is compared,
/// edge by edge, at level exact; how many more the left has is a change like any other.
inline constexpr std::string_view kFoldedDetach = "left only: aten.detach";
inline constexpr std::string_view kFoldedDetachRight = "right only: aten.detach";

Changes changes_between(const GraphFile& left, const GraphFile& right);

/// What stands for a recording that only one of the two made.
inline constexpr std::string_view kLeftAlone = "recorded by the left alone";
inline constexpr std::string_view kRightAlone = "recorded by the right alone";

struct Reason {
  std::string id, why;
  std::vector<std::string> changes;  ///< what it explains
};

/// Reasons, and per device and case how often each is to be found. A case without an entry has no difference.
struct KnownDifferences {
  static constexpr std::size_t kMostReasons = 10;
  std::vector<Reason> reasons;
  std::map<std::string, std::map<std::string, std::map<std::string, std::size_t>>> counts;
};
/// Strictly, as {"assay_recordings": 1, "reasons": {ID: {"why", "changes"}}, "counts": {DEVICE: {CASE: {ID:
/// N}}}}. Throws InputError for more than kMostReasons, a change of two reasons, and
/// counts of unknown reasons.
KnownDifferences known_differences_from(const std::filesystem::path& file);

/// The two files of one case on one device.
struct RecordedPair {
  std::string case_id, device;
  std::filesystem::path left, right;  ///< graph files; one is empty where that method recorded nothing
};
/// What a results folder has of cases that both methods were run on and one recorded, in order of case and
/// device.
std::vector<RecordedPair> recorded_pairs(const std::filesystem::path& results, const std::string& left,
                                         const std::string& right);

/// One line per breach of what is known, each with case and device; empty when there is none.
struct RecordingsReport {
  std::size_t pairs = 0, identical = 0;
  std::map<std::string, std::size_t> by_reason;
  std::vector<std::string> breaches;
  std::map<std::string, std::map<std::string, std::map<std::string, std::size_t>>> counts;  ///< as found
};
/// `found` is what changes_between gave for each pair that both recorded; every one of them is judged.
RecordingsReport judge_recordings(const KnownDifferences& known,
                                  const std::map<std::pair<std::string, std::string>, Changes>& found);

}  // namespace assay
