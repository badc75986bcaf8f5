// drift: what changed between two runs of the same pairs, folded by cause over all their graphs.
//
// Works on what the runs left: records and graph files of two results folders; runs nothing and knows no
// golden. A pair is in exactly one of the lists of a Drift. Every cause counts at least one node in at least
// one graph. Throws InputError for a record that names a graph file that cannot be read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/diff/policy.h"
#include "harness/results/pair_result.h"

namespace assay {

/// One side: what a run is called ("2.14.1"), its results folder and its records.
struct Run {
  std::string name;
  std::filesystem::path folder;
  std::vector<PairResult> records;
};

/// The run in `folder`; throws what read_records throws.
Run read_run(std::string name, const std::filesystem::path& folder);

/// One root cause, the same wherever it happened. `change` is the sentence people read and what is folded by.
struct DriftCause {
  std::string kind;              ///< a DiffKind's name, or "outcome" where both runs fail in different ways
  std::string change;            ///< "`aten.detach.default` became `aten.alias.default`"
  std::size_t nodes = 0;         ///< over all of them; of an outcome: the pairs
  std::size_t consequences = 0;  ///< further differences that only follow from it
  std::vector<PairId> pairs;     ///< the graphs it is in, each once, sorted
  std::string first_in;          ///< the name of the later run
};

/// A pair whose capture agrees with eager on one side only, and what each side gave: "captured", "raises
/// TraceError".
struct Turned {
  PairId pair;
  std::string before, after;
};

struct Drift {
  std::string from, to;
  std::vector<PairId> same;     ///< equal graphs or none, and failing in the same way if at all
  std::vector<PairId> changed;  ///< every one of them is in a cause
  std::vector<Turned> newly_failing, newly_passing;
  std::vector<PairId> only_before, only_after;  ///< skipped in the other run, or not part of it
  std::vector<DriftCause> causes;               ///< most graphs first, then most nodes, then by text
};

Drift drift(const Run& before, const Run& after, const Policy& policy = {});

}  // namespace assay
