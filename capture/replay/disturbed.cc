// DisturbedRuns: by one seed after another.
#include "capture/replay/disturbed.h"

namespace assay::replay {

std::vector<c10::IValue> DisturbedRuns::of(const Subject& subject, std::size_t count) {
  while (possible_ && made_.size() < count) {
    script_.disturbed = made_.size() + 1;
    try {
      made_.push_back(eager_alone(script_, runs_, pybind11::none(), in_program_));
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
