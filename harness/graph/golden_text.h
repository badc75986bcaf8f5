// The file of a case's goldens: a head that maps pairs to graphs, and the graphs in the text form.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

inline constexpr int kGoldenTextVersion = 2;
/// Hexadecimal digits of a digest: the first half of a SHA-256.
inline constexpr std::size_t kGoldenDigits = 32;

/// A line of the head: the golden of a pair, from the beginning or from a version on.
struct GoldenPair {
  std::string method = {}, device = {};
  std::string from = {};     ///< "2.14", the version from which it holds; empty: from the beginning
  std::string graphs = {};   ///< name of its graphs; empty: full_name_of the pair
  std::string phantom = {};  ///< as in Header
  bool fake = false;         ///< as in Header
  std::vector<VerifiedWith> verified = {};
  /// Digests, if the file lacks the pair's own graph. Only their reader knows their meaning.
  std::vector<std::string> sha256 = {};
};
std::string name_of(const GoldenPair& pair);       // "make_fx@cuda"
std::string full_name_of(const GoldenPair& pair);  // "make_fx@cuda.from-2.14"

/// Graphs that pairs share, as written in the file.
struct GoldenGraphs {
  std::string text;
  std::size_t line = 1;  ///< first line of `text` in its file
};

// clang-format off
/// A head with a line for each pair and version, then each distinct graph once:
///
///   golden 2
///   case seed/mlp
///   holds make_fx@cpu verified 2.13.0 3.11, 2.14.1 3.11 timm=1.0.9
///   holds make_fx@cuda as make_fx@cpu phantom sm_90 fake verified 2.14.1 3.11
///   holds make_fx@cuda from 2.15 verified 2.15.0 3.11
///
///   graphs make_fx@cpu
///   graph forward
///   %0 = input user "0" : f32[2,3]
///   ...
///   end
///
///   graphs make_fx@cuda.from-2.15
///   ...
///   end
///
/// Graphs have the name of the first line that holds them. Other lines say `as NAME`. Values without a device
/// are on the pair's device: `f32[2,3]` and `device()` are on the CPU for make_fx@cpu, on the GPU for
/// make_fx@cuda. Pairs thus share a text exactly if their graphs differ in nothing but that device. Each
/// entry of `verified` has the form of a line `verified` in the text form. A JSON object may stand in place
/// of graphs: a summary, read by its writer (harness/golden_store). It has the common parts of its pairs. A
/// second line after each pair's line then has the digests of the pair's own graph:
///
///   sha256 5a8ed71a... 89eb61b6... b3e02974... c01d77e0...
// clang-format on
struct GoldenText {
  std::string case_id;
  std::vector<GoldenPair> pairs;  ///< at least one; unique by method, device and `from`
  std::map<std::string, GoldenGraphs, std::less<>> graphs;  ///< by name; exactly those of `pairs`
};

/// Whether `bytes` claims to be such a file, well-formed or not.
bool is_golden_text(std::string_view bytes);
/// Reads the head and keeps graphs as text: an error in a graph concerns only its own pairs. Throws
/// InputError with line, column and the expected text. A merge conflict outside the graphs of a name is an
/// InputError that lists its pairs.
GoldenText read_golden_text(std::string_view bytes, std::string_view source);
/// In the order of `pairs`. Names of graphs are assigned anew.
std::string write_golden_text(const GoldenText& golden);

/// The golden that `name` selects. "make_fx@cuda" is the newest of its pair, "make_fx@cuda.from-2.14" the
/// golden that holds for that version, "" the newest of the first pair. An unknown name is an InputError that
/// lists the goldens.
const GoldenPair& pair_named(const GoldenText& golden, std::string_view name, std::string_view source);
const GoldenGraphs& graphs_as_written(const GoldenText& golden, const GoldenPair& pair);
/// The golden as if no other pair had ever been accepted.
GoldenText alone(const GoldenText& golden, const GoldenPair& pair);
Header header_of(const GoldenText& golden, const GoldenPair& pair);
/// The pair's graphs. Throws InputError with line and column, also for a summary.
GraphFile graphs_of(const GoldenText& golden, const GoldenPair& pair, std::string_view source);
/// The text of `graphs` for a pair on `device`.
std::string golden_body_of(const std::vector<Graph>& graphs, std::string_view device);

}  // namespace assay
