// other_graph: compares the graphs of two captures of a pair.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "harness/diff/policy.h"

namespace assay {

/// The first line of `text`, shortened for a record.
std::string told_line(std::string_view text);

/// How a later run of a pair differs from the first.
struct Otherwise {
  std::string how;         ///< "captures another graph: ..", "raises E: .."; a told_line
  bool of_graphs = false;  ///< both graphs are readable, so `assay diff` can compare them
};

/// "captures another graph: ..", or "leaves a graph that cannot be read: ..". Nothing where the graph files
/// `first` and `now` are equal under `policy`.
std::optional<Otherwise> other_graph(const std::filesystem::path& first, const std::filesystem::path& now,
                                     const Policy& policy);

}  // namespace assay
