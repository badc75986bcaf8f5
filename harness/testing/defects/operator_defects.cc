// Seeded defects: another operator, another constant, another input.
#include <array>

#include "harness/testing/defects/choose.h"
#include "harness/testing/defects/defect.h"

namespace assay::defects {

namespace {

bool is_op(const Graph& graph, NodeId id) { return graph.nodes[id].kind == NodeKind::kOp; }

std::optional<Sites> replace_the_operator(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random,
                      [](Graph& graph, NodeId id) { return is_op(graph, id) && !graph.nodes[id].module; });
  if (!place) return std::nullopt;
  Name& name = specimen.at(*place).target.name;
  static const std::vector<Name> others{Name("aten.silu.default"), Name("aten.mul.Tensor"),
                                        Name("aten.tanh_backward.default")};
  std::size_t which = random.below(others.size());
  name = others[which] == name ? others[(which + 1) % others.size()] : others[which];
  return Sites{specimen.site(*place)};
}

std::optional<Sites> replace_the_overload(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    const Node& node = graph.nodes[id];
    return is_op(graph, id) && node.target.kind == TargetKind::kOperator &&
           node.target.name.str().rfind('.') != std::string::npos;
  });
  if (!place) return std::nullopt;
  Name& name = specimen.at(*place).target.name;
  std::string stem = name.str().substr(0, name.str().rfind('.'));
  name = Name(stem + (name.str().ends_with(".Scalar") ? ".Tensor" : ".Scalar"));
  return Sites{specimen.site(*place)};
}

std::optional<Sites> replace_the_class(Specimen& specimen, Random& random) {
  auto place =
      choose(specimen, random, [](Graph& graph, NodeId id) { return graph.nodes[id].module.has_value(); });
  if (!place) return std::nullopt;
  Name& name = specimen.at(*place).module->class_name;
  name = Name(name.str() == "torch.nn.SiLU" ? "torch.nn.ReLU" : "torch.nn.SiLU");
  return Sites{specimen.site(*place)};
}

void rename_path(Name& path, Name from, Name to) {
  std::string_view text = path.view();
  if (!text.starts_with(from.view())) return;
  std::string_view rest = text.substr(from.view().size());
  if (rest.empty() || rest[0] == '[') path = Name(to.str() + std::string(rest));
}

/// Excludes defaulted arguments, since a missing defaulted argument is no difference.
std::optional<Sites> rename_an_argument(Specimen& specimen, Random& random) {
  auto given = [](Node& node) {
    std::vector<Argument*> arguments;
    for (Argument& argument : node.args)
      if (!argument.defaulted && node.bound) arguments.push_back(&argument);
    return arguments;
  };
  auto place =
      choose(specimen, random, [&](Graph& graph, NodeId id) { return given(graph.nodes[id]).size(); });
  if (!place) return std::nullopt;
  Node& node = specimen.at(*place);
  Argument& argument = *given(node)[place->option];
  Name from = argument.name, to(from.str() + "_renamed");
  argument.name = to;
  for (Name& path : node.effects.mutates) rename_path(path, from, to);
  for (Alias& alias : node.alias) rename_path(alias.argument, from, to);
  return Sites{specimen.site(*place)};
}

/// Values of the given types in operator arguments, at any depth.
template <typename... Types>
std::vector<Value*> constants(Node& node) {
  std::vector<Value*> found;
  for (Argument& argument : node.args)
    for_each_value(argument.value, [&](Value& value) {
      if ((std::holds_alternative<Types>(value.data) || ...)) found.push_back(&value);
    });
  return found;
}

void change_number(Value& value) {
  if (auto* integer = std::get_if<std::int64_t>(&value.data)) *integer = *integer == 3 ? 2 : 3;
  if (auto* real = std::get_if<double>(&value.data)) *real = *real == 0.1 ? 0.2 : 0.1;
  if (auto* flag = std::get_if<bool>(&value.data)) *flag = !*flag;
}

std::optional<Sites> change_a_number(Specimen& specimen, Random& random) {
  return change_one(specimen, random, constants<std::int64_t, double>,
                    [](Value& value) { change_number(value); });
}

std::optional<Sites> flip_a_flag(Specimen& specimen, Random& random) {
  return change_one(specimen, random, constants<bool>, [](Value& value) { change_number(value); });
}

std::optional<Sites> change_the_type_of_a_number(Specimen& specimen, Random& random) {
  return change_one(specimen, random, constants<std::int64_t>,
                    [](Value& value) { value = static_cast<double>(std::get<std::int64_t>(value.data)); });
}

std::optional<Sites> change_a_word(Specimen& specimen, Random& random) {
  return change_one(specimen, random, constants<std::string>,
                    [](Value& value) { std::get<std::string>(value.data) += " "; });
}

std::optional<Sites> change_a_dtype_argument(Specimen& specimen, Random& random) {
  return change_one(specimen, random, constants<DType>, [](Value& value) {
    auto& dtype = std::get<DType>(value.data);
    dtype = dtype == DType::kBFloat16 ? DType::kFloat16 : DType::kBFloat16;
  });
}

std::optional<Sites> give_none_a_value(Specimen& specimen, Random& random) {
  return change_one(specimen, random, constants<Null>, [](Value& value) { value = std::int64_t{1}; });
}

std::optional<Sites> change_a_hyper_parameter(Specimen& specimen, Random& random) {
  auto numbers = [](Node& node) {
    std::vector<Value*> found;
    if (node.module)
      for (auto& [key, item] : node.module->config.items)
        for_each_value(item, [&](Value& value) {
          if (std::holds_alternative<std::int64_t>(value.data) || std::holds_alternative<bool>(value.data) ||
              std::holds_alternative<double>(value.data))
            found.push_back(&value);
        });
    return found;
  };
  return change_one(specimen, random, numbers, [](Value& value) { change_number(value); });
}

std::optional<Sites> change_the_bytes(Specimen& specimen, Random& random) {
  auto place =
      choose(specimen, random, [](Graph& graph, NodeId id) { return graph.nodes[id].constant.has_value(); });
  if (!place) return std::nullopt;
  std::string& digest = specimen.at(*place).constant->sha256;
  digest[0] = digest[0] == '0' ? '1' : '0';
  specimen.at(*place).constant->data.reset();
  return Sites{specimen.site(*place)};
}

/// Inserts a constant, and an unread operator that adds it to a random tensor.
void plant_a_constant(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    const Node& node = graph.nodes[id];
    return node.outputs.size() == 1 && std::holds_alternative<TensorMeta>(node.outputs[0].data);
  });
  if (!place) return;
  Node constant, sum;
  constant.kind = NodeKind::kInput;
  constant.role = Role::kConstant;
  constant.name = Name("planted" + std::to_string(random.below(1'000'000)));
  constant.constant = ConstantValue{std::string(64, "0123456789abcdef"[random.below(16)]), std::nullopt};
  constant.outputs = specimen.at(*place).outputs;
  sum.target = op_name_from_string("aten.add.Tensor");
  sum.outputs = constant.outputs;
  sum.args.push_back({Name("self"), Ref{place->node, {0}}});
  sum.args.push_back({Name("other"), Ref{place->node + 1, {0}}});
  specimen.insert({place->graph, place->node + 1}, constant);
  specimen.insert({place->graph, place->node + 2}, sum);
}

bool free_name(const Graph& graph, Role role, Name name) {
  for (const Node& node : graph.nodes)
    if (node.kind == NodeKind::kInput && node.role == role && node.name == name) return false;
  return true;
}

std::optional<Sites> change_a_role(Specimen& specimen, Random& random) {
  auto other = [](Role role) { return role == Role::kParameter ? Role::kBuffer : Role::kParameter; };
  auto place = choose(specimen, random, [&](Graph& graph, NodeId id) {
    const Node& node = graph.nodes[id];
    bool fits = node.kind == NodeKind::kInput && !node.constant && node.role != Role::kGenerator &&
                node.role != Role::kOpaque;
    return fits && free_name(graph, other(node.role), node.name);
  });
  if (!place) return std::nullopt;
  Role& role = specimen.at(*place).role;
  role = other(role);
  return Sites{specimen.site(*place)};
}

std::optional<Sites> rename_an_input(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    const Node& node = graph.nodes[id];
    return node.kind == NodeKind::kInput && node.role != Role::kConstant &&
           free_name(graph, node.role, Name(node.name.str() + ".renamed"));
  });
  if (!place) return std::nullopt;
  Name& name = specimen.at(*place).name;
  name = Name(name.str() + ".renamed");
  return Sites{specimen.site(*place)};
}

std::optional<Sites> untie(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) { return graph.nodes[id].also.size(); });
  if (!place) return std::nullopt;
  std::vector<Name>& also = specimen.at(*place).also;
  also.erase(also.begin() + static_cast<std::ptrdiff_t>(place->option));
  return Sites{specimen.site(*place)};
}

constexpr auto kTarget = DefectKind::kTarget, kConstant = DefectKind::kConstant, kRole = DefectKind::kRole;
constexpr std::array kOperatorDefects{
    Defect{kTarget, "replace_the_operator", "another operator of the same arguments", replace_the_operator},
    Defect{kTarget, "replace_the_overload", "another overload of the same operator", replace_the_overload},
    Defect{kTarget, "replace_the_class", "a module of another class under the same path: ReLU for SiLU",
           replace_the_class},
    Defect{kTarget, "rename_an_argument", "grad became grad_output between two versions", rename_an_argument},
    Defect{kConstant, "change_a_number", "another eps, stride or dimension", change_a_number},
    Defect{kConstant, "flip_a_flag", "training was baked in as it was at capture (pytorch#68190)",
           flip_a_flag},
    Defect{kConstant, "change_the_type_of_a_number", "2 became 2.0", change_the_type_of_a_number},
    Defect{kConstant, "change_a_word", "another rounding mode or reduction", change_a_word},
    Defect{kConstant, "change_a_dtype_argument", "a cast to another dtype", change_a_dtype_argument},
    Defect{kConstant, "give_none_a_value", "an argument that was not given has become 1", give_none_a_value},
    Defect{kConstant, "change_a_hyper_parameter", "a module of the same class, built otherwise",
           change_a_hyper_parameter},
    Defect{kConstant, "change_the_bytes", "a lifted constant holds other values", change_the_bytes,
           plant_a_constant},
    Defect{kRole, "change_a_role", "a buffer has become a parameter", change_a_role},
    Defect{kRole, "rename_an_input", "a module was renamed, and its parameters with it", rename_an_input},
    Defect{kRole, "untie", "a tied parameter lost one of its names", untie},
};

}  // namespace

std::span<const Defect> operator_defects() { return kOperatorDefects; }

}  // namespace assay::defects
