// print_diff: a DiffResult as text and as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/diff/diff.h"
#include "reports/console/color.h"

namespace assay {

/// How many root causes a verdict and a review show.
inline constexpr std::size_t kExplainedEntries = 6;

/// Counts of nodes and edges, a line per policy, then the first `most` root causes. A root cause has three
/// lines: place, expected value, found value with the next step. "... and N more" counts the rest. Long
/// values are cut. Ends with a newline.
std::string print_diff(const DiffResult& result, std::size_t most, Color color = Color::kOff);

/// The root causes, a line each without module or node number, so that a case file can declare the changes of
/// a pass. "extra fn:torch.relu", "target fn:operator.add -> fn:operator.mul (at 2 places)".
std::vector<std::string> change_lines(const DiffResult& result);

/// "policy fold=alias,detach: set aside 2 on the left, 0 on the right\n"
std::string print_hidden(const Hidden& hidden);

/// The whole result as an object, as in diff.schema.json. No newline at the end.
std::string print_diff_json(const DiffResult& result);

/// A graph file in one or both of two folders.
struct FileDiff {
  enum class In : std::uint8_t { kBoth, kLeft, kRight };
  std::string file;  ///< below graphs/: "seed/mlp/make_fx@cpu.json"
  In in = In::kBoth;
  DiffResult diff = {};  ///< if both folders have the file
  bool equal() const { return in == In::kBoth && diff.equal; }
};
/// The differences of two folders: an object with all files.
std::string print_diff_json(const std::vector<FileDiff>& files);

}  // namespace assay
