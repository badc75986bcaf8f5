// run_matrix: one check per PyTorch version, a worker each, and the drift between neighbouring versions.
//
// A version that cannot be installed, built or imported is a row with its reason; the others go on. Disk is
// bounded: a worker that the matrix made is removed once it is checked, but for the newest `keep`; one that
// was there before is used and left alone, the default worker for its own version included. Each version's
// results are in RESULTS/V, logs in RESULTS/V.*.log.
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

/// Environment variable that names a file: a program that fails writes its reason there, in one line.
inline constexpr const char* kReasonFile = "ASSAY_REASON_FILE";

struct MatrixPlan {
  std::filesystem::path program;        ///< the `assay` that runs each check
  std::filesystem::path worker_script;  ///< ci/worker.sh
  std::filesystem::path workers_root;
  std::filesystem::path results;
  std::vector<Version> versions;             ///< ascending, each once
  std::vector<std::string> check_arguments;  ///< what narrows each `assay check`: cases, --tier, --methods
  std::map<std::string, std::string> environment;  ///< for ci/worker.sh: where packages come from
  std::size_t keep = 0;
};

/// `say` gets one line for each thing that begins or ends. Interrupted by SIGINT or SIGTERM, which it passes
/// on to what it runs, it returns what it has.
MatrixResult run_matrix(const MatrixPlan& plan, const std::function<void(const std::string&)>& say);

}  // namespace assay
