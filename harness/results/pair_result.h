// PairResult: what one pair gave; one line of results.jsonl.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/diff/diff.h"
#include "harness/error/command.h"
#include "harness/graph/graph_breaks.h"
#include "harness/results/coverage.h"
#include "harness/zoo/case.h"
#include "harness/zoo/cost.h"
#include "harness/zoo/replay.h"

namespace assay {

struct PairId {
  std::string case_id;
  MethodId method = MethodId::kMakeFx;
  Device device = Device::kCpu;
  friend auto operator<=>(const PairId&, const PairId&) = default;
};
std::string to_string(const PairId& pair);  // "seed/mlp make_fx cpu"
/// "assay check seed/mlp --methods make_fx --device cpu": what runs it again, and `more`.
Command check_of(const PairId& pair, std::vector<std::string> more = {});
std::string check_command(const PairId& pair);

/// A cause of a difference, as `assay review` and `assay accept --cause` name it (causes.h).
struct NamedCause {
  std::string id;
  std::string what;  ///< "target aten.tanh.default -> aten.relu.default"; bounded
  friend bool operator==(const NamedCause&, const NamedCause&) = default;
};

/// What running a pair again showed (--repeat).
struct Repetition {
  std::size_t runs = 1;       ///< that of the record included
  std::size_t otherwise = 0;  ///< of these, that ended in another way than it, or captured another graph
  std::string how = {};       ///< the first of them: "raises RuntimeError: ..", "captures another graph: ..";
                              ///< bounded, one line
  friend bool operator==(const Repetition&, const Repetition&) = default;
};

/// What a capture does beside giving a graph, where anybody looked (`assay fuzz`).
struct Aftermath {
  /// What it has changed of the program or its process, a line each: "grad mode was on, is off".
  std::vector<std::string> left_behind = {};
  /// What is otherwise when the program is captured a second time in the same process: "captures another
  /// graph: ..", "raises E: .."; empty: nothing.
  std::string second_time = {};
  /// How what it has captured is another program after lowering than that of methods that record the same:
  /// "another forward program than make_fx: ..".
  std::string other_program = {};
  std::optional<MethodId> peer = {};  ///< the method whose program that is not; with `other_program` only
  friend bool operator==(const Aftermath&, const Aftermath&) = default;
};

struct PairResult {
  PairId pair;
  std::string family;
  std::vector<std::string> tiers;
  Outcome outcome = Outcome::kSkipped;
  Stage stage = Stage::kLoad;
  Verdict verdict = Verdict::kSkipped;
  std::string reason;              ///< of an expected failure, unsupported or skip
  std::string exception, message;  ///< of a failure; bounded
  std::string raised_at = {};  ///< of a failure of an operator: the innermost place in PyTorch's own Python
  std::string torch, python, phantom;
  std::size_t nodes = 0, edges = 0;                        ///< of the capture
  std::optional<SetCount> node_agreement, edge_agreement;  ///< against the golden
  std::string
      explanation;  ///< of a difference: print_diff's first entries, or what was expected and what came
  std::string golden, pending, graph;  ///< files: the golden compared with, the proposal, the capture itself;
                                       ///< relative to the project / results folder
  std::string golden_root;             ///< the folder the golden is in or would be accepted into
  bool not_yet_verified = false;       ///< the golden's header does not list this worker's versions
  ShellLine next;                      ///< to type next, for everything that is not green
  std::optional<ReplayReport> replay;  ///< nothing: not replayed
  Cost cost;
  std::optional<Coverage> coverage = {};      ///< of operators; nothing: not measured
  std::vector<NamedCause> causes = {};        ///< of a pair that differs, each once; a bounded number
  std::optional<Repetition> repetition = {};  ///< nothing: run once
  std::optional<Aftermath> aftermath = {};    ///< nothing: nobody looked
  std::vector<BreakPlace> breaks = {};        ///< of the capture
};

/// "2 of 5 runs ended otherwise: raises RuntimeError: ..".
std::string told(const Repetition& repetition);

/// "raises in capture: TraceError: control flow": the first line of why the verdict is what it is; empty
/// where that says it all. Bounded, never with a line end in it.
std::string why_line(const PairResult& result);

/// "seed/mlp make_fx cpu: differs: 2 nodes changed": pair, verdict and the first line of the reason, without
/// line ends.
std::string verdict_line(const PairResult& result);
/// The same, and for a failed pair its command: "..; next: assay diff A B".
std::string one_line(const PairResult& result);

}  // namespace assay
