// NativeRecorder: builds a graph from the dispatcher's operator calls.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/native/interception.h"
#include "capture/walker/graph_builder.h"

namespace assay::native {

/// Usage: inputs, `begin` and `end` around a run, then results. Works like Recorder, but without a Python
/// mode in the program's way. Identity, constants and in-place operators follow Recorder's rules.
class NativeRecorder {
 public:
  NativeRecorder(Level level, World world, std::unordered_set<std::string> unrecorded);

  void input(const std::string& role, const std::string& name, const std::vector<std::string>& also,
             pybind11::handle value);
  void begin();
  void end();
  void result(const std::string& role, const std::string& name, pybind11::handle value);
  /// Names the constant that `tensor` is in the graph. No effect for other tensors. `tensor` must have lived
  /// since before the run.
  void name_constant(const std::string& name, pybind11::handle tensor);

  std::size_t calls() const { return log_.calls(); }
  /// Operators that belong to a graph; by default all.
  GraphScope& scope() { return log_.scope(); }
  /// Nodes of the finished graph that ran outside it.
  const std::set<NodeId>& outside() const { return outside_; }
  /// The recorded graph with its output node. Leaves the recorder empty.
  Graph finish(const std::string& name);
  LargeConstants& large_constants() { return builder_.large_constants(); }

 private:
  void write_calls();
  void write_constant(CallLog::Entry& entry);
  void write_call(CallLog::Entry& entry);
  Value argument(const Operator& op, std::size_t index, const c10::IValue& slot);
  std::vector<Output> outputs(const Operator& op, const c10::IValue* slots);
  Output output(const c10::IValue& slot, Operator::Kind kind);
  Value reference(std::int64_t number);
  TensorMeta meta_of(const CallLog::TensorValue& value);

  CallLog log_;
  Level level_;
  World world_;
  std::optional<Interception> interception_;
  GraphBuilder builder_;
  std::size_t written_ = 0, constants_ = 0;
  std::set<NodeId> outside_;
};

}  // namespace assay::native
