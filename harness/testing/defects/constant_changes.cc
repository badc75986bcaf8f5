// Changes of constants: in arguments of operators and functions, and in hyper-parameters of modules.
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "harness/testing/defects/changes.h"

namespace assay::defects {
namespace {

struct Leaf {
  std::string name;  ///< of the argument or hyper-parameter
  Value* value;
  Argument* owner = nullptr;  ///< nullptr: a hyper-parameter
};

/// Constants of a node, except containers, in order.
std::vector<Leaf> leaves_of(Node& node) {
  std::vector<Leaf> leaves;
  const auto collect = [&](const std::string& name, Value& value, Argument* owner) {
    for_each_value(value, [&](Value& part) {
      const auto& data = part.data;
      if (std::holds_alternative<bool>(data) || std::holds_alternative<std::int64_t>(data) ||
          std::holds_alternative<double>(data) || std::holds_alternative<std::string>(data) ||
          std::holds_alternative<DType>(data))
        leaves.push_back({name, &part, owner});
    });
  };
  for (Argument& argument : node.args) collect(argument.name.str(), argument.value, &argument);
  if (node.module)
    for (auto& [key, value] : node.module->config.items)
      if (const auto* name = std::get_if<std::string>(&key.data)) collect(*name, value, nullptr);
  return leaves;
}

struct Place {
  const Graph& graph;
  const Node& node;
  std::string_view name;
  const Value& value;

  template <typename T>
  const T* as() const {
    return std::get_if<T>(&value.data);
  }
  bool named(std::initializer_list<std::string_view> names) const {
    return std::ranges::find(names, name) != names.end();
  }
};
using Rewrite = std::vector<Value> (*)(const Place&);

std::vector<Value> flipped(const Place& place) {
  const bool* flag = place.as<bool>();
  return flag == nullptr ? std::vector<Value>{} : std::vector<Value>{Value(!*flag)};
}

std::vector<Value> by_one(const Place& place, std::int64_t least) {
  const auto* number = place.as<std::int64_t>();
  if (number == nullptr || std::abs(*number) > (std::int64_t{1} << 40)) return {};
  std::vector<Value> others{Value(*number + 1)};
  if (*number - 1 >= least) others.emplace_back(*number - 1);
  return others;
}

std::vector<Value> times(const Place& place, double factor) {
  const double* number = place.as<double>();
  if (number == nullptr || *number == 0.0 || !std::isfinite(*number)) return {};
  return {Value(*number * factor)};
}

bool is_rate(const Place& place) {
  const double* number = place.as<double>();
  return number != nullptr && *number > 0 && *number < 1 &&
         place.named({"p", "dropout_p", "dropout", "drop_prob"});
}

bool is_eps(const Place& place) { return place.name.find("eps") != std::string_view::npos; }

std::vector<Value> nudge(const Place& place) {
  return is_eps(place) || is_rate(place) ? std::vector<Value>{} : times(place, 1 + 1e-4);
}

std::vector<Value> change_eps(const Place& place) {
  std::vector<Value> others = is_eps(place) ? times(place, 10) : std::vector<Value>{};
  if (!others.empty()) others.push_back(times(place, 0.1)[0]);
  return others;
}

std::vector<Value> change_factor(const Place& place) {
  if (!place.named({"alpha", "beta"})) return {};
  if (const auto* number = place.as<std::int64_t>()) return {Value(*number + 1)};
  return times(place, 2);
}

bool makes_memory(const Place& place) {
  const std::string_view stem = stem_of(place.node);
  return stem.find("empty_strided") != std::string_view::npos;
}

std::vector<Value> change_padding(const Place& place) {
  return place.named({"padding", "output_padding", "pad"}) ? by_one(place, 0) : std::vector<Value>{};
}
std::vector<Value> change_stride(const Place& place) {
  return place.named({"stride"}) && !makes_memory(place) ? by_one(place, 1) : std::vector<Value>{};
}
std::vector<Value> change_dilation(const Place& place) {
  return place.named({"dilation"}) ? by_one(place, 1) : std::vector<Value>{};
}

std::vector<Value> shift_slice(const Place& place) {
  const std::string_view stem = stem_of(place.node);
  const bool item = stem == "getitem" && place.named({"b"});
  const bool part = place.named({"start", "end", "storage_offset"}) ||
                    (place.named({"index"}) && stem.starts_with("select"));
  return item || part ? by_one(place, std::numeric_limits<std::int64_t>::min()) : std::vector<Value>{};
}

std::int64_t rank_of(const Graph& graph, const Node& node) {
  for (const Argument& argument : node.args)
    if (const Ref* ref = ref_of(argument.value))
      if (const TensorMeta* tensor = tensor_of(graph, *ref))
        return static_cast<std::int64_t>(tensor->shape.size());
  return 0;
}

/// The other dimensions.
std::vector<Value> change_dim(const Place& place) {
  const auto* dim = place.as<std::int64_t>();
  const std::int64_t rank = rank_of(place.graph, place.node);
  if (dim == nullptr || rank < 2 ||
      !place.named({"dim", "dims", "dim0", "dim1", "axis", "start_dim", "normalized_dim"}))
    return {};
  const std::int64_t now = *dim < 0 ? *dim + rank : *dim;
  std::vector<Value> others;
  for (std::int64_t other = 0; other < rank; ++other)
    if (other != now) others.emplace_back(other);
  return others;
}

std::vector<Value> change_rate(const Place& place) {
  return is_rate(place) ? times(place, 0.8) : std::vector<Value>{};
}

std::vector<Value> change_bound(const Place& place) {
  if (!place.named(
          {"min", "max", "min_val", "max_val", "threshold", "negative_slope", "lambd", "lower", "upper"}))
    return {};
  if (const auto* number = place.as<std::int64_t>()) return {Value(*number + 1)};
  const double* number = place.as<double>();
  if (number == nullptr || !std::isfinite(*number)) return {};
  return {Value(*number == 0.0 ? 0.25 : *number * 1.5)};
}

std::vector<Value> change_gelu(const Place& place) {
  const auto* word = place.as<std::string>();
  if (word == nullptr || !place.named({"approximate"})) return {};
  return {Value(std::string(*word == "none" ? "tanh" : "none"))};
}

/// A masked element is not completely masked, or masked by another number.
std::vector<Value> change_mask(const Place& place) {
  const double* number = place.as<double>();
  if (number == nullptr || *number > -1e4) return {};
  return {Value(-3.0), Value(*number < -1e30 ? -1e30 : -std::numeric_limits<double>::infinity())};
}

std::vector<Value> change_momentum(const Place& place) {
  return place.named({"momentum", "beta1", "beta2", "weight_decay", "lr"}) ? times(place, 1.5)
                                                                           : std::vector<Value>{};
}

std::vector<Value> flip_ceil_mode(const Place& place) {
  return place.named({"ceil_mode"}) ? flipped(place) : std::vector<Value>{};
}
std::vector<Value> flip_count_include_pad(const Place& place) {
  return place.named({"count_include_pad"}) ? flipped(place) : std::vector<Value>{};
}
std::vector<Value> flip_keepdim(const Place& place) {
  return place.named({"keepdim", "keep_dim"}) ? flipped(place) : std::vector<Value>{};
}
bool is_mode(const Place& place) { return place.named({"training", "train", "is_training"}); }
std::vector<Value> flip_training(const Place& place) {
  return is_mode(place) ? flipped(place) : std::vector<Value>{};
}

/// Flags that values may depend on, except the flags of the kinds above.
std::vector<Value> flip_flag(const Place& place) {
  const bool other = place.named({"ceil_mode", "count_include_pad", "keepdim", "keep_dim"}) ||
                     is_mode(place) ||
                     place.named({"implicit", "non_blocking", "pin_memory", "cudnn_enabled", "benchmark",
                                  "deterministic", "allow_tf32", "copy"});
  return other ? std::vector<Value>{} : flipped(place);
}

std::vector<Value> change_cast(const Place& place) {
  const DType* dtype = place.as<DType>();
  if (dtype == nullptr || !is_floating(*dtype)) return {};
  if (*dtype == DType::kBFloat16) return {Value(DType::kFloat16)};
  return {Value(DType::kBFloat16)};
}

constexpr std::pair<MutationKind, Rewrite> kRewrites[] = {
    {MutationKind::kNudgeConstant, nudge},
    {MutationKind::kChangeEps, change_eps},
    {MutationKind::kChangeFactor, change_factor},
    {MutationKind::kChangePadding, change_padding},
    {MutationKind::kChangeStride, change_stride},
    {MutationKind::kChangeDilation, change_dilation},
    {MutationKind::kShiftSlice, shift_slice},
    {MutationKind::kChangeDim, change_dim},
    {MutationKind::kChangeRate, change_rate},
    {MutationKind::kChangeBound, change_bound},
    {MutationKind::kChangeGelu, change_gelu},
    {MutationKind::kChangeMask, change_mask},
    {MutationKind::kChangeMomentum, change_momentum},
    {MutationKind::kFlipCeilMode, flip_ceil_mode},
    {MutationKind::kFlipCountIncludePad, flip_count_include_pad},
    {MutationKind::kFlipKeepdim, flip_keepdim},
    {MutationKind::kFlipTraining, flip_training},
    {MutationKind::kFlipFlag, flip_flag},
    {MutationKind::kChangeCast, change_cast},
};

Rewrite rewrite_of(MutationKind kind) {
  return std::ranges::find(kRewrites, kind, &std::pair<MutationKind, Rewrite>::first)->second;
}

/// The dimensions of a reduction, from 0. All dimensions if it names none.
std::vector<std::int64_t> reduced_dims(const Node& node, std::int64_t rank) {
  std::vector<std::int64_t> dims;
  if (const Value* value = argument(node, "dim")) {
    Value copy = *value;
    for_each_value(copy, [&](Value& part) {
      if (const auto* dim = std::get_if<std::int64_t>(&part.data))
        dims.push_back(*dim < 0 ? *dim + rank : *dim);
    });
  }
  for (std::int64_t dim = 0; dims.empty() && dim < rank; ++dim) dims.push_back(dim);
  std::ranges::sort(dims);
  return dims;
}

void refit_shape(std::vector<Dim>& shape, const std::vector<std::int64_t>& dims, bool keeps) {
  if (keeps)
    for (const std::int64_t dim : dims) shape.insert(shape.begin() + dim, Dim{1, {}});
  else
    for (std::size_t at = dims.size(); at-- > 0;) shape.erase(shape.begin() + dims[at]);
}

/// Updates the node's outputs to its new keepdim or dtype, so that the file stays consistent.
void refit_outputs(const Graph& graph, Node& node, const Value& from, const Value& to, bool is_keepdim) {
  const auto rank = static_cast<std::size_t>(rank_of(graph, node));
  const std::vector<std::int64_t> dims = reduced_dims(node, static_cast<std::int64_t>(rank));
  const auto *was = std::get_if<DType>(&from.data), *is = std::get_if<DType>(&to.data);
  for (Output& output : node.outputs) {
    auto* tensor = std::get_if<TensorMeta>(&output.data);
    if (tensor == nullptr) continue;
    if (was != nullptr && is != nullptr && tensor->dtype == *was) tensor->dtype = *is;
    const bool keeps = is_keepdim && std::get<bool>(to.data);
    if (!is_keepdim || tensor->shape.size() + (keeps ? dims.size() : 0) != rank) continue;
    refit_shape(tensor->shape, dims, keeps);
    tensor->stride = contiguous_stride(tensor->shape);
  }
}

std::string word_of(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value.data)) return *flag ? "True" : "False";
  if (const auto* number = std::get_if<std::int64_t>(&value.data)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&value.data)) return fmt::format("{}", *number);
  if (const auto* word = std::get_if<std::string>(&value.data)) return *word;
  if (const auto* dtype = std::get_if<DType>(&value.data)) return std::string(to_string(*dtype));
  return "?";
}

}  // namespace

Changes constant_changes(const Original& original, MutationKind kind) {
  const Rewrite rewrite = rewrite_of(kind);
  Changes changes;
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    Node copy = node;
    const std::vector<Leaf> leaves = leaves_of(copy);
    for (std::size_t at = 0; at < leaves.size(); ++at)
      for (const Value& other :
           rewrite({original.file.graphs[spot.graph], node, leaves[at].name, *leaves[at].value}))
        changes.push_back(
            {{spot.graph, spot.node},
             fmt::format("{} {} -> {}", leaves[at].name, word_of(*leaves[at].value), word_of(other)),
             [=](Specimen& specimen) {
               Node& changed = specimen.at(spot);
               const Leaf leaf = leaves_of(changed).at(at);
               if (leaf.owner != nullptr) leaf.owner->defaulted = false;  // now an explicit argument
               refit_outputs(specimen.graph(spot.graph), changed, std::exchange(*leaf.value, other), other,
                             kind == MutationKind::kFlipKeepdim);
             }});
  });
  return changes;
}

}  // namespace assay::defects
