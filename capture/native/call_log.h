// CallLog: a compact log of the dispatcher's operator calls that keeps no tensor alive.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/SymInt.h>
#include <c10/util/SmallVector.h>

#include "capture/native/graph_scope.h"
#include "capture/native/unwritten_memory.h"
#include "capture/walker/shared_memory.h"
#include "capture/walker/tensor_identity.h"
#include "harness/graph/graph.h"

namespace assay::native {

/// Properties of an operator that recording needs, read once per recording.
struct Operator {
  enum class Kind : std::uint8_t { kPlain, kTensor, kTensors };
  explicit Operator(const c10::OperatorHandle& op);
  /// Whether only the operator's parts will be dispatched among the keys `below`, because no backend has a
  /// kernel. Kernels for views, functionalisation and the choice of a backend do not count: the composite
  /// kernel runs first.
  bool is_composite(c10::DispatchKeySet below) const {
    constexpr c10::DispatchKeySet kAfter{c10::DispatchKey::ADInplaceOrView, c10::DispatchKey::Functionalize,
                                         c10::DispatchKey::BackendSelect};
    return may_be_composite && !handle.hasKernelForAnyDispatchKey(below - kAfter);
  }

  c10::OperatorHandle handle;
  std::vector<Kind> arguments, returns;
  bool may_be_composite = false;  ///< if no backend has a kernel
  bool is_unrecorded = false;     ///< by name: computes nothing
  bool writes = false;            ///< in place, by its schema
  bool gives_unwritten = false;   ///< `empty` and the like
  std::vector<bool> views;  ///< per argument: results share its memory, and the operator does not write it
  bool gives_copy = false;  ///< its autograd kernel returns copies of the results, object by object
  bool ends_in_autograd = false;  ///< its autograd kernel calls nothing below, so no backend sees it
};

/// Inputs, constants and calls in order of occurrence. Tensors in arguments and results become the numbers of
/// their values (TensorIdentity); -1 for an undefined tensor. Python numbers that arrived as tensors become
/// numbers again; an integer is a list of one element, to distinguish it from a value. A tensor that no
/// logged call made is a constant. Its bytes are read at its first occurrence, before the operator that may
/// write it runs. Runs operators only to read a constant. Not thread-safe.
class CallLog {
 public:
  using Arguments = c10::SmallVector<c10::IValue, 12>;

  struct TensorValue {
    std::uint32_t entry = 0;
    std::uint32_t output = 0;
    std::int32_t inner = -1;     ///< index in a list among several results
    std::uint32_t numbers = 0;   ///< index in numbers() of its sizes, followed by its strides
    std::int32_t symbolic = -1;  ///< index into symbolic() if its sizes are symbolic
    std::uint8_t dims = 0;
    at::ScalarType type{};
    at::Layout layout = at::kStrided;
    c10::Device device{at::kCPU};
  };
  struct Constant {
    std::optional<ConstantValue> value;
    std::optional<MemoryPlace> place;  ///< nothing for memory that a kernel filled
  };
  static constexpr NodeId kNoNode = 0xFFFFFFFF;
  /// `op` is null for inputs, constants and empty places.
  struct Entry {
    const Operator* op = nullptr;
    std::uint32_t begin = 0;  ///< of a call's arguments, then results; a constant's own number
    bool constant = false;
    bool outside = false;     ///< a call outside graphs
    bool fake = false;        ///< a constant that is a fake tensor, with or without known values
    std::uint32_t value = 0;  ///< of a constant
    NodeId node = kNoNode;    ///< of an input, or of an entry already in the graph
  };

  /// `unrecorded`: names ("aten::size") of operators that compute nothing, such as metadata queries and
  /// profiler marks.
  explicit CallLog(std::unordered_set<std::string> unrecorded = {});
  const Operator& operator_of(const c10::OperatorHandle& op);

  void add_input(const at::Tensor& tensor, NodeId node);
  /// The last elements of `stack` are the arguments of `op`, before it runs.
  Arguments arguments(const Operator& op, c10::ArrayRef<c10::IValue> stack);
  /// A place in the order for a call whose results come later or never. Without results it stays empty.
  std::uint32_t reserve();
  /// The last elements of `stack` are the results of `op`, after it ran. If a hook saved a result before, the
  /// constant made for it is replaced.
  void set_call(std::uint32_t place, const Operator& op, Arguments arguments,
                c10::ArrayRef<c10::IValue> stack);
  /// For an operator that ran and ended in an exception of such a hook. Its only result is the only fake
  /// tensor that appeared since. In all other cases the place stays empty.
  void set_stopped_call(std::uint32_t place, const Operator& op, Arguments arguments);
  /// Marks the call at `place` as outside `scope()`.
  void leave_out(std::uint32_t place) { entries_[place].outside = true; }
  /// Turns filled memory that is a result into constants. To be called after the last call.
  void settle_unwritten();

  GraphScope& scope() { return scope_; }
  std::vector<Entry>& entries() { return entries_; }
  std::size_t calls() const { return calls_; }
  const std::vector<TensorValue>& values() const { return values_; }
  const c10::IValue* slots(const Entry& entry) const { return slots_.data() + entry.begin; }
  Constant& constant(const Entry& entry) { return constants_.at(entry.begin); }
  const std::int64_t* numbers(const TensorValue& value) const { return numbers_.data() + value.numbers; }
  const std::vector<c10::SymInt>& symbolic(const TensorValue& value) const {
    return symbolic_.at(static_cast<std::size_t>(value.symbolic));
  }
  std::int64_t number_of(const at::Tensor& tensor);  ///< -1 for an undefined tensor; makes constants
  /// The entry of the constant that this tensor object first was; nothing if it was no constant. The object
  /// must have lived since then.
  std::optional<std::uint32_t> constant_of(const at::Tensor& tensor) const;

 private:
  std::int64_t made(const at::Tensor& tensor, std::uint32_t entry, std::size_t output, std::int32_t inner);
  void begin_slots(std::uint32_t entry, const Operator& op, Arguments arguments);
  bool is_met_since(std::uint32_t place, const Entry& entry) const;
  std::optional<ConstantValue> bytes_of(const at::Tensor& tensor) const;
  void uses(const Operator& op, c10::ArrayRef<c10::IValue> given);
  void make_constant(std::uint32_t number);

  std::unordered_set<std::string> unrecorded_;
  ska::flat_hash_map<const c10::FunctionSchema*, std::unique_ptr<Operator>> operators_;
  GraphScope scope_;
  TensorIdentity identity_;
  UnwrittenMemory unwritten_;  ///< by the number of the value it was made for
  std::vector<Entry> entries_;
  std::vector<c10::IValue> slots_;
  std::vector<TensorValue> values_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::vector<c10::SymInt>> symbolic_;
  std::vector<Constant> constants_;
  std::vector<std::pair<const void*, std::uint32_t>> constant_objects_;  ///< with their entries
  std::vector<TensorIdentity::ValueNumber> viewed_;  ///< values that the call's results may be views of
  std::size_t calls_ = 0;
};

}  // namespace assay::native
