// OperatorSchema: what the dispatcher states about one operator overload, and arguments bound to it.
#pragma once

#include <algorithm>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/walker/value_reader.h"
#include "harness/graph/graph.h"

namespace assay {

/// Read once per overload and process. `effects` and `aliases` come from the schema's annotations alone: an
/// operator whose schema says that its result may alias an argument is recorded as aliasing it, whether or
/// not this call did.
class OperatorSchema {
 public:
  explicit OperatorSchema(const c10::OperatorHandle& op);
  /// The schema of a torch._ops.OpOverload, or of an OpOverloadPacket that has one overload only; nullptr for
  /// other callables.
  static const OperatorSchema* of(pybind11::handle target);
  static const OperatorSchema& of(const c10::OperatorHandle& op);

  const OpName& name() const { return name_; }
  bool writes() const { return std::ranges::any_of(parameters_, &Parameter::written); }
  bool gives_data() const {
    return gives_data_;
  }  ///< its numbers come out of tensor values (item): they are no part of the graph
  /// Schema order, defaults filled in and marked; values in the schema's types (an int for a float is a
  /// float, a tuple for a list a list, an int for int[2] is two).
  std::vector<Argument> bind(pybind11::handle args, pybind11::handle kwargs, ValueReader& values) const;
  /// The same for values by position; nothing for an argument that was not given.
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

/// Reference paths inside `value`, "self" or "tensors[1]", with the reference each holds.
std::vector<std::pair<Name, Ref>> reference_paths(Name argument, const Value& value);

}  // namespace assay
