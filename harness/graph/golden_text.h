// The file of a golden: what pairs of a case agree on, in the text form, once for all of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

inline constexpr int kGoldenTextVersion = 1;

/// A pair that a golden holds for: its line in the head.
struct GoldenPair {
  std::string method = {}, device = {};
  std::string from = {};     ///< "2.14": the version from which it holds; empty: from the beginning
  std::string phantom = {};  ///< as in Header
  bool fake = false;         ///< as in Header
  std::vector<VerifiedWith> verified = {};
  /// Digests of the pair's own graph where the body does not hold it, and one of the pair's lines. Only their
  /// reader knows to tell them apart.
  std::vector<std::string> sha256 = {};
};
std::string name_of(const GoldenPair& pair);  // "make_fx@cuda"

// clang-format off
/// A head, the graphs of all its pairs, and a last line by which a file that was cut short is known:
///
///   golden 1
///   case seed/mlp
///   holds make_fx@cpu verified 2.13.0 3.11, 2.14.1 3.11 timm=1.0.9
///   holds make_fx@cuda from 2.14 phantom sm_90 fake verified 2.14.1 3.11
///
///   graph forward
///   %0 = input user "0" : f32[2,3]
///   ...
///   end
///
/// What names no device lies on the pair's own: `f32[2,3]` and `device()` are on the CPU for make_fx@cpu, on the GPU
/// for make_fx@cuda. So one text stands for graphs that are the same to the byte but for that device, and for no
/// others. Each entry of `verified` is a line `verified` of the text form. The body may also be one JSON object,
/// which whoever wrote it reads: a summary (harness/golden_store). It says what its pairs have in common; each pair's
/// line is then followed by one with the digests of its own graph:
///
///   sha256 5a8ed71a... 89eb61b6... b3e02974... c01d77e0...
// clang-format on
struct GoldenText {
  std::string case_id;
  std::vector<GoldenPair> pairs;  ///< at least one; no two have method, device and `from` in common
  std::string body;
  std::size_t body_line = 1;  ///< where the body begins in its file
};

/// True when `bytes` is meant as one, well-formed or not.
bool is_golden_text(std::string_view bytes);
/// Reads the head and leaves the body as it stands. InputError with line, column and what was expected.
GoldenText read_golden_text(std::string_view bytes, std::string_view source);
std::string write_golden_text(const GoldenText& golden);

/// The pair with that name, whatever its `from`; the first for "". InputError with the pairs that it holds
/// for when that is none of them.
const GoldenPair& pair_named(const GoldenText& golden, std::string_view name, std::string_view source);
Header header_of(const GoldenText& golden, const GoldenPair& pair);
/// The pair's graphs. InputError with line and column; also for a body that is no text.
GraphFile graphs_of(const GoldenText& golden, const GoldenPair& pair, std::string_view source);
/// The body that stands for `graphs` on a pair's `device`.
std::string golden_body_of(const std::vector<Graph>& graphs, std::string_view device);

}  // namespace assay
