// RunTallies: what a worker counted while a pair was replayed, as the protocol carries it.
#pragma once

#include <tuple>

#include "harness/graph/tally.h"
#include "harness/strict_json/members.h"

namespace assay::protocol {

/// Of one run with the inputs of the capture, both sides by the same recorder: what eager ran, for as much of
/// the program as the capture has (forward, or forward and backward from the same tangents), and what
/// executing the graph file ran.
struct RunTallies {
  Tally eager, replay;
  friend bool operator==(const RunTallies&, const RunTallies&) = default;
};

}  // namespace assay::protocol

namespace assay {

/// {"operators": {"aten.mm.default": 2}, "edges": [["input user", "self", "aten.mm.default", 1]]}; every
/// count is positive, no operator and no edge is there twice.
template <>
struct JsonForm<Tally> {
  static OrderedJson write(const Tally& tally);
  static Tally read(const JsonPlace& place);
};

template <>
inline constexpr auto kMembers<protocol::RunTallies> = std::tuple{
    Member{"eager", &protocol::RunTallies::eager}, Member{"replay", &protocol::RunTallies::replay}};

}  // namespace assay
