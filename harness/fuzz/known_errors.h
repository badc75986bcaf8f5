// KnownErrors: the features of a capability table that declare the failure of a generated program.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/fuzz/known.h"
#include "harness/methods/capability.h"

namespace assay::fuzz {

/// The table has a row for each feature of a program (fuzz::features_of). For the worker's version, a row
/// declares the outcome per method, and its findings.
class KnownErrors {
 public:
  explicit KnownErrors(std::vector<CapabilityRow> table) : table_(std::move(table)) {}

  /// The first feature whose declared finding the pair shows ("buffer_written", "gapped_view"), or empty. For
  /// a program that differs from that of a peer: the first feature that declares either to diverge. For
  /// another side effect: the first feature whose aftermath declares it. With several side effects, all must
  /// be declared.
  std::string name_of(const Wrong& wrong) const;

 private:
  std::string declaring_side_effects(const Wrong& wrong) const;
  std::string declaring_other(const Program& program, const PairResult& result) const;
  std::string declaring_aftermath(const std::vector<std::string_view>& features, std::string_view says) const;
  const CapabilityRow* row_of(std::string_view feature) const;
  bool declares(const CapabilityRow& row, const PairId& pair, Outcome outcome) const;

  std::vector<CapabilityRow> table_;
};

}  // namespace assay::fuzz
