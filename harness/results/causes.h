// Causes: equal differences of many graphs as one thing to decide about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

enum class CauseKind : std::uint8_t {
  kDifference,
  kNew,      ///< a graph that has no golden
  kSummary,  ///< a difference from the golden of a graph that is too large to be kept
};

/// What makes two differences the same cause. Where it is (graph, module, source line, sizes of whole nodes)
/// is not part of it.
struct CauseKey {
  CauseKind kind = CauseKind::kDifference;
  DiffKind difference = {};  ///< of kDifference
  std::string op;            ///< subject_text of the entry
  std::string change;        ///< RootCause::signature; for kNew and kSummary, the expected and the found text
  friend auto operator<=>(const CauseKey&, const CauseKey&) = default;
};

/// "rewired", "new", "summary"
std::string kind_text(const CauseKey& key);

/// Of a root cause at one of its places.
CauseKey key_of(const DiffResult& result, const RootCause& root, std::size_t place);

/// Eight hexadecimal digits made of the content: the same in every run and on every machine.
std::string id_of(const CauseKey& key);

struct CausePlace {
  PairId pair;
  std::string graph, module, source;
  std::string left, right;       ///< what was expected and what was found here
  std::size_t consequences = 0;  ///< differences of this pair that follow from it
};

struct Cause {
  std::string id;
  CauseKey key;
  std::vector<PairId> pairs;       ///< each once, in order
  std::vector<CausePlace> places;  ///< every one
};
/// Over all its places.
std::size_t consequences_of(const Cause& cause);

/// One root cause at one place of one pair.
struct CauseSeen {
  CauseKey key;
  CausePlace place;
};

/// The root causes of a difference, one for each place; what follows from them is counted with the first. The
/// one place that knows what of a DiffResult a cause is made of.
std::vector<CauseSeen> causes_of(const PairId& pair, const DiffResult& result);
/// The cause of a graph that has no golden, one per case; `why` when there is one that cannot be read.
CauseSeen cause_of_new(const PairId& pair, const std::string& why);

/// The one cause of a summary that differs: its digests say where, not what, so modules are not to be decided
/// about one by one.
CauseSeen cause_of_summary(const PairId& pair, const DiffResult& result);

/// The causes as records name them, each once: a bounded number of bounded texts.
std::vector<NamedCause> named_causes(const std::vector<CauseSeen>& seen);

/// Folded; those that touch most graphs first, then by id.
std::vector<Cause> fold_causes(const std::vector<CauseSeen>& seen);

}  // namespace assay
