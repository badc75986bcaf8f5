// Targets that an exported module may call: the rules of capture/callables, and plain Python.
#include "reports/fx_module/open_callables.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "capture/callables/function_rules.h"

namespace assay {
namespace {

using callables::Refusal;

constexpr std::array<std::string_view, 14> kBuiltins = {"abs",   "bool",  "divmod", "float", "getattr",
                                                        "int",   "len",   "max",    "min",   "range",
                                                        "round", "slice", "sum",    "tuple"};
constexpr std::array<std::string_view, 3> kFileOperators = {"from_file", "save", "load"};
/// ATen operators whose names look like Python's special methods.
constexpr std::array<std::string_view, 10> kUnderscored = {
    "__and__",  "__or__",  "__xor__",  "__lshift__",  "__rshift__",
    "__iand__", "__ior__", "__ixor__", "__ilshift__", "__irshift__"};
constexpr const char* kNeverRead = "nobody has looked through what it does";

bool is_identifier(std::string_view text) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::ranges::all_of(text, is_word);
}

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool begins_with_underscores(std::string_view part) { return part.starts_with("__"); }

template <std::size_t kSize>
bool has(const std::array<std::string_view, kSize>& all, std::string_view name) {
  return std::ranges::find(all, name) != all.end();
}

std::optional<std::string> words_of(std::optional<Refusal> rule) {
  if (!rule) return kNeverRead;
  if (*rule == Refusal::kNothing) return {};
  return std::string(to_string(*rule));
}

/// Names without a rule: top-level functions of PyTorch, and arithmetic.
bool is_open_by_itself(const std::vector<std::string_view>& parts) {
  if (parts.size() == 1) return has(kBuiltins, parts[0]);
  if (parts[0] == "operator")
    return parts.size() == 2 && parts[1] != "attrgetter" && parts[1] != "itemgetter" &&
           parts[1] != "methodcaller";
  if (parts[0] != "torch") return false;
  if (parts[1] == "ops") return parts.size() == 4 || parts.size() == 5;
  return parts.size() == 2 ||
         (parts.size() == 3 && (parts[1] == "special" || parts[1] == "linalg" || parts[1] == "fft"));
}

}  // namespace

std::optional<std::string> why_not_function(Name function) {
  const std::vector<std::string_view> parts = parts_of(function.view());
  if (!std::ranges::all_of(parts, is_identifier) || std::ranges::any_of(parts, begins_with_underscores))
    return "no name of a function";
  if (parts.size() > 1 && parts[0] != "torch" && parts[0] != "operator" && parts[0] != "math")
    return "a function of the program itself, which a graph file does not hold";
  if (function.view().starts_with("torch._dynamo.utils.numpy_"))
    return "an object that Dynamo makes of a function of NumPy's";
  const std::optional<Refusal> rule = callables::function_rule(function.view());
  if (!rule && is_open_by_itself(parts)) return {};
  return words_of(rule);
}

std::optional<std::string> why_not_callable(const OpName& target) {
  switch (target.kind) {
    case TargetKind::kFunction:
      return why_not_function(target.name);
    case TargetKind::kModule:
      return {};
    case TargetKind::kMethod:
      if (callables::is_operator_method(target.name.view())) return {};
      if (!is_identifier(target.name.view()) || target.name.view().starts_with("_"))
        return "no method of a tensor";
      return words_of(callables::method_rule(target.name.view()));
    case TargetKind::kOperator:
      break;
  }
  const std::vector<std::string_view> parts = parts_of(target.name.view());
  if (!std::ranges::all_of(parts, is_identifier)) return "no name of an operator";
  if (parts[0] == "higher_order" && parts.size() == 2)
    return words_of(callables::higher_order_rule(parts[1]));
  if (parts.size() != 3) return "no operator with an overload";
  if (has(kFileOperators, parts[1])) return std::string(to_string(Refusal::kOpensFiles));
  const bool hidden = parts[0].starts_with("_") && parts[0] != "_quantized";
  if (hidden || parts[2].starts_with("__") || (parts[1].starts_with("__") && !has(kUnderscored, parts[1])))
    return "no name of an operator";
  return {};
}

}  // namespace assay
