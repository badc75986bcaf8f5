// KnownErrors: what of Assay's own zoo declares that a generated program ends as it does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/app/session.h"
#include "harness/fuzz/finding.h"
#include "harness/run/gpu.h"
#include "harness/run/worker.h"
#include "reports/capability_sheet/capability_sheet.h"

namespace assay {

/// By the features of a program (fuzz::features_of): the capability table has a row for each, and of reported
/// errors there are cases in models/known. Both say how pairs end, method by method, for the worker's
/// version.
class KnownErrors {
 public:
  KnownErrors(const Session& session, const Worker& worker, Gpu gpu);

  /// "buffer_written", "known/overlapping": the first that declares the outcome of the pair; empty: none
  /// does. Of a capture that is another program than a peer's: the first that says of either that it
  /// diverges; of one that did something else beside giving a graph, the first whose aftermath says so. Of
  /// one that did several things all have to be declared.
  std::string name_of(const fuzz::Program& program, const PairResult& result) const;

 private:
  /// Those of the program, and that export failed, which is one whatever the program does.
  static std::vector<std::string_view> features_of(const fuzz::Program& program, const PairResult& result);
  std::string declaring(const fuzz::Program& program, const std::vector<PairId>& pairs,
                        Outcome outcome) const;
  std::string declaring_other(const fuzz::Program& program, const PairResult& result) const;
  std::string declaring_aftermath(const std::vector<std::string_view>& features, std::string_view says) const;
  const CapabilityRow* row_of(std::string_view feature) const;
  bool table_declares(std::string_view feature, const PairId& pair, Outcome outcome) const;
  bool case_declares(std::string_view id, const PairId& pair, Outcome outcome) const;

  Setting setting_;
  CapabilitySheet sheet_;
  std::vector<Case> cases_;
};

}  // namespace assay
