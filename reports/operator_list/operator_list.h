// OperatorList: what operators are called with, each way of calling once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// What a call passes for one argument. References of `value` are numbers into `tensors` (%0, %1, ..).
struct CallArgument {
  std::string name;
  Value value;
  std::vector<Output> tensors = {};  ///< dtype, shape, stride and device of each
};

/// An operator with arguments that some calls have in common: tensors by what they are like, constants by
/// value, those that the schema fills in as those that were given. Where results go, and what they are like,
/// is no part of it.
struct CallSignature {
  /// "aten.relu.default"; of a module its class, "module:torch.nn.modules.conv.Conv2d", whose
  /// hyper-parameters are further arguments.
  std::string op;
  std::vector<CallArgument> arguments;
  std::size_t calls = 0;
  std::map<std::string, std::size_t> from = {};  ///< calls by where they come from: "seed/mlp make_fx@cpu"
};

struct OperatorList {
  std::vector<CallSignature> signatures;  ///< by operator, then the most frequent first
  std::size_t calls = 0, operators = 0, graphs = 0;
  std::vector<std::string> without_nodes = {};  ///< "seed/mlp make_fx@cpu": goldens kept as summaries
};

class OperatorListBuilder {
 public:
  /// All graphs of `file`, sub-graphs too.
  void add(const GraphFile& file);
  /// A golden that is a summary: named, and not counted.
  void add_summary(const Header& header);
  OperatorList finish();

 private:
  std::map<std::string, std::map<std::string, CallSignature>>
      by_text_;  ///< by operator, then by its arguments' text
  OperatorList list_;
};

/// "seed/mlp make_fx@cpu"; of a file without a header "graphs without a case".
std::string origin_of(const Header& header);

/// `argument` as text: "self=f32[2,3], dim=1", tensors in place of references.
std::string print_argument(const CallArgument& argument);

}  // namespace assay
