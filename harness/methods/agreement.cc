// disagreements: compares the programs of peers part by part.
#include "harness/methods/agreement.h"

#include <algorithm>

#include <fmt/format.h>

namespace assay {
namespace {

struct Peers {
  std::vector<MethodId> methods;
  std::vector<Part> parts;  // of their captures, which must be equal
};

const std::vector<Peers>& peers() {
  using enum MethodId;
  static const std::vector<Peers> kPeers{
      {{kMakeFx, kMakeFxReal, kMakeFxSymbolic, kMakeFxPlain, kMakeFxGrad, kDispatch, kNative,
        kNativeComposite},
       {Part::kForward}},
      {{kDispatch, kNative}, {Part::kJoint}},
      {{kAot, kAotMinCut}, {Part::kForward, Part::kJoint}},
      {{kExport, kExportStrict}, {Part::kForward}},
  };
  return kPeers;
}

bool contains(std::span<const MethodId> methods, MethodId method) {
  return std::ranges::find(methods, method) != methods.end();
}

std::vector<LoweredFile> files_of(const Peers& group, const std::vector<LoweredFile>& files) {
  std::vector<LoweredFile> found;
  std::ranges::copy_if(files, std::back_inserter(found), [&](const LoweredFile& file) {
    return contains(group.methods, file.method) && file.file.graphs.size() == 1;
  });
  return found;
}

/// From the first program, which most methods have, to each of the others.
void add(const LoweredPart& part, std::vector<Disagreement>& found) {
  for (const Difference& difference : part.differences) {
    const auto change = std::ranges::find_if(
        difference.changes, [](const Change& one) { return one.kind != DiffKind::kConstant; });
    if (difference.left != 0 || change == difference.changes.end()) continue;
    for (const MethodId method : part.programs[difference.right].methods)
      found.push_back({method, part.programs.front().methods.front(), part.part, change->what});
  }
}

}  // namespace

bool has_peer(MethodId method, std::span<const MethodId> methods) {
  return std::ranges::any_of(peers(), [&](const Peers& group) {
    return contains(group.methods, method) &&
           std::ranges::count_if(methods, [&](MethodId one) { return contains(group.methods, one); }) > 1;
  });
}

std::string to_string(const Disagreement& disagreement) {
  return fmt::format("another {} program than {}: {}", to_string(disagreement.part),
                     to_string(disagreement.from), disagreement.what);
}

std::vector<Disagreement> disagreements(const std::vector<LoweredFile>& files) {
  std::vector<Disagreement> found;
  for (const Peers& group : peers())
    for (const LoweredPart& part : compare_lowered(files_of(group, files)))
      if (std::ranges::find(group.parts, part.part) != group.parts.end()) add(part, found);
  return found;
}

}  // namespace assay
