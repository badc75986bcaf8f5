// The file of a case's goldens: which pair has which graphs, and the graphs, in the text form.
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

/// What one pair has from the beginning, or from a version on: a line of the head.
struct GoldenPair {
  std::string method = {}, device = {};
  std::string from = {};     ///< "2.14": the version from which it holds; empty: from the beginning
  std::string graphs = {};   ///< the name of its graphs; empty: its own (full_name_of)
  std::string phantom = {};  ///< as in Header
  bool fake = false;         ///< as in Header
  std::vector<VerifiedWith> verified = {};
  /// Digests where the file does not have the pair's own graph. Only their reader knows what each is of.
  std::vector<std::string> sha256 = {};
};
std::string name_of(const GoldenPair& pair);       // "make_fx@cuda"
std::string full_name_of(const GoldenPair& pair);  // "make_fx@cuda.from-2.14"

/// What pairs have in common, as it stands in the file.
struct GoldenGraphs {
  std::string text;
  std::size_t line = 1;  ///< where `text` begins in its file
};

// clang-format off
/// A head with a line for each pair and version, then all different graphs, each once:
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
/// Graphs have the name of the first line that holds them; the others say `as NAME`. What names no device lies on the
/// pair's own: `f32[2,3]` and `device()` are on the CPU for make_fx@cpu, on the GPU for make_fx@cuda. So one text stands
/// for graphs that are the same to the byte but for that device, and for no others. Each entry of `verified` is a line
/// `verified` of the text form. In place of graphs may stand one JSON object, which whoever wrote it reads: a summary
/// (harness/golden_store). It says what its pairs have in common; each pair's line is then followed by one with the
/// digests of its own graph:
///
///   sha256 5a8ed71a... 89eb61b6... b3e02974... c01d77e0...
// clang-format on
struct GoldenText {
  std::string case_id;
  std::vector<GoldenPair> pairs;  ///< at least one; no two have method, device and `from` in common
  std::map<std::string, GoldenGraphs, std::less<>> graphs;  ///< by name; those that the pairs have, no others
};

/// True when `bytes` is meant as one, well-formed or not.
bool is_golden_text(std::string_view bytes);
/// Reads the head and leaves the graphs as they stand: an error in them concerns only the pairs that have
/// them. InputError with line, column and the expected text. A merge conflict outside of the graphs of a name
/// is an InputError that lists its pairs.
GoldenText read_golden_text(std::string_view bytes, std::string_view source);
/// In the order of `pairs`; names of graphs are made anew.
std::string write_golden_text(const GoldenText& golden);

/// Of "make_fx@cuda" the newest golden, of "make_fx@cuda.from-2.14" the one that holds for that version, of
/// "" the newest of the first pair. InputError with those that there are when there is none.
const GoldenPair& pair_named(const GoldenText& golden, std::string_view name, std::string_view source);
const GoldenGraphs& graphs_as_written(const GoldenText& golden, const GoldenPair& pair);
/// As if no other pair had ever been accepted.
GoldenText alone(const GoldenText& golden, const GoldenPair& pair);
Header header_of(const GoldenText& golden, const GoldenPair& pair);
/// The pair's graphs. InputError with line and column; also for what is no text.
GraphFile graphs_of(const GoldenText& golden, const GoldenPair& pair, std::string_view source);
/// The text that stands for `graphs` on a pair's `device`.
std::string golden_body_of(const std::vector<Graph>& graphs, std::string_view device);

}  // namespace assay
