// NextStep: what a person does about a pair that is not green, and the command that does it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "harness/check/check_plan.h"
#include "harness/check/run_terms.h"

namespace assay {

enum class NextStep : std::uint8_t {
  kNothing,
  kResume,              ///< run the pair for the first time
  kRerun,               ///< run it once more, through all of its stages
  kRerunVerbosely,      ///< the same, with its traceback
  kReplay,              ///< replay its graph file by itself
  kCapture,             ///< capture it by itself
  kAccept,              ///< make its capture the golden
  kRestoreGolden,       ///< bring back the golden that is broken
  kCompareWithSources,  ///< capture the nodes that a summary has not kept, and compare with them
  kCompareWithGolden,
  kCompareWithUntransformed,
  kCorrectExpectation,  ///< change the line of the case that is no longer true
};

/// What commands about one pair name. Files are empty where the pair has none.
struct PairPlaces {
  std::filesystem::path graph, untransformed;  ///< where captures go
  std::filesystem::path golden, pending;
  ShellLine restore = {};        ///< brings back a broken golden
  std::string expectation = {};  ///< "models/net.json: remove or correct expect.make_fx"
};

ShellLine line_of(NextStep step, const PlannedPair& planned, const PairPlaces& pair, const RunTerms& terms);

/// " --results DIR" for commands that use build/results when none is given.
std::string results_flag(const std::filesystem::path& results);

}  // namespace assay
