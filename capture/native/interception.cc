// Interception: two boxed fallbacks and a callback. native_test.py shows the need for both dispatch keys.
//
// `Fake`, for real devices, lies below autograd and functionalisation and above the backends. From PyTorch
// 2.14 on it lies below `Python`. Under a FakeTensorMode it would then see only calls inside the mode.
//
// `DeferredInit`, under a FakeTensorMode, lies above autograd, autocast and Python; PyTorch does not use it.
// It passes on calls that will be dispatched again or decomposed: composite operators, autocast, functorch,
// autograd kernels that call below themselves. The mode's handler runs with all keys above Python excluded.
// On a real device these calls could not be distinguished from those inside a backend's kernel.
//
// The second fallback corrects these differences from a backend's view:
// - lazy arguments (lazy_arguments.h),
// - composite operators that would reach the mode whole,
// - copies that autograd keeps of written tensors, made after the call begins and before it writes,
// - results that a hook gets before the call ends,
// - operators that end in autograd.
// The same key also records programs above autograd.
//
// The key is included in the calling thread; autograd's worker threads inherit it. A global RecordFunction
// callback notices any other thread at its first operator. It records that operator itself and includes the
// key from then on.
#include "capture/native/interception.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include <ATen/record_function.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/core/impl/TorchDispatchModeTLS.h>
#include <pybind11/pybind11.h>
#include <torch/library.h>

#include "capture/native/lazy_arguments.h"
#include "harness/error/error.h"

namespace assay::native {

namespace {

using c10::DispatchKey;
using c10::DispatchKeySet;
using Values = c10::ArrayRef<c10::IValue>;

constexpr DispatchKey kBelow = DispatchKey::Fake, kAbove = DispatchKey::DeferredInit;

bool below_autograd() {
  return c10::impl::tls_local_dispatch_key_set().excluded_.has(DispatchKey::AutogradFunctionality);
}

struct Recording {
  CallLog* log = nullptr;
  Level level = Level::kBelowAutograd;
  World world = World::kReal;
  std::uint64_t serial = 0;
  DispatchKey key() const {
    return level == Level::kBelowAutograd && world == World::kReal ? kBelow : kAbove;
  }
  // Seen above autograd, recorded for below it: a call dispatched meanwhile may be the operator that really
  // runs.
  bool by_parts() const { return level == Level::kBelowAutograd && world == World::kFake; }
  // Whether the operator or its parts will be dispatched again: by autocast or functorch, or because it is
  // composite.
  bool passes(const Operator& op, DispatchKeySet below) const {
    if (key() == kAbove && below.highestFunctionalityKey() > DispatchKey::Tracer) return true;
    if (level == Level::kAboveAutograd) return false;
    return op.is_composite(below) || (by_parts() && op.ends_in_autograd && !below_autograd());
  }
  // Whether it must be decomposed here. Below autograd, such as in inference mode, a fake mode receives it
  // whole.
  bool takes_apart(const Operator& op, DispatchKeySet below) const {
    return by_parts() && below_autograd() && below.highestFunctionalityKey() <= DispatchKey::Tracer &&
           op.is_composite(below);
  }
};

std::mutex mutex;                        // guards `recording` and its log
Recording recording;                     // without a log: no recording
std::atomic<std::uint64_t> going_on{0};  // its serial number; 0: no recording

thread_local std::uint64_t watched = 0;  // the recording whose key this thread includes
thread_local bool is_foreign = false;    // it did not inherit a mode either
bool began_in_mode = false;              // a fake mode was on when the recording began

bool in_fake_mode() {
  return c10::impl::TorchDispatchModeTLS::get_mode(c10::impl::TorchDispatchModeKey::FAKE).has_value();
}

// A mode is off while its handler runs. The handler usually runs below `Python`, where our key is excluded.
// Exception: autograd detaches a fake tensor that it saves through the interpreter, not the dispatcher.
bool in_handler_of_fake_mode() { return began_in_mode && !is_foreign && !in_fake_mode(); }

bool holds_python_tensor(const c10::IValue& value) {
  if (value.isTensor()) return value.toTensor().key_set().has(DispatchKey::Python);
  if (!value.isList()) return false;
  const Values items = value.toListRef();
  return !items.empty() && (items[0].isTensor() || items[0].isNone()) &&
         std::ranges::any_of(items, holds_python_tensor);
}

// The interpreter knows a fake tensor's device. Its lock is taken before ours.
class Lock {
 public:
  explicit Lock(std::initializer_list<Values> all) {
    for (const Values values : all) {
      if (!interpreter_ && std::ranges::any_of(values, holds_python_tensor)) interpreter_.emplace();
    }
    lock_ = std::unique_lock(mutex);
  }

 private:
  std::optional<pybind11::gil_scoped_acquire> interpreter_;
  std::unique_lock<std::mutex> lock_;
};

bool is_fake_or_meta(const c10::IValue& value) {
  if (value.isTensor()) {
    const at::Tensor& tensor = value.toTensor();
    return tensor.defined() && (tensor.key_set().has(DispatchKey::Python) || tensor.is_meta());
  }
  if (!value.isList()) return false;
  const Values items = value.toListRef();
  return !items.empty() && (items[0].isTensor() || items[0].isNone()) &&
         std::ranges::any_of(items, is_fake_or_meta);
}

bool in_handler_of_mode() {
  return c10::impl::tls_local_dispatch_key_set().excluded_.has(DispatchKey::PythonTLSSnapshot);
}

// Whether a program of real tensors is being compiled. Dynamo's trial runs with fake tensors are not part
// of the run. They go through a mode (up to 2.13 seen above it) or its handler (seen below it).
bool compiles(Values values) {
  if (in_handler_of_mode()) return std::ranges::any_of(values, is_fake_or_meta);
  return in_fake_mode();
}

// Whether a call has not yet written its outputs. Autograd counts each write to a tensor after it is done.
class BeforeWrite {
 public:
  BeforeWrite() = default;
  BeforeWrite(const Operator& op, Values stack) {
    if (!op.writes) return;
    const std::vector<c10::Argument>& arguments = op.handle.schema().arguments();
    const Values given = stack.slice(stack.size() - arguments.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
      const c10::AliasInfo* alias = arguments[i].alias_info();
      if (alias != nullptr && alias->isWrite()) add(given[i]);
    }
  }
  /// False for a call that writes nothing.
  bool is_now() const {
    const auto is_unwritten = [](const auto& one) { return one.first._version() == one.second; };
    return !counts_.empty() && std::ranges::all_of(counts_, is_unwritten);
  }

 private:
  void add(const c10::IValue& value) {
    if (value.isList()) std::ranges::for_each(value.toListRef(), [this](const auto& item) { add(item); });
    if (!value.isTensor()) return;
    const at::Tensor& tensor = value.toTensor();
    if (tensor.defined() && !tensor.is_inference()) counts_.emplace_back(tensor, tensor._version());
  }

  std::vector<std::pair<at::Tensor, std::int64_t>> counts_;
};

// An operator call, from before it runs until after. Has no effect for unrecorded calls and for calls that
// throw before they run.
class Call {
 public:
  Call(DispatchKey key, const c10::OperatorHandle& op, DispatchKeySet below, Values stack) {
    const Lock lock({stack});
    if (recording.log == nullptr || recording.key() != key || Aside::is_open()) return;
    const Operator& known = recording.log->operator_of(op);
    if (known.is_unrecorded || (recording.by_parts() && in_handler_of_fake_mode())) return;
    if (recording.world == World::kReal && compiles(stack)) return;
    if (innermost != nullptr) innermost->has_part();
    takes_apart_ = recording.takes_apart(known, below);
    if (recording.passes(known, below)) return;
    op_ = &known;
    serial_ = recording.serial;
    in_scope_ = recording.log->scope().holds();
    arguments_ = recording.log->arguments(known, stack);
    if (recording.by_parts()) {
      place_ = recording.log->reserve();
      lazy_ = LazyArguments(*recording.log, known, below, stack);
      before_write_ = BeforeWrite(known, stack);
      was_below_autograd_ = below_autograd();
      outer_ = std::exchange(innermost, this);
    } else {
      excluded_ = key;
      c10::impl::tls_set_dispatch_key_excluded(key, true);
    }
  }
  ~Call() {
    if (innermost == this) innermost = outer_;
    if (op_ != nullptr && std::uncaught_exceptions() > exceptions_) stopped();
    if (excluded_ != DispatchKey::Undefined) c10::impl::tls_set_dispatch_key_excluded(excluded_, false);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void ran(Values stack) {
    if (op_ == nullptr || !whole_) return;
    const Lock lock({stack});
    if (recording.log == nullptr || recording.serial != serial_) return;  // the recording ended meanwhile
    if (recording.world == World::kReal && compiles(stack)) return;
    CallLog& log = *recording.log;
    const std::uint32_t place = recording.by_parts() ? place_ : log.reserve();
    log.set_call(place, *op_, std::move(arguments_), stack);
    if (!in_scope_) log.leave_out(place);
    if (outer_ != nullptr) outer_->part_ran(log, *this, place);
  }
  bool takes_apart() const { return takes_apart_; }

  static void reached_mode(const c10::OperatorName& op) {
    if (innermost != nullptr && innermost->op_->handle.operator_name() == op) innermost->reached_mode_ = true;
  }

 private:
  static thread_local Call* innermost;

  // Another operator was dispatched during this call. It replaces this call if autograd's kernel calls below
  // itself (the pattern of C++ custom operators), or if a kernel for lazy arguments exists. It does not
  // replace it for materialised arguments, a saved tensor's hook, views that autograd rebuilds after a write,
  // or a call that the mode already has.
  void has_part() {
    if (!below_autograd()) return;
    if (lazy_.any() ? lazy_.have_own_kernel() : !was_below_autograd_ && !reached_mode_) whole_ = false;
  }

  // Operators that materialise an argument come before the call. So does the copy that autograd's kernel
  // keeps of a tensor before a write.
  void part_ran(CallLog& log, const Call& part, std::uint32_t place) {
    const bool made_real =
        part.was_below_autograd_ && lazy_.take(*part.op_, log.slots(log.entries()[place]), arguments_);
    const bool made_to_keep = !part.was_below_autograd_ && before_write_.is_now();
    if (made_real || made_to_keep) place_ = log.reserve();
  }

  // A saved result's hook ends the call by an exception. Checkpoint does this once it has all it needs.
  void stopped() {
    const Lock lock({});
    if (recording.log == nullptr || recording.serial != serial_ || !recording.by_parts() || !whole_) return;
    recording.log->set_stopped_call(place_, *op_, std::move(arguments_));
  }

  const Operator* op_ = nullptr;
  std::uint64_t serial_ = 0;
  std::uint32_t place_ = 0;
  DispatchKey excluded_ = DispatchKey::Undefined;
  bool whole_ = true, in_scope_ = true, was_below_autograd_ = false, takes_apart_ = false,
       reached_mode_ = false;
  int exceptions_ = std::uncaught_exceptions();
  Call* outer_ = nullptr;
  CallLog::Arguments arguments_;
  LazyArguments lazy_;
  BeforeWrite before_write_;
};
thread_local Call* Call::innermost = nullptr;

template <DispatchKey kKey>
void seen(const c10::OperatorHandle& op, DispatchKeySet keys, torch::jit::Stack* stack) {
  const DispatchKeySet below = keys & DispatchKeySet(DispatchKeySet::FULL_AFTER, kKey);
  Call call(kKey, op, below, *stack);
  if (call.takes_apart()) {
    op.callBoxedForDispatchKey(DispatchKey::CompositeImplicitAutograd, *stack);
  } else {
    op.redispatchBoxed(below, stack);
  }
  call.ran(*stack);
}

// The first operator of a thread that did not inherit the key.
struct FirstCall final : at::ObserverContext {
  FirstCall(DispatchKey key, const c10::OperatorHandle& op, DispatchKeySet below, Values stack)
      : call(key, op, below, stack) {}
  Call call;
};

DispatchKeySet keys_of(Values inputs) {
  DispatchKeySet keys;
  for (const c10::IValue& input : inputs) {
    if (input.isTensor()) keys = keys | input.toTensor().key_set();
    if (!input.isList()) continue;
    for (const c10::IValue& item : input.toListRef()) {
      if (item.isTensor()) keys = keys | item.toTensor().key_set();
    }
  }
  const c10::impl::LocalDispatchKeySet local = c10::impl::tls_local_dispatch_key_set();
  return (keys | local.included_) - local.excluded_;
}

// Whether autocast or a transform will dispatch the operator again, after this thread includes our key.
bool comes_again(DispatchKeySet keys) {
  const DispatchKey highest = keys.highestFunctionalityKey();
  return (highest > DispatchKey::Tracer && highest < kAbove) ||
         highest == DispatchKey::FuncTorchDynamicLayerFrontMode;
}

std::unique_ptr<at::ObserverContext> thread_begins_call(const at::RecordFunction& function) {
  // Before the lock: reading a constant runs operators while the log is locked.
  if (const std::uint64_t now = going_on; now == 0 || now == watched) return nullptr;
  DispatchKey key = DispatchKey::Undefined;
  {
    const std::scoped_lock lock(mutex);
    if (recording.log == nullptr) return nullptr;
    watched = recording.serial;
    is_foreign = true;
    key = recording.key();
  }
  // On a thread that saw an earlier recording, the operator already has the key.
  const bool is_on_its_way = c10::impl::tls_local_dispatch_key_set().included_.has(key);
  c10::impl::tls_set_dispatch_key_included(key == kBelow ? kAbove : kBelow, false);
  c10::impl::tls_set_dispatch_key_included(key, true);
  if (is_on_its_way) return nullptr;
  const auto name = function.operator_name();
  const auto op = name ? c10::Dispatcher::singleton().findSchema(*name) : std::nullopt;
  if (!op) return nullptr;
  const Values inputs(function.inputs().data(), function.inputs().size());
  const DispatchKeySet keys = keys_of(inputs);
  if (comes_again(keys)) return nullptr;
  const DispatchKeySet below = keys & DispatchKeySet(DispatchKeySet::FULL_AFTER, key);
  return std::make_unique<FirstCall>(key, *op, below, inputs);
}

void thread_ends_call(const at::RecordFunction& function, at::ObserverContext* context) {
  if (context == nullptr || function.outputs().size() != function.num_outputs()) return;  // it threw
  static_cast<FirstCall&>(*context).call.ran(function.outputs());
}

at::CallbackHandle other_threads() {
  static const at::CallbackHandle handle =
      at::addGlobalCallback(at::RecordFunctionCallback(&thread_begins_call, &thread_ends_call)
                                .needsInputs(true)
                                .needsOutputs(true)
                                .scopes({at::RecordScope::FUNCTION}));
  return handle;
}

template <DispatchKey kKey>
void register_fallback() {
  auto library = std::make_unique<torch::Library>(torch::Library::IMPL, "_", kKey, __FILE__, __LINE__);
  library->fallback(torch::CppFunction::makeFromBoxedFunction<&seen<kKey>>());
  static_cast<void>(library.release());  // for the life of the process
}

}  // namespace

void prepare() {
  static const bool done = [] {
    register_fallback<kBelow>();
    register_fallback<kAbove>();
    return true;
  }();
  static_cast<void>(done);
}

void reached_mode(const c10::OperatorName& op) { Call::reached_mode(op); }

std::uint64_t raw_keys() { return DispatchKeySet({kBelow, kAbove}).raw_repr(); }

Interception::Interception(CallLog& log, Level level, World world)
    : record_functions_(at::isRecordFunctionEnabled()) {
  prepare();
  {
    const std::scoped_lock lock(mutex);
    if (recording.log != nullptr)
      throw HarnessError(
          {.what = "operators are being recorded already", .expected = "one recording at a time"});
    recording = {.log = &log, .level = level, .world = world, .serial = recording.serial + 1};
    going_on = watched = recording.serial;
    began_in_mode = in_fake_mode();
    is_foreign = false;
  }
  at::enableRecordFunction(false);  // the key is sufficient on this thread
  at::reenableCallback(other_threads());
  c10::impl::tls_set_dispatch_key_included(recording.key(), true);
}

Interception::~Interception() {
  c10::impl::tls_set_dispatch_key_included(recording.key(), false);
  at::disableCallback(other_threads());
  at::enableRecordFunction(record_functions_);
  const std::scoped_lock lock(mutex);
  recording.log = nullptr;
  going_on = 0;
}

}  // namespace assay::native
