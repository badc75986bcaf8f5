// CannotReplay: why a graph file does not run.
#pragma once

#include <stdexcept>

namespace assay::replay {

/// A graph that cannot be executed: unknown operator, an argument of the wrong type, a callable that is not
/// on the allow-list, a missing weight, or what an operator itself throws while it runs (bounded to 4 KiB).
/// The text is one line: "forward: node 7 (aten.relu.default), argument self: expected Tensor, found int".
class CannotReplay : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace assay::replay
