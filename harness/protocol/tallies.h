// RunTallies: what a worker counted while a pair was replayed, as the protocol carries it.
#pragma once

#include <string>
#include <string_view>

#include "harness/graph/tally.h"
#include "harness/strict_json/json_source.h"

namespace assay::protocol {

/// Of one run with the inputs of the capture, both sides by the same recorder: what eager ran, for as much of
/// the program as the capture has (forward, or forward and backward from the same tangents), and what
/// executing the graph file ran.
struct RunTallies {
  Tally eager, replay;
  friend bool operator==(const RunTallies&, const RunTallies&) = default;
};

/// {"eager": {"operators": {"aten.mm.default": 2}, "edges": [["input user", "self", "aten.mm.default", 1]]},
///  "replay": {..}}; every count is positive, no operator and no edge is there twice.
OrderedJson to_json(const RunTallies& tallies);
RunTallies run_tallies_from(const JsonPlace& place);  // throws InputError

}  // namespace assay::protocol
