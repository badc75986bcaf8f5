// Finding: pairs of generated programs that ended wrongly in one way, as one thing to read.
//
// What is a finding: a capture that replays otherwise than eager, cannot be replayed, crashes, hangs or takes
// all memory, one that changes the program or its process beside giving a graph, one that gives another graph
// the second time, one that comes down to another program than methods that record the same. A capture that
// is refused (`raises`) is loud, and none, unless it leaves its process changed. Whose fault it is this does
// not say.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/fuzz/decode.h"
#include "harness/results/pair_result.h"

namespace assay::fuzz {

inline constexpr std::string_view kLeftBehind = "left behind", kSecondTime = "the second time",
                                  kOtherProgram = "another program";

/// What shrinking keeps and folding goes by.
struct Signature {
  MethodId method{};
  Outcome outcome = Outcome::kDiverges;
  std::string
      observable;  ///< where it shows: "output", "aten.mul.Tensor", "writing into result # changes result #"
  /// "values"; "type": another shape, dtype or stride; kLeftBehind; kSecondTime; kOtherProgram; empty where
  /// it is none of these
  std::string kind;
  std::string run;  ///< "same inputs"; "fresh values"; empty where it was no run
  friend auto operator<=>(const Signature&, const Signature&) = default;
};

/// Nothing for a pair that is no finding.
std::optional<Signature> signature_of(const PairResult& result);

/// Whether the pair ended wrongly, whatever its capture did beside giving a graph.
bool ended_wrongly(const PairResult& result);

/// Something that a capture did beside giving a graph.
struct Deed {
  std::string_view kind;  ///< kLeftBehind, kSecondTime or kOtherProgram
  std::string what;
};
/// All of a pair's, the graver first.
std::vector<Deed> deeds_of(const PairResult& result);

/// What there is to read of a finding: how the pair ended, else all that its capture did beside giving a
/// graph.
std::string message_of(const PairResult& result);

/// "make_fx diverges: output, values, same inputs".
std::string to_string(const Signature& signature);

/// A pair with its program.
struct Wrong {
  CodedProgram coded;
  PairResult result;
  std::size_t first_line = 0;  ///< of forward's body, in the module that the program ran in
};

struct Finding {
  Signature signature;
  Wrong smallest;  ///< of the fewest statements
  std::size_t pairs = 0;
  std::vector<std::string> in_all;  ///< what all its programs have: bases and operations
  std::string known;  ///< what declares the same: "buffer_written", "overlapping_view"; empty: new
};

/// Says which feature of the capability table, or case of a reported error, declares that a pair ends as it
/// did; empty: none does.
using KnownAs = std::function<std::string(const Wrong&)>;

/// New ones first, then those of most pairs, then by signature. Of one signature known and new pairs are two
/// findings.
std::vector<Finding> fold(const std::vector<Wrong>& wrong, const KnownAs& known_as);

}  // namespace assay::fuzz
