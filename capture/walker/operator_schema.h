// OperatorSchema: the dispatcher's schema of an operator overload, and arguments bound to it.
#pragma once

#include <algorithm>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/walker/value_reader.h"
#include "harness/graph/graph.h"

namespace assay {

/// Read once per overload and process. `effects` and `aliases` come from the schema's annotations only. If
/// the schema says that a result may alias an argument, the alias is recorded for every call.
class OperatorSchema {
 public:
  explicit OperatorSchema(const c10::OperatorHandle& op);
  /// The schema of a torch._ops.OpOverload, or of an OpOverloadPacket with a single overload; nullptr for
  /// other callables.
  static const OperatorSchema* of(pybind11::handle target);
  static const OperatorSchema& of(const c10::OperatorHandle& op);

  const OpName& name() const { return name_; }
  bool writes() const { return std::ranges::any_of(parameters_, &Parameter::written); }
  bool gives_data() const {
    return gives_data_;
  }  ///< its numbers come from tensor values (item), so they are no part of the graph
  /// Arguments in schema order, with defaults filled in and marked. Values get the schema's types: int to
  /// float, tuple to list, int for int[2] to two ints.
  std::vector<Argument> bind(pybind11::handle args, pybind11::handle kwargs, ValueReader& values) const;
  /// The same for values by position; nothing for an omitted argument.
  std::vector<Argument> bind(std::vector<std::optional<Value>> given) const;
  Effects effects(const std::vector<Argument>& bound) const;
  std::vector<Alias> aliases(const std::vector<Argument>& bound, std::size_t outputs) const;

 private:
  std::optional<Name> alias_of(const std::vector<Argument>& bound, std::size_t index,
                               std::size_t outputs) const;

  struct Parameter {
    Name name;
    c10::TypePtr type;
    std::optional<int> fixed_size;
    Value default_value;
    bool written = false;
    std::vector<c10::Symbol> alias_sets;
  };

  OpName name_;
  std::vector<Parameter> parameters_;
  std::vector<std::vector<c10::Symbol>> return_alias_sets_;
  bool returns_list_ = false;
  bool rng_ = false, state_ = false, gives_data_ = false;
};

/// Reference paths inside `value`, such as "self" or "tensors[1]", with their references.
std::vector<std::pair<Name, Ref>> reference_paths(Name argument, const Value& value);

}  // namespace assay
