// The alias table and its lookup.
#include "harness/results/aliases.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr std::array<OperatorAlias, 13> kAliases{{
    {"aten._unsafe_view", "aten.view", "a view of a tensor that nobody else holds"},
    {"aten._reshape_alias", "aten.view", "a view with the strides worked out before"},
    {"aten.alias", "aten.detach", "the same tensor once more"},
    {"aten.lift_fresh_copy", "aten.lift_fresh",
     "a constant of the program, copied where graphs must not share"},
    {"aten.split", "aten.unsafe_split", "the same parts; the latter promises that they are not written"},
    {"aten.split_with_sizes", "aten.unsafe_split_with_sizes", "likewise"},
    {"aten._unsafe_index", "aten.index", "an index that is known to be in range"},
    {"aten._unsafe_index_put", "aten.index_put", "likewise"},
    {"aten._native_batch_norm_legit", "aten.native_batch_norm", "running statistics must be given"},
    {"aten._native_batch_norm_legit_functional", "aten.native_batch_norm",
     "running statistics are results instead of writes"},
    {"aten._native_batch_norm_legit_no_training", "aten.native_batch_norm",
     "no running statistics are written"},
    {"aten._batch_norm_with_update", "aten.native_batch_norm", "names its reserve"},
    {"aten._batch_norm_with_update_functional", "aten.native_batch_norm", "likewise, and writes nothing"},
}};

struct Parts {
  std::string_view base, overload;  ///< "aten.add_", ".Tensor"
};

Parts parts_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const bool has_overload = dot != std::string_view::npos && name.find('.') != dot;
  return has_overload ? Parts{name.substr(0, dot), name.substr(dot)} : Parts{name, ""};
}

/// "aten.add_" writes. "aten.__ior__" is a Python name.
bool is_in_place(const Parts& parts) {
  return !parts.overload.empty() && parts.base.ends_with('_') && !parts.base.ends_with("__");
}

std::string looked_up(std::string_view name) {
  Parts parts = parts_of(name);
  if (is_in_place(parts)) parts.base.remove_suffix(1);
  const auto row = std::ranges::find(kAliases, parts.base, &OperatorAlias::name);
  return std::string(row == kAliases.end() ? parts.base : row->stands_for) + std::string(parts.overload);
}

}  // namespace

std::span<const OperatorAlias> operator_aliases() { return kAliases; }

Name stands_for(Name operator_name) { return Name(looked_up(operator_name.view())); }

std::string print_operator_aliases() {
  std::string text =
      "operators counted as one:\n  NAME_ = NAME  an in-place operator and its functional form\n";
  for (const OperatorAlias& alias : kAliases)
    text += fmt::format("  {} = {}  {}\n", alias.name, alias.stands_for, alias.why);
  return text;
}

}  // namespace assay
