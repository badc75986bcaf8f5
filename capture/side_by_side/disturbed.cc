// DisturbedRuns: one seed per run.
#include "capture/side_by_side/disturbed.h"

namespace assay::replay {

void DisturbedRuns::turn_to(std::vector<RunPlan> runs, bool in_program, bool keeps) {
  if (!keeps || in_program != in_program_) programs_.clear();
  runs_ = std::move(runs);
  in_program_ = in_program;
  possible_ = true;
  made_.clear();
}

std::vector<c10::IValue> DisturbedRuns::of(const Subject& subject, std::size_t count) {
  while (possible_ && made_.size() < count) {
    const std::size_t at = made_.size();
    setup_.disturbed = at + 1;
    if (at == programs_.size()) programs_.emplace_back(setup_, pybind11::none(), in_program_);
    try {
      made_.push_back(programs_[at].after(runs_));
    } catch (pybind11::error_already_set&) {
      possible_ = false;
    } catch (const c10::Error&) {
      possible_ = false;
    }
  }
  std::vector<c10::IValue> values;
  for (std::size_t i = 0; i < std::min(count, made_.size()); ++i) {
    const auto found = made_[i].find(subject);
    if (found != made_[i].end()) values.push_back(found->second);
  }
  return values;
}

}  // namespace assay::replay
