// run_matrix: one check per PyTorch version with its own worker, and the drift between neighbouring versions.
//
// A version that cannot be installed, built or imported is a row with its reason, and the rest continue. To
// bound disk use, workers made by the matrix are removed after their check, except the newest `keep`. Workers
// that existed before are used and kept. They include the default worker if it has the version. Results of
// version V are in RESULTS/V, logs in RESULTS/V.*.log.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/matrix.h"
#include "harness/zoo/version.h"

namespace assay {

/// Environment variable with the file for a failing program's reason, in one line.
inline constexpr const char* kReasonFile = "ASSAY_REASON_FILE";

struct MatrixPlan {
  std::filesystem::path program;        ///< the `assay` that runs the checks
  std::filesystem::path worker_script;  ///< ci/worker.sh
  std::filesystem::path workers_root;
  std::filesystem::path results;
  std::vector<Version> versions;             ///< ascending, without duplicates
  std::vector<std::string> check_arguments;  ///< selection for each `assay check`: cases, --tier, --methods
  std::map<std::string, std::string> environment;  ///< of ci/worker.sh: package sources
  std::size_t keep = 0;
};

/// `say` gets a line for each begin and end. Forwards SIGINT and SIGTERM to its child, then returns the
/// results so far.
MatrixResult run_matrix(const MatrixPlan& plan, const std::function<void(const std::string&)>& say);

}  // namespace assay
