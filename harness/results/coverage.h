// Operator coverage: how many of the operators and edges that the dispatcher ran a capture represents.
//
// Eager and the replay of the capture's graphs are recorded by the same recorder (docs/coverage.md). Recall
// is the share of eager's operators that the graphs ran too. Precision is the share of the graphs' operators
// that eager ran too. Python between graphs is in neither recording. Coverage compares multisets: replay
// checks the values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/graph/tally.h"

namespace assay {

/// Sizes of two multisets and of their intersection.
struct Counted {
  std::uint64_t matched = 0, eager = 0, replay = 0;
  std::optional<double> recall() const;     ///< matched / eager. Nothing if eager ran nothing.
  std::optional<double> precision() const;  ///< matched / replay. Nothing if the replay ran nothing.
  Counted& operator+=(const Counted& other);
  friend bool operator==(const Counted&, const Counted&) = default;
};

/// An operator ("aten.mm.default") or edge ("input user -> self of aten.mm.default").
struct Unmatched {
  std::string what;
  std::uint64_t count = 0;
  friend bool operator==(const Unmatched&, const Unmatched&) = default;
};

inline constexpr std::size_t kMostUnmatched = 8;

/// Operators have the names of aliases.h. Each list has the kMostUnmatched largest counts, then by name.
/// `operators` and `edges` count everything.
struct Coverage {
  Counted operators, edges;
  std::vector<Unmatched> missed, extra;              ///< Operators that only eager, or only the replay, ran.
  std::vector<Unmatched> missed_edges, extra_edges;  ///< Edges that only eager, or only the replay, ran.
  friend bool operator==(const Coverage&, const Coverage&) = default;
};

Coverage coverage(const Tally& eager, const Tally& replay);

}  // namespace assay
