// The graph file (schema version 1): reading and writing JSON. The format is graph_file.schema.json beside
// this header. validate() in graph.h checks the rest: references, order, uniqueness.
#pragma once

#include <string>
#include <string_view>

#include "harness/graph/graph.h"

namespace assay {

inline constexpr int kGraphFileVersion = 1;

/// Reads `text`. Messages name it `source` ("results/graphs/seed/mlp/make_fx@cpu.json"). Strict: unknown
/// keys, wrong types, numbers out of range, bad references, a second root, conflict markers and nesting
/// beyond the limit throw InputError with line, path, expected and found. Hostile input never crashes, hangs
/// or takes more than a small multiple of its size. `text` may also be a golden (golden_text.h). Then `pair`
/// ("make_fx@cpu") is read, or the first pair for "". A graph file of another pair is an InputError.
GraphFile read_graph_file(std::string_view text, std::string_view source, std::string_view pair = "");

/// As read_graph_file, from a file. An unreadable file is an InputError. Also requires the constant files.
GraphFile load_graph_file(const std::string& path, std::string_view pair = "");

/// As load_graph_file, for a capture in a results folder. It must be a regular file: a link, a FIFO or a
/// device is an InputError, and is never followed or waited for.
GraphFile load_captured_file(const std::string& path);

/// Throws InputError if a SHA256.bin file that `file` refers to is missing beside `path`.
void require_constant_files(const GraphFile& file, const std::string& path);

/// Fixed key order, a node per line, line feeds. Equal models give equal bytes, and read(write(x)) == x.
std::string write_graph_file(const GraphFile& file);

}  // namespace assay
