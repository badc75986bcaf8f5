// run_check: runs a check and reports it on the console and elsewhere. `assay check` uses it for the zoo,
// `assay ops` for PyTorch's operators.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/app/check_options.h"
#include "harness/check/run_terms.h"

namespace assay {

/// The subject of a run.
struct CheckSubject {
  std::function<std::vector<Case>(const Project&)> cases;
  AgreedBy agreed = AgreedBy::kGolden;
  std::vector<std::string> preload = {};  ///< modules imported by all of its cases
  /// Further text below the run's own report; may be empty.
  std::function<std::string(const std::vector<PairResult>&)> also = {};
};

/// The cases selected by `options`, compared with their goldens. `options` must outlive the result.
CheckSubject zoo_subject(const CheckOptions& options);

/// Leaves a results folder for reports. Throws Error if the check cannot begin, or if the machine fails
/// during it.
ExitStatus run_check(const Session& session, const CheckOptions& options, const CheckSubject& subject);

}  // namespace assay
