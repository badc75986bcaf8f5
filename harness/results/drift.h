// drift: changes between two runs of the same pairs, folded by cause over all their graphs.
//
// Compares the records and graph files of two results folders, without running anything and without goldens.
// A pair is in exactly one list of a Drift. Every cause has at least one node in at least one graph.
// InputError for a record whose graph file cannot be read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/diff/policy.h"
#include "harness/results/pair_result.h"

namespace assay {

/// A run: its name ("2.14.1"), results folder and records.
struct Run {
  std::string name;
  std::filesystem::path folder;
  std::vector<PairResult> records;
};

/// The run in `folder`. Throws like read_records.
Run read_run(std::string name, const std::filesystem::path& folder);

/// A root cause over all its graphs. Causes are folded by `kind` and `change`, a sentence for people.
struct DriftCause {
  std::string kind;              ///< Name of a DiffKind, or "outcome" if both runs fail in different ways.
  std::string change;            ///< "`aten.detach.default` became `aten.alias.default`"
  std::size_t nodes = 0;         ///< In all graphs. For an outcome: number of pairs.
  std::size_t consequences = 0;  ///< Further differences that only follow from it.
  std::vector<PairId> pairs;     ///< Its graphs, each once, sorted.
  std::string first_in;          ///< Name of the later run.
};

/// A pair whose capture agrees with eager in one run only, and the results of both runs: "captured", "raises
/// TraceError".
struct Turned {
  PairId pair;
  std::string before, after;
};

struct Drift {
  std::string from, to;
  std::vector<PairId> same;     ///< Equal graphs or none, and equal failures if any.
  std::vector<PairId> changed;  ///< Each is in a cause.
  std::vector<Turned> newly_failing, newly_passing;
  std::vector<PairId> only_before, only_after;  ///< Skipped in the other run, or not part of it.
  std::vector<DriftCause> causes;               ///< Most graphs first, then most nodes, then by text.
};

Drift drift(const Run& before, const Run& after, const Policy& policy = {});

}  // namespace assay
