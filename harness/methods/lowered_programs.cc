// compare_lowered: groups graphs by `equal`, and compares the first graphs of the groups by `diff`.
#include "harness/methods/lowered_programs.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/methods/lowered_part.h"

namespace assay {
namespace {

/// Methods may differ in memory layout, but not in computation.
constexpr Policy kPolicy{.level = Level::kShapes, .fold_alias = true, .fold_detach = true};

struct Class {
  Program program;
  GraphFile file;
};

Change change_of(const RootCause& root) {
  return {root.kind, root.signature, root.places.size(), root.consequences};
}

Difference difference_of(std::size_t left, std::size_t right, const std::vector<Class>& classes) {
  const DiffResult result = diff(classes[left].file, classes[right].file, kPolicy);
  Difference difference{left, right, result.nodes, result.edges, {}, 0};
  for (const RootCause& root : result.roots) difference.changes.push_back(change_of(root));
  std::vector<Change>& changes = difference.changes;
  std::ranges::stable_sort(changes,
                           [](const Change& one, const Change& two) { return one.places > two.places; });
  difference.more = changes.size() - std::min(changes.size(), kMostChanges);
  changes.resize(changes.size() - difference.more);
  return difference;
}

void add(std::vector<Class>& classes, MethodId method, GraphFile file) {
  const auto same =
      std::ranges::find_if(classes, [&](const Class& one) { return equal(one.file, file, kPolicy); });
  if (same != classes.end()) {
    same->program.methods.push_back(method);
    return;
  }
  const GraphSize size = size_of(file);
  classes.push_back({{{method}, size.nodes, size.edges}, std::move(file)});
}

LoweredPart part_in(const std::vector<LoweredFile>& files, Part part) {
  std::vector<Class> classes;
  for (const LoweredFile& one : files) {
    if (!not_comparable(one.file).empty()) continue;
    if (auto graphs = part_of(one.file, part)) add(classes, one.method, std::move(*graphs));
  }
  std::ranges::stable_sort(classes, [](const Class& one, const Class& two) {
    return one.program.methods.size() > two.program.methods.size();
  });
  LoweredPart result{part, {}, {}};
  for (std::size_t left = 0; left < classes.size(); ++left) {
    result.programs.push_back(classes[left].program);
    for (std::size_t right = left + 1; right < classes.size(); ++right)
      result.differences.push_back(difference_of(left, right, classes));
  }
  return result;
}

}  // namespace

std::string not_comparable(const GraphFile& lowered) {
  const auto programs =
      std::ranges::count_if(lowered.graphs, [](const Graph& graph) { return !graph.of.has_value(); });
  return programs == 1 ? "" : fmt::format("it is {} graphs, not one program", programs);
}

std::string add_comparable(MethodId method, GraphFile lowered, std::vector<LoweredFile>& files) {
  std::string why_not = not_comparable(lowered);
  if (!why_not.empty()) return why_not;
  const auto later = [method](const LoweredFile& other) { return other.method > method; };
  files.insert(std::ranges::find_if(files, later), {method, std::move(lowered)});
  return "";
}

std::vector<LoweredPart> compare_lowered(const std::vector<LoweredFile>& files) {
  std::vector<LoweredPart> parts;
  for (const Part part : {Part::kForward, Part::kJoint}) {
    LoweredPart found = part_in(files, part);
    if (!found.programs.empty()) parts.push_back(std::move(found));
  }
  return parts;
}

}  // namespace assay
