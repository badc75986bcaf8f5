// NativeRecorder: a graph out of what the dispatcher ran.
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

/// Told of inputs, then begun and ended around a run, then told of results; Recorder's counterpart, without a
/// Python mode in the program's way. Identity, constants and what an in-place operator makes are as there.
class NativeRecorder {
 public:
  NativeRecorder(Level level, World world, std::unordered_set<std::string> unrecorded);

  void input(const std::string& role, const std::string& name, const std::vector<std::string>& also,
             pybind11::handle value);
  void begin();
  void end();
  void result(const std::string& role, const std::string& name, pybind11::handle value);
  /// The constant that `tensor`, which has lived since before the run, is in the graph has this name; nothing
  /// for another tensor.
  void name_constant(const std::string& name, pybind11::handle tensor);

  std::size_t calls() const { return log_.calls(); }
  /// Which of what runs is a graph's; by default all.
  GraphScope& scope() { return log_.scope(); }
  /// Nodes of the finished graph that ran outside it.
  const std::set<NodeId>& outside() const { return outside_; }
  /// The graph recorded so far, with its output node; the recorder is empty afterwards.
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
