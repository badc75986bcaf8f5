// CannotReplay: the reason that a graph file does not run.
#pragma once

#include <stdexcept>

namespace assay::replay {

/// A graph that cannot be executed: unknown operator, argument of the wrong type, callable outside the
/// allow-list, missing weight, or an exception of an operator (text up to 4 KiB). The text is a single line:
/// "forward: node 7 (aten.relu.default), argument self: expected Tensor, found int".
class CannotReplay : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace assay::replay
