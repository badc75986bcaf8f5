// other_graph: what a pair captures when it is captured again, held against what it captured first.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "harness/diff/policy.h"

namespace assay {

/// The first line of `text`, as long as a record tells of another run.
std::string told_line(std::string_view text);

/// What a later run of a pair left otherwise than the first.
struct Otherwise {
  std::string how;         ///< "captures another graph: ..", "raises E: .."; a told_line
  bool of_graphs = false;  ///< of two graphs that can be read, so that `assay diff` shows it
};

/// "captures another graph: ..", or "leaves a graph that cannot be read: .."; nothing where the graph files
/// `first` and `now`, as captures left them, are equal under `policy`.
std::optional<Otherwise> other_graph(const std::filesystem::path& first, const std::filesystem::path& now,
                                     const Policy& policy);

}  // namespace assay
