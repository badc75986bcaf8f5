// CallLog: operator calls as the dispatcher made them, compact, without keeping a tensor alive.
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

/// What recording needs of an operator, read once per recording.
struct Operator {
  enum class Kind : std::uint8_t { kPlain, kTensor, kTensors };
  explicit Operator(const c10::OperatorHandle& op);
  /// Whether, among the keys `below`, only its parts will be dispatched: no backend has a kernel. What views,
  /// functionalisation and the choice of a backend have of it comes after the composite kernel.
  bool is_composite(c10::DispatchKeySet below) const {
    constexpr c10::DispatchKeySet kAfter{c10::DispatchKey::ADInplaceOrView, c10::DispatchKey::Functionalize,
                                         c10::DispatchKey::BackendSelect};
    return may_be_composite && !handle.hasKernelForAnyDispatchKey(below - kAfter);
  }

  c10::OperatorHandle handle;
  std::vector<Kind> arguments, returns;
  bool may_be_composite = false;  ///< where no kernel of a backend is
  bool is_unrecorded = false;     ///< by name: what computes nothing
  bool writes = false;            ///< in place, by its schema
  bool gives_unwritten = false;   ///< memory with nothing in it: `empty` and its like
  std::vector<bool> views;  ///< of each argument: what it gives shares its memory, and it writes nothing
  bool gives_copy = false;  ///< its autograd kernel copies what it gives, object by object
  bool ends_in_autograd = false;  ///< its autograd kernel calls nothing below: no backend sees it
};

/// Inputs, constants and calls in the order in which they were met. Tensors inside arguments and results are
/// replaced by the numbers of the values they hold (TensorIdentity); -1 stands for an undefined one. Python
/// numbers that came as tensors are numbers again (an integer a list of one, to tell it from a value). A
/// tensor that nothing in the log made is a constant, its bytes read when it is first seen, before the
/// operator runs that may write it. Not thread-safe; runs operators only to read a constant.
class CallLog {
 public:
  using Arguments = c10::SmallVector<c10::IValue, 12>;

  struct TensorValue {
    std::uint32_t entry = 0;
    std::uint32_t output = 0;
    std::int32_t inner = -1;     ///< index in a list that is one of several results
    std::uint32_t numbers = 0;   ///< its sizes, then its strides, begin there in numbers()
    std::int32_t symbolic = -1;  ///< index into symbolic(), where sizes are no numbers
    std::uint8_t dims = 0;
    at::ScalarType type{};
    at::Layout layout = at::kStrided;
    c10::Device device{at::kCPU};
  };
  struct Constant {
    std::optional<ConstantValue> value;
    std::optional<MemoryPlace> place;  ///< nothing for what a kernel has filled
  };
  static constexpr NodeId kNoNode = 0xFFFFFFFF;
  /// `op` is null for an input, a constant, and a place that stayed empty.
  struct Entry {
    const Operator* op = nullptr;
    std::uint32_t begin = 0;  ///< of a call's arguments, then results; a constant's own number
    bool constant = false;
    bool outside = false;     ///< a call that no graph makes
    bool fake = false;        ///< a constant that is a fake tensor, whether its values are known or not
    std::uint32_t value = 0;  ///< of a constant
    NodeId node = kNoNode;    ///< of an input; of what else is in the graph already
  };

  /// Names of operators ("aten::size") that compute nothing: questions about metadata, marks for the
  /// profiler.
  explicit CallLog(std::unordered_set<std::string> unrecorded = {});
  const Operator& operator_of(const c10::OperatorHandle& op);

  void add_input(const at::Tensor& tensor, NodeId node);
  /// What `stack` ends with are the arguments of `op`, before it runs.
  Arguments arguments(const Operator& op, c10::ArrayRef<c10::IValue> stack);
  /// A place in the order for a call whose results come later, or never: it then stays empty.
  std::uint32_t reserve();
  /// What `stack` ends with are the results of `op`, after it ran. A result that was met meanwhile, by the
  /// hook that saves it, was no constant.
  void set_call(std::uint32_t place, const Operator& op, Arguments arguments,
                c10::ArrayRef<c10::IValue> stack);
  /// The same for an operator that ran and was left by an exception of such a hook: its one result is the one
  /// fake tensor that was met meanwhile. Without exactly one of either, the place stays empty.
  void set_stopped_call(std::uint32_t place, const Operator& op, Arguments arguments);
  /// What `place` holds ran outside `scope()`.
  void leave_out(std::uint32_t place) { entries_[place].outside = true; }
  /// When nothing more will be called: what was filled and is a result.
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
  std::int64_t number_of(const at::Tensor& tensor);  ///< -1 for an undefined one; makes constants
  /// The entry of the constant that this very object was first met as, if it was one; it must have lived
  /// since before.
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
  UnwrittenMemory unwritten_;  ///< by the number of the value that it was made for
  std::vector<Entry> entries_;
  std::vector<c10::IValue> slots_;
  std::vector<TensorValue> values_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::vector<c10::SymInt>> symbolic_;
  std::vector<Constant> constants_;
  std::vector<std::pair<const void*, std::uint32_t>> constant_objects_;  ///< with their entries
  std::vector<TensorIdentity::ValueNumber> viewed_;  ///< what the call's results may be views of
  std::size_t calls_ = 0;
};

}  // namespace assay::native
