// The graph file (schema version 1): reading and writing JSON. The format is graph_file.schema.json beside
// this header; what a schema cannot say (references, order, uniqueness) is validate() in graph.h.
#pragma once

#include <string>
#include <string_view>

#include "harness/graph/graph.h"

namespace assay {

inline constexpr int kGraphFileVersion = 1;

/// Reads `text`; `source` names it in messages ("results/graphs/seed/mlp/make_fx@cpu.json"). Strict: unknown
/// keys, wrong types, numbers out of range, bad references, a second root, conflict markers and nesting
/// beyond the limit throw InputError with line, path, expected and found. Hostile input never crashes, hangs
/// or takes more than a small multiple of its size. `text` may also be a golden (golden_text.h), of which
/// `pair`
/// ("make_fx@cpu") is read, or the first pair for "".
GraphFile read_graph_file(std::string_view text, std::string_view source, std::string_view pair = "");

/// Same, from the disk; a file that cannot be opened is an InputError too. Also requires the
/// constant files.
GraphFile load_graph_file(const std::string& path, std::string_view pair = "");

/// Same, of what a capture has left in a results folder. A regular file: a link, a FIFO or a device in its
/// place is an InputError, and is neither followed nor waited for.
GraphFile load_captured_file(const std::string& path);

/// InputError when a SHA256.bin file that `file` refers to is not beside `path`.
void require_constant_files(const GraphFile& file, const std::string& path);

/// Fixed key order, one node per line, "\n" endings: equal models give equal bytes, and read(write(x)) == x.
std::string write_graph_file(const GraphFile& file);

}  // namespace assay
