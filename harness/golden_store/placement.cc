// place: splits the versions of a golden around an accepted version.
#include "harness/golden_store/placement.h"

#include <algorithm>

#include "harness/golden_store/verified.h"

namespace assay {
namespace {

/// The first version of `torch`'s minor series, unless an earlier version of the series keeps its golden.
Version start(const Version& torch, const std::vector<VerifiedWith>& earlier) {
  const Version series{{torch.parts[0], torch.parts[1], 0}};
  const bool free =
      std::ranges::all_of(earlier, [&](const VerifiedWith& with) { return torch_version(with) < series; });
  return free ? series : torch;
}

}  // namespace

Placement place(const std::vector<VerifiedWith>& held, const Version& torch) {
  Placement result;
  for (const VerifiedWith& with : held) {
    const Version version = torch_version(with);
    if (version == torch) return {};
    (version < torch ? result.earlier : result.later).push_back(with);
  }
  if (!result.earlier.empty()) {
    result.accepted = Placement::Place::kFromVersion;
    result.accepted_from = start(torch, result.earlier);
  }
  if (!result.later.empty()) {
    Version first = torch_version(result.later.front());
    for (const VerifiedWith& with : result.later) first = std::min(first, torch_version(with));
    const Version series{{first.parts[0], first.parts[1], 0}};
    result.later_from = torch < series ? series : first;
  }
  return result;
}

}  // namespace assay
