// run_check: a check, told on the console and wherever else it is asked to be. What `assay check` does with
// the zoo, and `assay ops` with PyTorch's operators.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/app/check_options.h"
#include "harness/check/run_terms.h"

namespace assay {

/// What a run is of.
struct CheckSubject {
  std::function<std::vector<Case>(const Project&)> cases;
  AgreedBy agreed = AgreedBy::kGolden;
  std::vector<std::string> preload = {};  ///< modules that all of its cases import
  /// What is printed behind the run's own report; may be empty.
  std::function<std::string(const std::vector<PairResult>&)> also = {};
};

/// The cases that `options` name, which must outlive it, against their goldens.
CheckSubject zoo_subject(const CheckOptions& options);

/// Ends with a results folder that reports read. Throws Error for what keeps it from beginning.
ExitStatus run_check(const Session& session, const CheckOptions& options, const CheckSubject& subject);

}  // namespace assay
