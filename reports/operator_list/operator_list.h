// OperatorList: operators and the distinct signatures of their calls.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// The value of an argument in a call. References in `value` are indices into `tensors` (%0, %1, ..).
struct CallArgument {
  std::string name;
  Value value;
  std::vector<Output> tensors = {};  ///< dtype, shape, stride and device of each
};

/// An operator with the arguments of calls that agree in them. Tensors are compared by metadata, constants by
/// value. Defaults of the schema count like given arguments. Results are not part of a signature.
struct CallSignature {
  /// "aten.relu.default". For a module its class, "module:torch.nn.modules.conv.Conv2d", with the
  /// hyper-parameters as further arguments.
  std::string op;
  std::vector<CallArgument> arguments;
  std::size_t calls = 0;
  std::map<std::string, std::size_t> from = {};  ///< number of calls by origin: "seed/mlp make_fx@cpu"
};

struct OperatorList {
  std::vector<CallSignature> signatures;  ///< by operator, most frequent first
  std::size_t calls = 0, operators = 0, graphs = 0;
  std::vector<std::string> without_nodes = {};  ///< "seed/mlp make_fx@cpu": goldens kept as summaries
};

class OperatorListBuilder {
 public:
  /// Adds all graphs of `file`, including sub-graphs.
  void add(const GraphFile& file);
  /// Adds a golden kept as a summary: listed by name, not counted.
  void add_summary(const Header& header);
  OperatorList finish();

 private:
  std::map<std::string, std::map<std::string, CallSignature>>
      by_text_;  ///< by operator, then by the text of its arguments
  OperatorList list_;
};

/// "seed/mlp make_fx@cpu", or "graphs without a case" without a header.
std::string origin_of(const Header& header);

/// `argument` as text, tensors in place of references: "self=f32[2,3], dim=1".
std::string print_argument(const CallArgument& argument);

}  // namespace assay
