// equal: identity of two graph files.
#include <algorithm>
#include <map>

#include "harness/diff/compare_graphs.h"
#include "harness/diff/diff.h"
#include "harness/diff/normal_form.h"

namespace assay {

namespace {

std::map<Name, const Graph*> roots_of(const GraphFile& file) {
  std::map<Name, const Graph*> roots;
  for (const Graph& graph : file.graphs)
    if (!graph.of) roots[graph.name] = &graph;
  return roots;
}

std::vector<std::uint32_t> numbers_of(const SubGraphClasses& classes) {
  std::vector<std::uint32_t> numbers;
  for (const auto& [name, number] : classes) numbers.push_back(number);
  std::ranges::sort(numbers);
  return numbers;
}

bool same(const GraphFile& left, const GraphFile& right, Level level) {
  auto left_roots = roots_of(left), right_roots = roots_of(right);
  if (left_roots.size() != right_roots.size()) return false;
  FileClasses classes = classify_sub_graphs(left, right, level);
  if (numbers_of(classes.left) != numbers_of(classes.right)) return false;
  for (const auto& [name, graph] : left_roots) {
    auto other = right_roots.find(name);
    if (other == right_roots.end()) return false;
    if (compare_graphs(*graph, *other->second, classes.left, classes.right, level) != Sameness::kEqual)
      return false;
  }
  return true;
}

}  // namespace

bool equal(const GraphFile& left, const GraphFile& right, const Policy& policy) {
  if (!policy.normalises()) return same(left, right, policy.level);
  NormalForms forms = normal_forms(left, right, policy);
  return same(forms.left.file, forms.right.file, policy.level);
}

}  // namespace assay
