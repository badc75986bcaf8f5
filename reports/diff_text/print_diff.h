// A DiffResult in words and as JSON. Decides nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/diff/diff.h"
#include "reports/console/color.h"

namespace assay {

/// The root causes that a verdict and a review show.
inline constexpr std::size_t kExplainedEntries = 6;

/// A line of counts, a line for each policy, then the first `most` root causes in three lines each: where,
/// what was expected, what was found and what to do next; "... and N more" where there are more. Long values
/// are cut. Ends with a newline.
std::string print_diff(const DiffResult& result, std::size_t most, Color color = Color::kOff);

/// The root causes alone, a line each without place or number of a node, so that a case file can say which
/// changes a pass makes: "extra fn:torch.relu", "target fn:operator.add -> fn:operator.mul (at 2 places)".
std::vector<std::string> change_lines(const DiffResult& result);

/// "policy fold=alias,detach: set aside 2 on the left, 0 on the right\n"
std::string print_hidden(const Hidden& hidden);

/// Everything in the result, as diff.schema.json describes it: an object, no newline at the end.
std::string print_diff_json(const DiffResult& result);

/// One graph file of two folders.
struct FileDiff {
  enum class In : std::uint8_t { kBoth, kLeft, kRight };
  std::string file;  ///< below graphs/: "seed/mlp/make_fx@cpu.json"
  In in = In::kBoth;
  DiffResult diff = {};  ///< of a file that both have
  bool equal() const { return in == In::kBoth && diff.equal; }
};
/// The same for two folders: one object with all their files.
std::string print_diff_json(const std::vector<FileDiff>& files);

}  // namespace assay
