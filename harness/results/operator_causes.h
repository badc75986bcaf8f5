// Why operators are missed: failures of one exception, message and place in PyTorch as one cause.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay::operators {

/// Expected failures are among them, other than in Cluster (harness/results/clusters.h): a cause is there
/// whoever knows of it.
struct OperatorCause {
  Outcome outcome = Outcome::kRaises;
  std::string exception;  ///< class name; empty for what is no exception
  std::string message;    ///< of its first pair: one bounded line
  std::string place;      ///< in PyTorch, "torch/a.py:7 in f"; empty where none is known
  std::size_t pairs = 0;
  std::size_t unexpected = 0;          ///< of these, not expected with a reason
  std::vector<std::string> operators;  ///< their names, each once, in order
  std::vector<MethodId> methods;       ///< likewise
  Command reproduce;                   ///< one command: the first of its pairs
};

/// Messages are the same where they differ in numbers, or in what they quote, alone. Those of most pairs come
/// first. Pairs that count neither way have no cause.
std::vector<OperatorCause> causes_of_operators(const std::vector<PairResult>& records);

/// A message with its numbers, quoted names and addresses set aside.
std::string normalised(const std::string& message);

}  // namespace assay::operators
