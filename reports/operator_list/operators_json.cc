// operators_json: the list as a JSON document.
#include <cmath>

#include <nlohmann/json.hpp>

#include "harness/graph/text.h"
#include "reports/operator_list/print_operators.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json sizes(const std::vector<Dim>& dims) {
  Json list = Json::array();
  for (const Dim& dim : dims) dim.symbolic() ? list.push_back(dim.expr.str()) : list.push_back(dim.number);
  return list;
}

/// Values without a JSON form are text.
Json text_json(std::string text) { return {{"text", std::move(text)}}; }

Json tensor_json(const Output& output) {
  const auto* tensor = std::get_if<TensorMeta>(&output.data);
  if (tensor == nullptr) return text_json(print_output(output));
  return {{"dtype", to_string(tensor->dtype)},
          {"shape", sizes(tensor->shape)},
          {"stride", tensor->stride ? sizes(*tensor->stride) : Json()},
          {"device", to_string(tensor->device)}};
}

struct ValueJson {
  const std::vector<Output>& tensors;

  Json operator()(const Value& value) const {
    if (const auto* ref = std::get_if<Ref>(&value.data)) return tensor_json(tensors.at(ref->node));
    if (std::holds_alternative<Null>(value.data)) return nullptr;
    if (const auto* flag = std::get_if<bool>(&value.data)) return *flag;
    if (const auto* number = std::get_if<std::int64_t>(&value.data)) return *number;
    if (const auto* text = std::get_if<std::string>(&value.data)) return *text;
    if (const auto* list = std::get_if<List>(&value.data)) return all(list->items);
    if (const auto* tuple = std::get_if<Tuple>(&value.data)) return all(tuple->items);
    const auto* number = std::get_if<double>(&value.data);
    return number != nullptr && std::isfinite(*number) ? Json(*number) : text_json(print_value(value));
  }
  Json all(const ValueList& items) const {
    Json list = Json::array();
    for (const Value& item : items) list.push_back((*this)(item));
    return list;
  }
};

Json signature_json(const CallSignature& signature) {
  Json arguments = Json::array();
  for (const CallArgument& argument : signature.arguments)
    arguments.push_back({{"name", argument.name}, {"value", ValueJson{argument.tensors}(argument.value)}});
  return {{"operator", signature.op},
          {"arguments", std::move(arguments)},
          {"calls", signature.calls},
          {"from", signature.from}};
}

}  // namespace

std::string operators_json(const OperatorList& list) {
  const auto written = [](const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  const Json head = {
      {"assay_operators", 1},        {"calls", list.calls},   {"unique_signatures", list.signatures.size()},
      {"operators", list.operators}, {"graphs", list.graphs}, {"without_nodes", list.without_nodes}};
  std::string text = written(head);
  text.back() = ',';
  text += "\n\"signatures\":[";
  for (const CallSignature& signature : list.signatures)
    text += (&signature == &list.signatures.front() ? "\n" : ",\n") + written(signature_json(signature));
  return text + "]}\n";
}

}  // namespace assay
