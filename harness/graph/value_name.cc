// ValueName: printing and parsing.
#include "harness/graph/value_name.h"

#include <charconv>

namespace assay {
namespace {

constexpr std::string_view kBase = "base:", kOutside = "eager:", kSize = ".size(", kInput = "input:";

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// A number in any other spelling is part of a path.
std::optional<std::int64_t> take_size(std::string_view& text) {
  const std::size_t at = text.rfind(kSize);
  if (at == std::string_view::npos || !text.ends_with(')')) return {};
  const std::string_view digits = text.substr(at + kSize.size(), text.size() - at - kSize.size() - 1);
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  if (!whole || size < 0 || std::to_string(size) != digits) return {};
  text = text.substr(0, at);
  return size;
}

std::string take_graph(std::string_view& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return "";
  const std::string graph(text.substr(0, colon));
  if (!graph.empty()) text.remove_prefix(colon + 1);
  return graph;
}

ResultRole take_result_role(std::string_view& text) {
  for (const ResultRole role :
       {ResultRole::kMutation, ResultRole::kReplacement, ResultRole::kGradient, ResultRole::kSaved}) {
    if (take_prefix(text, std::string(to_string(role)) + ":")) return role;
  }
  return ResultRole::kUser;
}

}  // namespace

std::string to_string(const ValueName& name) {
  std::string text;
  if (name.base) text += kBase;
  if (name.outside) text += kOutside;
  if (!name.graph.empty()) text.append(name.graph).append(":");
  text += label_of({name.result, Name(name.path), {}});
  if (name.size) text.append(kSize).append(std::to_string(*name.size)).append(")");
  return text;
}

ValueName parse_value_name(Role role, std::string_view text) {
  const bool own = role == Role::kParameter || role == Role::kBuffer || role == Role::kUser;
  const bool given = role == Role::kSaved, tangent = role == Role::kTangent;
  ValueName name;
  if (own || given) name.size = take_size(text);
  if (own || given || tangent) name.base = take_prefix(text, kBase);
  if (given) {
    name.outside = take_prefix(text, kOutside);
    name.graph = take_graph(text);
  }
  if (tangent || !name.graph.empty()) name.result = take_result_role(text);
  name.path = text;
  return name;
}

ValueName name_of(const Node& input) { return parse_value_name(input.role, input.name.view()); }

ValueName name_of(const Graph& graph, const Result& result) {
  return {.path = result.name.str(), .result = result.role, .graph = graph.name.str()};
}

std::string to_string(const AssumedName& name) {
  return (name.is_input ? std::string(kInput) : "") + name.path;
}

AssumedName parse_assumed_name(std::string_view text) {
  const bool is_input = take_prefix(text, kInput);
  return {std::string(text), is_input};
}

}  // namespace assay
