// AsItWas: facts about a thread, its modules and its tensors, as texts.
#include "capture/pair/as_it_was.h"

#include <algorithm>
#include <array>
#include <map>

#include <ATen/Context.h>
#include <ATen/PythonTorchFunctionTLS.h>
#include <ATen/SavedTensorHooks.h>
#include <ATen/autocast_mode.h>
#include <c10/core/AutogradState.h>
#include <c10/core/DefaultDtype.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/core/impl/TorchDispatchModeTLS.h>
#include <torch/csrc/autograd/anomaly_mode.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/torch_private.h"

namespace assay {
namespace {

namespace py = pybind11;

constexpr std::array kExtents{LeftAlone::kProcess, LeftAlone::kModules, LeftAlone::kValues};

std::string on_or_off(bool on) { return on ? "on" : "off"; }

std::string text_of(const py::handle& value) { return py::str(value).cast<std::string>(); }

std::string autocast_text(at::DeviceType device) {
  return at::autocast::is_autocast_enabled(device)
             ? std::string(c10::toString(at::autocast::get_autocast_dtype(device)))
             : "off";
}

/// Attributes that tracers patch while they trace.
constexpr std::array kPatched{"__call__", torch_private::kCallImpl, "__getattr__", "__setattr__"};

bool is_hooks(const std::string& name, const py::handle& value) {
  return name.ends_with("_hooks") && py::isinstance<py::dict>(value);
}

bool is_left_on_any_module(const std::string& attribute) {
  return std::ranges::any_of(torch_private::kLeftOnModules,
                             [&](const char* beginning) { return attribute.starts_with(beginning); });
}

std::string tensor_text(const at::Tensor& tensor) {
  std::string text = std::string(c10::toString(tensor.scalar_type())) + "[";
  for (const c10::SymInt& size : tensor.sym_sizes())
    text += (text.back() == '[' ? "" : ", ") +
            (size.is_heap_allocated() ? std::string("s") : std::to_string(size.expect_int()));
  return text + "]" + (tensor.requires_grad() ? " that requires a gradient" : "");
}

using Facts = std::vector<std::pair<std::string, std::string>>;

void add_changes(const Facts& before, const Facts& after, std::vector<std::string>& lines) {
  const std::map<std::string, std::string> then(before.begin(), before.end()),
      now(after.begin(), after.end());
  for (const auto& [what, was] : before) {
    const auto found = now.find(what);
    if (found == now.end()) {
      lines.push_back(what + " is gone");
    } else if (found->second != was) {
      lines.push_back(what + " was " + was + ", is " + found->second);
    }
  }
  for (const auto& [what, is] : after)
    if (!then.contains(what)) lines.push_back(what + " is new");
}

}  // namespace

AsItWas::AsItWas(py::object program, LeftAlone extent) : program_(std::move(program)) {
  for (const LeftAlone part : kExtents)
    if (part <= extent) before_.push_back(facts(part));
}

AsItWas::Facts AsItWas::facts(LeftAlone part) const {
  switch (part) {
    case LeftAlone::kProcess:
      return facts_of_process();
    case LeftAlone::kModules:
      return facts_of_modules();
    case LeftAlone::kValues:
      return facts_of_values();
  }
  return {};
}

AsItWas::Facts AsItWas::facts_of_process() {
  const c10::AutogradState& autograd = c10::AutogradState::get_tls_state();
  const c10::impl::LocalDispatchKeySet keys = c10::impl::tls_local_dispatch_key_set();
  const at::impl::SavedTensorDefaultHooksTLS& saved = at::SavedTensorDefaultHooks::get_tls_state();
  Facts facts{
      {"grad mode", on_or_off(autograd.get_grad_mode())},
      {"forward-mode AD", on_or_off(autograd.get_fw_grad_mode())},
      {"inference mode", on_or_off(autograd.get_inference_mode())},
      {"view replay", on_or_off(autograd.get_view_replay_enabled())},
      {"anomaly mode", on_or_off(torch::autograd::AnomalyMode::is_enabled())},
      {"autocast on cpu", autocast_text(at::kCPU)},
      {"autocast on cuda", autocast_text(at::kCUDA)},
      {"autocast's cache", on_or_off(at::autocast::is_autocast_cache_enabled())},
      {"deterministic algorithms", on_or_off(at::globalContext().deterministicAlgorithms())},
      {"default dtype", c10::toString(c10::typeMetaToScalarType(c10::get_default_dtype()))},
      {"function modes", std::to_string(at::impl::PythonTorchFunctionTLS::stack_len())},
      {"dispatch modes", std::to_string(c10::impl::TorchDispatchModeTLS::stack_len())},
      {"dispatch keys included", c10::toString(keys.included_)},
      {"dispatch keys excluded", c10::toString(keys.excluded_)},
      {"hooks of saved tensors", std::to_string(saved.stack.size())},
      {"saved tensors' hooks", saved.disabled_error_message ? "forbidden" : "allowed"},
  };
  const py::module_ module = py::module_::import("torch.nn.modules.module");
  for (const char* name : kPatched)
    facts.emplace_back(std::string("torch.nn.Module.") + name,
                       text_of(py::repr(module.attr("Module").attr(name))));
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>())
    if (is_hooks(text_of(name), value)) facts.emplace_back(text_of(name), std::to_string(py::len(value)));
  return facts;
}

AsItWas::Facts AsItWas::facts_of_modules() const {
  Facts facts;
  for (const py::handle& named : program_.attr("model").attr("named_modules")()) {
    const auto [path, module] = named.cast<std::pair<std::string, py::object>>();
    const std::string of = " of " + (path.empty() ? "the model" : path);
    facts.emplace_back("training" + of, text_of(module.attr("training")));
    std::vector<std::string> names;
    for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
      names.push_back(text_of(name));
      if (is_hooks(names.back(), value))
        facts.emplace_back(names.back() + of, std::to_string(py::len(value)));
    }
    std::ranges::sort(names);
    for (const std::string& name : names)
      if (!is_left_on_any_module(name)) facts.emplace_back("attribute " + name + of, "there");
  }
  return facts;
}

std::string AsItWas::number_of(const py::object& tensor) const {
  const auto found = std::ranges::find_if(seen_, [&](const py::object& one) { return one.is(tensor); });
  const auto number = found - seen_.begin();
  if (found == seen_.end()) seen_.push_back(tensor);
  return std::to_string(number);
}

AsItWas::Facts AsItWas::facts_of_values() const {
  Facts facts;
  program_.attr("find_states")();
  for (const py::handle& input : program_.attr("inputs")()) {
    const py::object value = input.attr("value");
    if (!THPVariable_Check(value.ptr())) continue;
    const auto tensor = value.cast<at::Tensor>();
    const std::string name = text_of(input.attr("role")) + " " + text_of(input.attr("name"));
    facts.emplace_back(name, tensor_text(tensor));
    facts.emplace_back("number of the tensor that is " + name, number_of(value));
    if (!tensor.is_inference()) facts.emplace_back("writes into " + name, std::to_string(tensor._version()));
    facts.emplace_back("gradient of " + name, tensor.is_leaf() && tensor.grad().defined() ? "there" : "none");
  }
  return facts;
}

std::vector<std::string> AsItWas::changes(LeftAlone extent) const {
  std::vector<std::string> lines;
  for (const LeftAlone part : kExtents) {
    if (part > extent) break;
    add_changes(before_.at(static_cast<std::size_t>(part)), facts(part), lines);
  }
  lines.resize(std::min(lines.size(), kMostChanges));
  return lines;
}

}  // namespace assay
