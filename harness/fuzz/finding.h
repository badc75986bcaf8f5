// Finding: failing pairs of generated programs, grouped by signature.
//
// Findings are captures that crash, hang or run out of memory, and captures whose replay diverges, fails or
// is undecided. Pairs whose eager runs differ are findings, too. So are captures with side effects on the
// program or its process, captures that differ the second time, and captures of another program than other
// recording methods give. A refused capture (`raises`) is loud and no finding, except with side effects or by
// a recording method on the CPU. Findings do not say whose fault they are.
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

/// The key of a finding, preserved by shrinking.
struct Signature {
  MethodId method{};
  Outcome outcome = Outcome::kDiverges;
  std::string
      observable;  ///< the place: "output", "aten.mul.Tensor", "writing into result # changes result #"
  /// "values", "type" (of shape, dtype or stride), kLeftBehind, kSecondTime, kOtherProgram, or empty.
  std::string kind;
  std::string run;  ///< "same inputs", "fresh values"; empty: not from a replay run
  friend auto operator<=>(const Signature&, const Signature&) = default;
};

/// Nothing for a pair that is not a finding.
std::optional<Signature> signature_of(const PairResult& result);

/// Whether the pair failed, regardless of side effects of its capture.
bool ended_wrongly(const PairResult& result);

/// A side effect of a capture.
struct SideEffect {
  std::string_view kind;  ///< kLeftBehind, kSecondTime or kOtherProgram
  std::string what;
};
/// All side effects of a pair, the most severe first.
std::vector<SideEffect> side_effects_of(const PairResult& result);

/// How the pair ended, or else all side effects of its capture.
std::string message_of(const PairResult& result);

/// "make_fx diverges: output, values, same inputs".
std::string to_string(const Signature& signature);

/// A pair and its program.
struct Wrong {
  CodedProgram coded;
  PairResult result;
  std::size_t first_line = 0;  ///< of forward's body, in the module of the program
};

struct Finding {
  Signature signature;
  Wrong smallest;  ///< the pair with the shortest program
  std::size_t pairs = 0;
  std::vector<std::string> in_all;  ///< bases and operations shared by all its programs
  std::string known;                ///< declared by "buffer_written", "overlapping_view"; empty: new
};

/// Names the capability feature, or the case of a reported error, that declares the pair's failure. Empty:
/// none.
using KnownAs = std::function<std::string(const Wrong&)>;

/// Groups pairs by signature. New findings first, then by descending number of pairs, then by signature.
/// Known and new pairs of one signature form separate findings.
std::vector<Finding> fold(const std::vector<Wrong>& wrong, const KnownAs& known_as);

}  // namespace assay::fuzz
