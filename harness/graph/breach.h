// find_breach: the first violation in a graph file, with positions. Each reader adds the line of its text.
#pragma once

#include <optional>
#include <string>

#include "harness/error/error.h"
#include "harness/graph/graph.h"

namespace assay {

/// The first violated invariant of the model. `parts.where` is empty. An example of `path` is
/// "graphs[0].nodes[3].args.weight".
struct Breach {
  std::size_t graph = 0;
  std::optional<NodeId> node;  ///< empty if the graph itself breaks the invariant
  std::string path;
  ErrorParts parts;
};
std::optional<Breach> find_breach(const GraphFile& file);

/// Appends `.key`, or `["key"]` unless the key is a plain word.
void append_key(std::string& path, std::string_view key);

}  // namespace assay
