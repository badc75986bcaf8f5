// Causes of missed operators: failures with the same exception, message and place in PyTorch.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay::operators {

/// Expected failures are included, unlike in Cluster (harness/results/clusters.h).
struct OperatorCause {
  Outcome outcome = Outcome::kRaises;
  std::string exception;  ///< Class name. Empty without an exception.
  std::string message;    ///< Of the first pair: one bounded line.
  std::string place;      ///< In PyTorch, "torch/a.py:7 in f". Empty if unknown.
  std::size_t pairs = 0;
  std::size_t unexpected = 0;          ///< Pairs among these that are not green.
  std::vector<std::string> operators;  ///< Names, each once, in order of pairs.
  std::vector<MethodId> methods;       ///< Each once, in order of pairs.
  Command reproduce;                   ///< Runs the first pair.
};

/// Messages are compared without numbers and quoted names. Causes with the most pairs come first. Pairs that
/// count neither way are left out.
std::vector<OperatorCause> causes_of_operators(const std::vector<PairResult>& records);

/// A message without its numbers, quoted names and addresses.
std::string normalised(const std::string& message);

}  // namespace assay::operators
