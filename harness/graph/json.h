// The graph file (schema version 1): reading and writing JSON. The format is graph_file.schema.json beside
// this header; what a schema cannot say (references, order, uniqueness) is validate() in graph.h.
#pragma once

#include <string>
#include <string_view>

#include "harness/graph/graph.h"

namespace assay {

inline constexpr int kGraphFileVersion = 1;

/// Reads `text`; `source` names it in messages ("golden/seed/mlp/make_fx@cpu.json"). Strict: unknown keys,
/// wrong types, numbers out of range, bad references, a second root, conflict markers and nesting beyond the
/// limit throw InputError with line, path, expected and found. Hostile input never crashes, hangs or takes
/// more than a small multiple of its size.
GraphFile read_graph_file(std::string_view text, std::string_view source);

/// Same, from the disk; a file that cannot be opened is an InputError too. Also checks that SHA256.bin files
/// exist beside it.
GraphFile load_graph_file(const std::string& path);

/// Fixed key order, one node per line, "\n" endings: equal models give equal bytes, and read(write(x)) == x.
std::string write_graph_file(const GraphFile& file);

}  // namespace assay
