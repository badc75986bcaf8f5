// KnownErrors: what of a table of capabilities declares that a generated program ends as it does.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/fuzz/known.h"
#include "harness/methods/capability.h"

namespace assay::fuzz {

/// By the features of a program (fuzz::features_of): the capability table has a row for each, which says how
/// pairs end, method by method, for the worker's version, and by what findings they show it.
class KnownErrors {
 public:
  explicit KnownErrors(std::vector<CapabilityRow> table) : table_(std::move(table)) {}

  /// "buffer_written", "gapped_view": the first whose declared finding the pair shows; empty: none. Of a
  /// capture that is another program than a peer's: the first that says of either that it diverges; of one
  /// that did something else beside giving a graph, the first whose aftermath says so. Of one that did
  /// several things all have to be declared.
  std::string name_of(const Wrong& wrong) const;

 private:
  std::string declaring_deeds(const Wrong& wrong) const;
  std::string declaring_other(const Program& program, const PairResult& result) const;
  std::string declaring_aftermath(const std::vector<std::string_view>& features, std::string_view says) const;
  const CapabilityRow* row_of(std::string_view feature) const;
  bool declares(const CapabilityRow& row, const PairId& pair, Outcome outcome) const;

  std::vector<CapabilityRow> table_;
};

}  // namespace assay::fuzz
