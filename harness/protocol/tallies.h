// RunTallies: a worker's counts during the replay of a pair, as the protocol carries them.
#pragma once

#include <tuple>

#include "harness/graph/tally.h"
#include "harness/strict_json/members.h"

namespace assay::protocol {

/// Counts of a run with the inputs of the capture, by the same recorder on both sides. `eager` covers the
/// captured extent of the program: forward, or forward and backward from the same tangents. `replay` covers
/// the executed graph file.
struct RunTallies {
  Tally eager, replay;
  friend bool operator==(const RunTallies&, const RunTallies&) = default;
};

}  // namespace assay::protocol

namespace assay {

/// {"operators": {"aten.mm.default": 2}, "edges": [["input user", "self", "aten.mm.default", 1]]}. Every
/// count is positive. Operators and edges are unique.
template <>
struct JsonForm<Tally> {
  static OrderedJson write(const Tally& tally);
  static Tally read(const JsonPlace& place);
};

template <>
inline constexpr auto kMembers<protocol::RunTallies> = std::tuple{
    Member{"eager", &protocol::RunTallies::eager}, Member{"replay", &protocol::RunTallies::replay}};

}  // namespace assay
