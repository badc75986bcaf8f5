// OperatorSchema: from c10::FunctionSchema to argument, side-effect and alias records.
#include "capture/walker/operator_schema.h"

#include <algorithm>
#include <unordered_map>

#include <ATen/core/enum_tag.h>

#include "capture/imported.h"
#include "capture/torch_private.h"
#include "capture/walker/tensor_reader.h"
#include "capture/walker/undeclared_writes.h"
#include "harness/error/error.h"

namespace assay {

namespace py = pybind11;

namespace {

void collect_sets(const c10::AliasInfo& info, std::vector<c10::Symbol>& sets) {
  if (!info.isWildcardBefore()) sets.insert(sets.end(), info.beforeSets().begin(), info.beforeSets().end());
  for (const c10::AliasInfo& inner : info.containedTypes()) collect_sets(inner, sets);
}

bool is_written(const c10::AliasInfo* info) {
  if (info == nullptr) return false;
  return info->isWrite() || std::ranges::any_of(info->containedTypes(), [](const c10::AliasInfo& inner) {
           return is_written(&inner);
         });
}

const c10::Type* without_optional(const c10::TypePtr& type) {
  const c10::Type* bare = type.get();
  while (bare->kind() == c10::TypeKind::OptionalType)
    bare = bare->castRaw<c10::OptionalType>()->getElementType().get();
  return bare;
}

// Enumeration defaults are plain numbers in the schema. Only the real type distinguishes them from integers.
Value from_default(const c10::IValue& value, const c10::Type& type) {
  if (value.isNone()) return Null{};
  if (value.isBool()) return value.toBool();
  if (value.isInt()) {
    if (type.kind() == c10::TypeKind::ScalarTypeType)
      return dtype_of(static_cast<at::ScalarType>(value.toInt()));
    if (type.kind() == c10::TypeKind::LayoutType) return layout_of(static_cast<at::Layout>(value.toInt()));
    if (type.kind() == c10::TypeKind::MemoryFormatType)
      return memory_format_of(static_cast<at::MemoryFormat>(value.toInt()));
    return value.toInt();
  }
  if (value.isDouble()) return value.toDouble();
  if (value.isString()) return value.toStringRef();
  if (value.isComplexDouble()) return Complex{value.toComplexDouble().real(), value.toComplexDouble().imag()};
  if (value.isDevice()) return device_place_of(value.toDevice());
  if (value.isList() || value.isTuple()) {
    List list;
    if (value.isList()) {
      for (const c10::IValue& item : value.toListRef()) list.items.push_back(from_default(item, type));
    }
    return list;
  }
  return Opaque{Name(value.tagKind())};
}

Value conform(Value value, const c10::Type& type, std::optional<int> fixed_size);

Value conform_list(Value value, const c10::Type& element, std::optional<int> fixed_size) {
  if (auto* tuple = std::get_if<Tuple>(&value.data)) value = List{std::move(tuple->items)};
  if (auto* list = std::get_if<List>(&value.data)) {
    for (Value& item : list->items) item = conform(std::move(item), element, {});
    return value;
  }
  const bool one_number =
      std::holds_alternative<std::int64_t>(value.data) || std::holds_alternative<double>(value.data);
  if (!one_number || !fixed_size) return value;
  const Value item = conform(std::move(value), element, {});
  return List{ValueList(static_cast<std::size_t>(*fixed_size), item)};
}

Value conform(Value value, const c10::Type& type, std::optional<int> fixed_size) {
  switch (type.kind()) {
    case c10::TypeKind::FloatType:
      if (const auto* number = std::get_if<std::int64_t>(&value.data)) return static_cast<double>(*number);
      return value;
    case c10::TypeKind::ListType:
      return conform_list(std::move(value),
                          *without_optional(type.castRaw<c10::ListType>()->getElementType()), fixed_size);
    case c10::TypeKind::DeviceObjType:
      if (const auto* text = std::get_if<std::string>(&value.data)) {
        if (const auto place = device_place_from_string(*text)) return *place;
      }
      return value;
    default:
      return value;
  }
}

const Value* value_of(const std::vector<Argument>& bound, std::string_view name) {
  for (const Argument& argument : bound) {
    if (argument.name.view() == name) return &argument.value;
  }
  return nullptr;
}

bool has_side_effect(const c10::OperatorHandle& op, const std::string& qualified) {
  static const py::handle known = torch_private::found(torch_private::kSideEffectfulFunctions);
  static const py::handle ops = imported("torch", "ops");
  if (op.schema().returns().empty() && !op.schema().is_mutable())
    return true;  // runs only for its side effect
  py::object overload = py::reinterpret_borrow<py::object>(ops);
  std::size_t begin = 0;
  try {
    for (std::size_t dot = 0; dot != std::string::npos; begin = dot + 1) {
      dot = qualified.find('.', begin);
      overload = overload.attr(qualified.substr(begin, dot - begin).c_str());
    }
  } catch (py::error_already_set&) {
    return false;
  }
  return known.contains(overload);
}

}  // namespace

const std::vector<UndeclaredWrites>& undeclared_writes() {
  static const std::vector<UndeclaredWrites> all = {
      {"aten.native_batch_norm.default", "training", {"running_mean", "running_var"}},
      {"aten.cudnn_batch_norm.default", "training", {"running_mean", "running_var"}},
      {"aten.miopen_batch_norm.default", "training", {"running_mean", "running_var"}}};
  return all;
}

OperatorSchema::OperatorSchema(const c10::OperatorHandle& op) {
  const c10::FunctionSchema& schema = op.schema();
  std::string name = schema.name();  // "aten::convolution"
  if (const auto colons = name.find("::"); colons != std::string::npos) name.replace(colons, 2, ".");
  name += "." + (schema.overload_name().empty() ? "default" : schema.overload_name());
  name_ = {TargetKind::kOperator, Name(name)};
  for (const c10::Argument& argument : schema.arguments()) {
    Parameter parameter;
    parameter.name = Name(argument.name());
    parameter.type = argument.real_type();
    parameter.fixed_size = argument.N();
    const c10::Type* bare = without_optional(parameter.type);
    if (argument.default_value()) {
      parameter.default_value =
          conform(from_default(*argument.default_value(), *bare), *bare, parameter.fixed_size);
    }
    parameter.written = is_written(argument.alias_info());
    if (argument.alias_info() != nullptr) collect_sets(*argument.alias_info(), parameter.alias_sets);
    parameters_.push_back(std::move(parameter));
  }
  for (const c10::Argument& result : schema.returns()) {
    std::vector<c10::Symbol>& sets = return_alias_sets_.emplace_back();
    if (result.alias_info() != nullptr) collect_sets(*result.alias_info(), sets);
  }
  returns_list_ =
      schema.returns().size() == 1 && schema.returns()[0].type()->kind() == c10::TypeKind::ListType;
  rng_ = op.hasTag(at::Tag::nondeterministic_seeded);
  gives_data_ = op.hasTag(at::Tag::data_dependent_output);
  state_ = has_side_effect(op, name);
}

const OperatorSchema* OperatorSchema::of(py::handle target) {
  static std::unordered_map<PyObject*, std::unique_ptr<OperatorSchema>> known;
  static const py::handle overload_type = torch_private::found(torch_private::kOpOverload);
  const auto found = known.find(target.ptr());
  if (found != known.end()) return found->second.get();
  static const py::handle packet_type = torch_private::found(torch_private::kOpOverloadPacket);
  if (py::isinstance(target, packet_type)) {
    const py::list overloads = target.attr("overloads")();
    return overloads.size() == 1 ? of(target.attr(overloads[0])) : nullptr;
  }
  if (!py::isinstance(target, overload_type)) return nullptr;
  const std::string name = target.attr(torch_private::kSchema).attr("name").cast<std::string>();
  const std::string overload = target.attr(torch_private::kSchema).attr("overload_name").cast<std::string>();
  const auto op = c10::Dispatcher::singleton().findSchema({name, overload});
  if (!op) return nullptr;
  target.inc_ref();  // the key must stay this overload's address
  return known.emplace(target.ptr(), std::make_unique<OperatorSchema>(*op)).first->second.get();
}

const OperatorSchema& OperatorSchema::of(const c10::OperatorHandle& op) {
  static std::unordered_map<c10::OperatorName, std::unique_ptr<OperatorSchema>> known;
  std::unique_ptr<OperatorSchema>& schema = known[op.operator_name()];
  if (!schema) schema = std::make_unique<OperatorSchema>(op);
  return *schema;
}

std::vector<Argument> OperatorSchema::bind(py::handle args, py::handle kwargs, ValueReader& values) const {
  const auto positional = py::reinterpret_borrow<py::tuple>(args);
  const auto keywords = py::reinterpret_borrow<py::dict>(kwargs);
  std::vector<std::optional<Value>> given(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const char* name = parameters_[i].name.str().c_str();
    if (i < positional.size()) {
      given[i] = values.read(positional[i]);
    } else if (keywords.contains(name)) {
      given[i] = values.read(keywords[name]);
    }
  }
  return bind(std::move(given));
}

std::vector<Argument> OperatorSchema::bind(std::vector<std::optional<Value>> given) const {
  std::vector<Argument> bound;
  bound.reserve(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    if (given[i]) {
      bound.push_back({parameter.name, conform(std::move(*given[i]), *without_optional(parameter.type),
                                               parameter.fixed_size)});
    } else {
      bound.push_back({parameter.name, parameter.default_value, /*defaulted=*/true});
    }
  }
  return bound;
}

Effects OperatorSchema::effects(const std::vector<Argument>& bound) const {
  Effects effects{.rng = rng_, .state = state_};
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!parameters_[i].written) continue;
    for (const auto& [path, ref] : reference_paths(parameters_[i].name, bound[i].value))
      effects.mutates.push_back(path);
  }
  for (const UndeclaredWrites& undeclared : undeclared_writes()) {
    if (undeclared.op != name_.name.view()) continue;
    const Value* flag = value_of(bound, undeclared.flag);
    const bool writes =
        flag != nullptr && std::holds_alternative<bool>(flag->data) && std::get<bool>(flag->data);
    for (const std::string_view written : undeclared.written) {
      const Value* value = value_of(bound, written);
      if (writes && value != nullptr && std::holds_alternative<Ref>(value->data))
        effects.mutates.emplace_back(written);
    }
  }
  return effects;
}

// The first argument that output `index` may be a view of. A graph file has at most one.
std::optional<Name> OperatorSchema::alias_of(const std::vector<Argument>& bound, std::size_t index,
                                             std::size_t outputs) const {
  const std::size_t declared = returns_list_ ? 0 : index;
  if (declared >= return_alias_sets_.size()) return {};
  for (const c10::Symbol& set : return_alias_sets_[declared]) {
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
      const auto& sets = parameters_[p].alias_sets;
      if (std::ranges::find(sets, set) == sets.end()) continue;
      const auto paths = reference_paths(parameters_[p].name, bound[p].value);
      if (paths.empty()) continue;
      const bool element_wise = paths.size() == outputs;  // Tensor(a!)[] -> Tensor(a!)[]
      return paths[element_wise ? index : 0].first;
    }
  }
  return {};
}

std::vector<Alias> OperatorSchema::aliases(const std::vector<Argument>& bound, std::size_t outputs) const {
  std::vector<Alias> aliases;
  for (std::size_t i = 0; i < outputs; ++i) {
    if (const auto argument = alias_of(bound, i, outputs))
      aliases.push_back({{static_cast<std::uint32_t>(i)}, *argument});
  }
  return aliases;
}

namespace {

void add_paths(const std::string& path, const Value& value, std::vector<std::pair<Name, Ref>>& found) {
  const auto each = [&](const ValueList& items) {
    for (std::size_t i = 0; i < items.size(); ++i)
      add_paths(path + "[" + std::to_string(i) + "]", items[i], found);
  };
  if (const auto* ref = std::get_if<Ref>(&value.data)) found.emplace_back(Name(path), *ref);
  if (const auto* list = std::get_if<List>(&value.data)) each(list->items);
  if (const auto* tuple = std::get_if<Tuple>(&value.data)) each(tuple->items);
  if (const auto* dict = std::get_if<Dict>(&value.data)) {
    for (std::size_t i = 0; i < dict->items.size(); ++i)
      add_paths(path + "[" + std::to_string(i) + "]", dict->items[i].second, found);
  }
}

}  // namespace

std::vector<std::pair<Name, Ref>> reference_paths(Name argument, const Value& value) {
  std::vector<std::pair<Name, Ref>> found;
  add_paths(argument.str(), value, found);
  return found;
}

}  // namespace assay
