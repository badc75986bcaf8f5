// NextStep: what to do about a pair that is not green, with its command.
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
  kRerun,               ///< run all stages of the pair again
  kRerunVerbosely,      ///< kRerun with a traceback
  kReplay,              ///< replay only its graph file
  kCapture,             ///< only capture the pair
  kAccept,              ///< make its capture the golden
  kRestoreGolden,       ///< bring back the broken golden
  kCompareWithSources,  ///< capture the nodes missing from a summary and compare with them
  kCompareWithGolden,
  kCompareWithUntransformed,
  kCorrectExpectation,  ///< change the outdated expectation of the case
};

/// Places named by commands about a pair. A path is empty if the pair has no such file.
struct PairPlaces {
  std::filesystem::path graph, untransformed;  ///< where captures are written
  std::filesystem::path golden, pending;
  ShellLine restore = {};        ///< brings back a broken golden
  std::string expectation = {};  ///< "models/net.json: remove or correct expect.make_fx"
};

ShellLine line_of(NextStep step, const PlannedPair& planned, const PairPlaces& pair, const RunTerms& terms);

/// " --results DIR", or empty for the default folder build/results.
std::string results_flag(const std::filesystem::path& results);

}  // namespace assay
