// Operators: names, look-up and refusals.
#include "capture/execute/operators.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "capture/execute/arguments.h"
#include "capture/execute/case_packages.h"

namespace assay::replay {

namespace {

// Reviewed for PyTorch 2.15.0: pure arithmetic on their arguments, except the operators refused below.
constexpr std::array<std::string_view, 12> kNamespaces = {
    "aten",   "prims",    "prim",       "quantized", "_quantized", "torchvision",
    "mkldnn", "rngprims", "torchaudio", "profiler",  "torch_nn",   "quantized_decomposed"};
constexpr std::array<std::string_view, 3> kRefused = {"from_file", "save", "load"};

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& all, std::string_view one) {
  return std::ranges::find(all, one) != all.end();
}

}  // namespace

bool is_open_operator(std::string_view space, std::string_view op, const pybind11::object& model) {
  if (!is_word(space) || !is_word(op) || contains(kRefused, op)) return false;
  return contains(kNamespaces, space) ||
         is_custom_operator_of(std::string(space) + "::" + std::string(op), model);
}

c10::OperatorHandle find_operator(Name name, const pybind11::object& model) {
  const std::string_view text = name.view();
  const std::size_t first = text.find('.'), last = text.rfind('.');
  if (first == std::string_view::npos || first == last)
    throw Misfit("expected an operator overload such as aten.relu.default");
  const std::string_view space = text.substr(0, first), op = text.substr(first + 1, last - first - 1),
                         overload = text.substr(last + 1);
  if (!is_word(space) || !is_word(op) || !is_word(overload)) throw Misfit("unknown operator");
  const std::string qualified = std::string(space) + "::" + std::string(op);
  if (contains(kRefused, op)) throw Misfit("refused: it opens files");
  if (!is_open_operator(space, op, model))
    throw Misfit("refused: no operator of namespace " + std::string(space) + " may be named by a graph file");
  const auto found = c10::Dispatcher::singleton().findSchema(
      {qualified, overload == "default" ? "" : std::string(overload)});
  if (!found) throw Misfit("unknown operator");
  return *found;
}

}  // namespace assay::replay
