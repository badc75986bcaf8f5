// Causes: equal differences of many graphs, folded into a single decision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

enum class CauseKind : std::uint8_t {
  kDifference,
  kNew,      ///< A graph without a golden.
  kSummary,  ///< A difference from the golden of a graph that is too large to be kept.
};

/// Identity of a cause. Its place (graph, module, source line, sizes of whole nodes) is not part of it.
struct CauseKey {
  CauseKind kind = CauseKind::kDifference;
  DiffKind difference = {};  ///< Only for kDifference.
  std::string op;            ///< subject_text of the entry.
  std::string change;        ///< RootCause::signature. For other kinds: expected and found text.
  friend auto operator<=>(const CauseKey&, const CauseKey&) = default;
};

/// "rewired", "new", "summary"
std::string kind_text(const CauseKey& key);

/// The key of a root cause at `place`, an index of `result.entries`.
CauseKey key_of(const DiffResult& result, const RootCause& root, std::size_t place);

/// Eight hexadecimal digits from the content of the key, equal in every run and on every machine.
std::string id_of(const CauseKey& key);

struct CausePlace {
  PairId pair;
  std::string graph, module, source;
  std::string left, right;       ///< Expected and found here.
  std::size_t consequences = 0;  ///< Differences of this pair that follow from it.
};

struct Cause {
  std::string id;
  CauseKey key;
  std::vector<PairId> pairs;       ///< Each once, in order.
  std::vector<CausePlace> places;  ///< All places, several per pair included.
};
/// Sum over all places.
std::size_t consequences_of(const Cause& cause);

/// A root cause at a place of a pair.
struct CauseSeen {
  CauseKey key;
  CausePlace place;
};

/// The root causes of a difference, with an element per place. Consequences are counted at the first place.
std::vector<CauseSeen> causes_of(const PairId& pair, const DiffResult& result);
/// The cause of a graph without a golden, one per case. `why`: an unreadable golden, else empty.
CauseSeen cause_of_new(const PairId& pair, const std::string& why);

/// The cause of a summary that differs. Its digests show the modules but not the changes, so modules have no
/// causes of their own.
CauseSeen cause_of_summary(const PairId& pair, const DiffResult& result);

/// The causes as records name them, each once. Their number and texts are bounded.
std::vector<NamedCause> named_causes(const std::vector<CauseSeen>& seen);

/// Folds equal causes. Sorted by number of graphs (largest first), then by id.
std::vector<Cause> fold_causes(const std::vector<CauseSeen>& seen);

}  // namespace assay
