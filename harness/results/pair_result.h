// PairResult: the result of a pair, and a line of results.jsonl.
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
/// The command that runs the pair again: "assay check seed/mlp --methods make_fx --device cpu", and `more`.
Command check_of(const PairId& pair, std::vector<std::string> more = {});
std::string check_command(const PairId& pair);

/// A cause of a difference, under its name in `assay review` and `assay accept --cause` (causes.h).
struct NamedCause {
  std::string id;
  std::string what;  ///< "target aten.tanh.default -> aten.relu.default". Bounded.
  friend bool operator==(const NamedCause&, const NamedCause&) = default;
};

/// Result of running a pair again (--repeat).
struct Repetition {
  std::size_t runs = 1;       ///< Number of runs, with the run of the record.
  std::size_t otherwise = 0;  ///< Runs among these with another end or another graph than the record.
  std::string how = {};       ///< The first of them: "raises RuntimeError: ..", "captures another graph: ..".
                              ///< One bounded line.
  friend bool operator==(const Repetition&, const Repetition&) = default;
};

/// Side effects and inconsistencies of a capture, if observed (`assay fuzz`).
struct Aftermath {
  /// Changes to the program or its process, a line each: "grad mode was on, is off".
  std::vector<std::string> left_behind = {};
  /// Difference of a second capture in the same process: "captures another graph: ..", "raises E: ..". Empty:
  /// none.
  std::string second_time = {};
  /// Difference after lowering from methods that record the same program: "another forward program than
  /// make_fx: ..". Empty: none.
  std::string other_program = {};
  std::optional<MethodId> peer = {};  ///< The method with the other program. Only with `other_program`.
  friend bool operator==(const Aftermath&, const Aftermath&) = default;
};

struct PairResult {
  PairId pair;
  std::string family;
  std::vector<std::string> tiers;
  Outcome outcome = Outcome::kSkipped;
  Stage stage = Stage::kLoad;
  Verdict verdict = Verdict::kSkipped;
  std::string reason;              ///< Of the expectation that decided, or of a skip.
  std::string exception, message;  ///< Of a failure. Bounded.
  std::string raised_at = {};      ///< Of a failing operator: the innermost place in PyTorch's own Python.
  std::string torch, python, phantom;
  std::size_t nodes = 0, edges = 0;                        ///< Of the capture.
  std::optional<SetCount> node_agreement, edge_agreement;  ///< Agreement with the golden.
  std::string explanation;  ///< Of a difference: the first entries of print_diff, or the expected and the
                            ///< found outcome.
  std::string golden, pending, graph;  ///< Files: the compared golden, as an absolute path; the proposal and
                                       ///< the capture, relative to the results folder.
  std::string golden_root;             ///< Folder that has the golden, or that accept would put it into.
  bool not_yet_verified = false;       ///< The golden's header lacks this worker's versions.
  ShellLine next;                      ///< The next command, unless green.
  std::optional<ReplayReport> replay;  ///< Nothing: not replayed.
  Cost cost;
  std::optional<Coverage> coverage = {};      ///< Of operators. Nothing: not measured.
  std::vector<NamedCause> causes = {};        ///< Of a difference, each once. Bounded number.
  std::optional<Repetition> repetition = {};  ///< Nothing: run once.
  std::optional<Aftermath> aftermath = {};    ///< Nothing: not observed.
  std::vector<BreakPlace> breaks = {};        ///< Graph breaks of the capture.
};

/// "2 of 5 runs ended otherwise: raises RuntimeError: ..".
std::string told(const Repetition& repetition);

/// Reason for the verdict, empty if the verdict says it all: "raises in capture: TraceError: control flow".
/// One bounded line.
std::string why_line(const PairResult& result);

/// "seed/mlp make_fx cpu: differs: 2 nodes changed": pair, verdict and the first line of the reason, without
/// line ends.
std::string verdict_line(const PairResult& result);
/// The same, and for a failed pair its command: "..; next: assay diff A B".
std::string one_line(const PairResult& result);

}  // namespace assay
