// What validate() looks for, told with positions, so that each reader can add the line of its own text.
#pragma once

#include <optional>
#include <string>

#include "harness/error/error.h"
#include "harness/graph/graph.h"

namespace assay {

/// The first breach of the model's invariants. `parts.where` is empty; `path` is
/// "graphs[0].nodes[3].args.weight".
struct Breach {
  std::size_t graph = 0;
  std::optional<NodeId> node;  ///< nothing when the breach is the graph's own
  std::string path;
  ErrorParts parts;
};
std::optional<Breach> find_breach(const GraphFile& file);

/// Appends `.key`, or `["key"]` when the key is not a plain word.
void append_key(std::string& path, std::string_view key);

}  // namespace assay
