// SideBySide: runs capture methods on cases and collects their results for comparison. Prints nothing.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/check/planned_run.h"
#include "harness/methods/lowered_programs.h"
#include "harness/run/scratch_root.h"

namespace assay {

class SideBySide {
 public:
  /// All pairs have the same device. The references must outlive it.
  SideBySide(const Project& project, const std::vector<PlannedPair>& pairs, const RunPlace& place);

  RunEnd run(const std::function<void(const TaskEnding&, const MethodResult&)>& on_ended);
  /// A comparison for each case, in order.
  std::vector<Comparison> comparisons(const std::vector<Case>& cases, Device device);

 private:
  void plan(PlannedRun& run);
  const MethodResult& record(const TaskEnding& ending);

  const Project& project_;
  const std::vector<PlannedPair>& pairs_;
  RunPlace place_;
  ScratchRoot scratch_;
  std::map<std::string, Comparison> comparisons_;
  std::map<std::string, std::vector<LoweredFile>> lowered_;
};

}  // namespace assay
