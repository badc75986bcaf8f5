// Inputs of a case: checks and defaults.
#include "harness/zoo/case_inputs.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "harness/graph/dtype.h"
#include "harness/words/nearest.h"
#include "harness/zoo/ref.h"
#include "harness/zoo/replay.h"

namespace assay {
namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();

enum class Numbers { kInteger, kContinuous, kOther };

/// Keys by dtype: `low` and `high` are for integers, gradients for floating and complex numbers.
Numbers numbers_of(DType dtype) {
  const std::string_view name = to_string(dtype);
  if (name.starts_with("int") || name.starts_with("uint")) return Numbers::kInteger;
  if (name.starts_with("float") || name.starts_with("bfloat") || name.starts_with("complex"))
    return Numbers::kContinuous;
  return Numbers::kOther;
}

OrderedJson read_shape(const JsonPlace& shape) {
  OrderedJson sizes = OrderedJson::array();
  for (const JsonPlace& size : shape.items()) sizes.push_back(size.integer(0));
  return sizes;
}

DType read_dtype(const JsonPlace& entry) {
  if (!entry.has("dtype")) return DType::kFloat32;
  const JsonPlace place = entry["dtype"];
  const auto dtype = dtype_from_string(place.text());
  if (!dtype) place.fail("unknown dtype", "a PyTorch dtype without its prefix, such as 'float32' or 'int64'");
  return *dtype;
}

OrderedJson read_memory_format(const JsonPlace& entry, std::size_t dimensions) {
  if (!entry.has("memory_format")) return nullptr;
  const JsonPlace place = entry["memory_format"];
  if (place.json().is_null()) return nullptr;
  const auto format = memory_format_from_string(place.text());
  if (!format || *format == MemoryFormat::kPreserve)
    place.fail("unknown memory format", "'contiguous_format', 'channels_last' or 'channels_last_3d'");
  const std::size_t needed = *format == MemoryFormat::kChannelsLast     ? 4
                             : *format == MemoryFormat::kChannelsLast3d ? 5
                                                                        : dimensions;
  if (needed != dimensions)
    place.fail("does not fit the shape", "a shape of " + std::to_string(needed) + " dimensions");
  return place.json();
}

OrderedJson expand_same_as(const JsonPlace& entry, std::size_t earlier) {
  entry.require_keys({"same_as"});
  const JsonPlace place = entry["same_as"];
  if (place.integer(0) >= static_cast<std::int64_t>(earlier))
    place.fail("not an earlier input", earlier == 0 ? "no same_as: this is the first input"
                                                    : "an index from 0 to " + std::to_string(earlier - 1));
  return {{"same_as", place.json()}};
}

OrderedJson expand_entry(const JsonPlace& entry, std::size_t earlier) {
  entry.require_object();
  if (entry.has("same_as")) return expand_same_as(entry, earlier);
  entry.require_keys({"shape", "dtype", "requires_grad", "memory_format", "low", "high", "same_as"});
  entry.require_key("shape", "a list of sizes, or same_as");
  OrderedJson result;
  result["shape"] = read_shape(entry["shape"]);
  const DType dtype = read_dtype(entry);
  result["dtype"] = std::string(to_string(dtype));
  result["requires_grad"] = entry.has("requires_grad") && entry["requires_grad"].boolean();
  if (result["requires_grad"] && numbers_of(dtype) != Numbers::kContinuous)
    entry["requires_grad"].fail(std::string(to_string(dtype)) + " has no gradient",
                                "a floating or complex dtype");
  result["memory_format"] = read_memory_format(entry, result["shape"].size());
  for (const char* bound : {"low", "high"}) {
    if (entry.has(bound) && numbers_of(dtype) != Numbers::kInteger)
      entry[bound].fail("bounds are for integers", "an integer dtype, or no '" + std::string(bound) + "'");
    result[bound] = entry.has(bound)                   ? entry[bound].integer(kLowest)
                    : std::string_view(bound) == "low" ? 0
                                                       : 10;
  }
  if (result["low"].get<std::int64_t>() >= result["high"].get<std::int64_t>())
    entry.fail("no number lies between low and high", "low < high (defaults: 0 and 10)");
  return result;
}

/// Names and entries of expanded inputs. Nothing for a REF.
std::optional<std::vector<std::pair<std::string, OrderedJson>>> named(const OrderedJson& inputs) {
  if (inputs.is_string()) return std::nullopt;
  std::vector<std::pair<std::string, OrderedJson>> result;
  for (const auto& [key, entry] : inputs.items())
    result.emplace_back(key, entry);  // a list's keys are its indices
  return result;
}

/// Number of dimensions of input `index`, through its same_as.
std::size_t rank(const std::vector<std::pair<std::string, OrderedJson>>& entries, std::size_t index) {
  while (entries[index].second.contains("same_as"))
    index = entries[index].second["same_as"].get<std::size_t>();
  return entries[index].second["shape"].size();
}

}  // namespace

std::string read_ref(const JsonPlace& place) {
  if (!is_ref(place.text())) place.fail("not a reference to a callable", std::string(kRefForm));
  return place.text();
}

OrderedJson expand_inputs(const JsonPlace& inputs) {
  if (inputs.json().is_string()) return read_ref(inputs);
  if (inputs.json().is_object()) {
    OrderedJson result = OrderedJson::object();
    for (const auto& [name, entry] : inputs.members()) {
      if (!is_dotted_identifier(name) || name.find('.') != std::string::npos)
        entry.fail("'" + name + "' is no keyword", "the name of a parameter of forward");
      result[name] = expand_entry(entry, result.size());
    }
    return result;
  }
  if (!inputs.json().is_array())
    inputs.fail("not inputs", "a list of entries, an object of keywords, or " + std::string(kRefForm));
  OrderedJson result = OrderedJson::array();
  for (const JsonPlace& entry : inputs.items()) result.push_back(expand_entry(entry, result.size()));
  return result;
}

OrderedJson expand_dynamic(const JsonPlace& dynamic, const OrderedJson& inputs) {
  const auto entries = named(inputs);
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries.value_or(std::vector<std::pair<std::string, OrderedJson>>{}))
    names.push_back(name);
  for (const auto& [name, dimensions] : dynamic.members()) {
    dimensions.require_nonempty_list();
    const auto found = std::ranges::find(names, name);
    if (entries && found == names.end())
      dimensions.fail("no input is named '" + name + "'" + did_you_mean(name, names),
                      names.empty() ? "no dynamic: there are no inputs" : "one of " + quoted_list(names));
    std::set<std::int64_t> seen;
    for (const JsonPlace& dimension : dimensions.items()) {
      const std::int64_t number = dimension.integer(0);
      if (!seen.insert(number).second) dimension.fail("named twice", "each dimension once");
      if (!entries) continue;
      const std::size_t most = rank(*entries, static_cast<std::size_t>(found - names.begin()));
      if (static_cast<std::size_t>(number) >= most)
        dimension.fail("no such dimension", "a dimension below " + std::to_string(most));
    }
  }
  return dynamic.json();
}

namespace {

OrderedJson read_policies(const JsonPlace& list) {
  const std::vector<std::string> names = replay_policy_names();
  std::set<std::string> seen;
  for (const JsonPlace& place : list.items()) {
    const std::string name = place.text();
    if (!replay_policy_from_string(name))
      place.fail("unknown policy '" + name + "'" + did_you_mean(name, names), "one of " + quoted_list(names));
    if (!seen.insert(name).second) place.fail("named twice", "each policy once");
  }
  return list.json();
}

}  // namespace

OrderedJson expand_replay(const JsonPlace& replay, const OrderedJson& inputs) {
  replay.require_keys({"inputs", "alias", "flip_training", "policy"});
  OrderedJson result{{"inputs", OrderedJson::array()},
                     {"alias", OrderedJson::array()},
                     {"flip_training", false},
                     {"policy", OrderedJson::array()}};
  if (replay.has("policy")) result["policy"] = read_policies(replay["policy"]);
  if (replay.has("flip_training")) result["flip_training"] = replay["flip_training"].boolean();
  if (replay.has("inputs"))
    for (const JsonPlace& ref : replay["inputs"].items()) result["inputs"].push_back(read_ref(ref));
  if (!replay.has("alias")) return result;
  for (const JsonPlace& group : replay["alias"].items()) {
    if (group.items().size() < 2) group.fail("not a group", "two or more inputs that are one tensor");
    for (const JsonPlace& index : group.items()) {
      if (index.integer(0) >= static_cast<std::int64_t>(inputs.size()) && !inputs.is_string())
        index.fail("no such input", "an index below " + std::to_string(inputs.size()));
    }
    result["alias"].push_back(group.json());
  }
  return result;
}

}  // namespace assay
