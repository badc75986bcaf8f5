// Coverage: the operators and edges that a capture represents, of those that the dispatcher ran.
//
// "Operator coverage" in full (design section 7): the graphs of a capture, while they are replayed, and eager
// were recorded by the same recorder; recall is the share of what eager ran that the graphs ran too,
// precision the share of what they ran that eager ran too. What Python runs between graphs is in none of
// them. It compares multisets: whether the right values came out is replay's question.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/graph/tally.h"

namespace assay {

/// One multiset against the other.
struct Counted {
  std::uint64_t matched = 0, eager = 0, replay = 0;
  std::optional<double> recall() const;     ///< matched / eager; nothing when eager ran nothing
  std::optional<double> precision() const;  ///< matched / replay; nothing when the replay ran nothing
  Counted& operator+=(const Counted& other);
  friend bool operator==(const Counted&, const Counted&) = default;
};

/// One operator ("aten.mm.default") or edge ("input user -> self of aten.mm.default").
struct Unmatched {
  std::string what;
  std::uint64_t count = 0;
  friend bool operator==(const Unmatched&, const Unmatched&) = default;
};

inline constexpr std::size_t kMostUnmatched = 8;

/// Names are those that aliases.h gives. Each list has the kMostUnmatched largest counts, then by name; the
/// totals are those of `operators` and `edges`.
struct Coverage {
  Counted operators, edges;
  std::vector<Unmatched> missed, extra;              ///< operators that only eager, only the replay ran
  std::vector<Unmatched> missed_edges, extra_edges;  ///< likewise
  friend bool operator==(const Coverage&, const Coverage&) = default;
};

Coverage coverage(const Tally& eager, const Tally& replay);

}  // namespace assay
