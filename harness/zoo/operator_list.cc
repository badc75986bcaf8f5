// Reads the list and selects cases from it.
#include "harness/zoo/operator_list.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/strict_json/json_source.h"
#include "harness/words/glob.h"
#include "harness/words/nearest.h"

namespace assay::operators {
namespace {

/// The most used dtype of each class.
constexpr std::array kUsual{DType::kFloat32, DType::kInt64, DType::kBool, DType::kComplex64};

std::vector<DType> dtypes_in(const JsonPlace& names) {
  std::vector<DType> dtypes;
  for (const JsonPlace& name : names.items())
    if (const auto dtype = dtype_from_string(name.text())) dtypes.push_back(*dtype);
  return dtypes;
}

Operator operator_from(const JsonPlace& entry) {
  entry.require_keys({"name", "cpu", "cuda"});
  return {entry.need("name").nonempty_text(),
          {{Device::kCpu, dtypes_in(entry.need("cpu"))}, {Device::kCuda, dtypes_in(entry.need("cuda"))}}};
}

std::vector<const Operator*> named_in(const OperatorList& list, const std::string& name) {
  std::vector<const Operator*> chosen;
  std::vector<std::string> known;
  for (const Operator& entry : list.operators) {
    known.push_back(entry.name);
    if (selects(name, entry.name)) chosen.push_back(&entry);
  }
  if (chosen.empty())
    throw InputError({.what = "no operator '" + name + "'" + did_you_mean(name, known),
                      .where = "op_db of PyTorch " + list.torch,
                      .expected = "the name of an entry, its variant behind a hyphen, or a glob",
                      .next = Command{"ops", {"--list"}}});
  return chosen;
}

/// Adds the cases of an entry. A dtype that a single device takes gives a case for that device.
void add_cases(const Operator& entry, const Selection& selection, std::vector<Case>& cases) {
  for (const DTypeClass of : selection.classes) {
    std::map<DType, std::vector<Device>> devices;
    for (const Device device : selection.devices)
      if (const auto dtype = dtype_of(entry, of, device)) devices[*dtype].push_back(device);
    for (const auto& [dtype, on] : devices) {
      Case test = case_of_operator({entry.name, std::string(to_string(dtype)), selection.samples});
      test.devices = on;
      cases.push_back(std::move(test));
    }
  }
}

}  // namespace

DTypeClass class_of(DType dtype) {
  const std::string_view name = to_string(dtype);
  if (dtype == DType::kBool) return DTypeClass::kBool;
  if (name.starts_with("complex")) return DTypeClass::kComplex;
  const bool floating = name.starts_with("float") || name.starts_with("bfloat");
  return floating ? DTypeClass::kFloating : DTypeClass::kInteger;
}

OperatorList operator_list_from(std::string text, const std::string& where) {
  const auto source = JsonSource::parse(std::move(text), where, Command{"ops", {"--list"}});
  const JsonPlace root(source);
  root.require_keys({"torch", "operators"});
  OperatorList list{root.need("torch").nonempty_text(), {}};
  root.need("operators").require_nonempty_list();
  for (const JsonPlace& entry : root.need("operators").items())
    list.operators.push_back(operator_from(entry));
  return list;
}

std::optional<DType> dtype_of(const Operator& entry, DTypeClass of, Device device) {
  const auto taken = entry.dtypes.find(device);
  if (taken == entry.dtypes.end()) return std::nullopt;
  const DType usual = kUsual[static_cast<std::size_t>(of)];
  if (std::ranges::find(taken->second, usual) != taken->second.end()) return usual;
  const auto first = std::ranges::find(taken->second, of, class_of);
  return first == taken->second.end() ? std::nullopt : std::optional(*first);
}

std::vector<Case> cases_of(const OperatorList& list, const Selection& selection) {
  std::vector<const Operator*> chosen;
  for (const Operator& entry : list.operators)
    if (selection.names.empty()) chosen.push_back(&entry);
  for (const std::string& name : selection.names)
    for (const Operator* entry : named_in(list, name)) chosen.push_back(entry);
  std::ranges::sort(chosen, {}, &Operator::name);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Case> cases;
  for (const Operator* entry : chosen) add_cases(*entry, selection, cases);
  std::ranges::sort(cases, {}, &Case::id);
  return cases;
}

}  // namespace assay::operators
