// read_case_file: reads the cases of a JSON file.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/strict_json/json_source.h"
#include "harness/words/nearest.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/case.h"
#include "harness/zoo/case_expect.h"
#include "harness/zoo/case_inputs.h"
#include "harness/zoo/case_path.h"
#include "harness/zoo/shared_causes.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kCaseKeys{
    "case",    "factory",   "kwargs",    "inputs",  "train",   "loss",
    "dynamic", "transform", "reference", "methods", "devices", "tiers",
    "limits",  "compare",   "replay",    "expect",  "changes", "transform_keeps_graph"};

/// The keys of a case. An entry of `each` overrides the file.
class Fields {
 public:
  explicit Fields(JsonPlace owner) : owner_(std::move(owner)) {}
  void lay_over(const JsonPlace& object) {
    for (const auto& [key, place] : object.members()) by_key_.insert_or_assign(key, place);
  }
  /// Adds the file's keys below those of an `each` entry. The file's expectations stay separate.
  void lay_under(const JsonPlace& file) {
    for (const auto& [key, place] : file.members()) {
      if (key == "expect")
        expect_of_file_ = place;
      else
        by_key_.emplace(key, place);
    }
  }
  const std::optional<JsonPlace>& expect_of_file() const { return expect_of_file_; }
  const JsonPlace* find(const std::string& key) const {
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? nullptr : &found->second;
  }
  const JsonPlace& need(const std::string& key, const std::string& expected) const {
    const JsonPlace* place = find(key);
    if (place == nullptr)
      owner_.fail_missing("the key '" + key + "' is missing", "'" + key + "': " + expected);
    return *place;
  }
  const JsonPlace& owner() const { return owner_; }

 private:
  JsonPlace owner_;  ///< A missing key is reported at its line.
  std::map<std::string, JsonPlace> by_key_;
  std::optional<JsonPlace> expect_of_file_;
};

/// Distinct names, parsed to T, in T's order.
template <typename T, typename Parse>
std::vector<T> read_names(const JsonPlace& list, const std::string& what,
                          const std::vector<std::string>& known, Parse parse) {
  list.require_nonempty_list();
  std::set<T> result;
  for (const JsonPlace& item : list.items()) {
    const auto value = parse(item.text());
    if (!value)
      item.fail("unknown " + what + " '" + item.text() + "'" + did_you_mean(item.text(), known),
                "one of " + quoted_list(known));
    if (!result.insert(*value).second) item.fail("named twice", "each " + what + " once");
  }
  return {result.begin(), result.end()};
}

template <typename Values>
OrderedJson names_of(const Values& values) {
  OrderedJson names = OrderedJson::array();
  for (const auto& value : values) names.push_back(std::string(to_string(value)));
  return names;
}

std::map<MethodId, std::vector<std::string>> read_changes(const JsonPlace& changes) {
  std::map<MethodId, std::vector<std::string>> result;
  for (const auto& [name, lines] : changes.members()) {
    const MethodId id = read_method(name, lines);
    lines.require_list();
    result[id];  // an empty list states that nothing changes
    for (const JsonPlace& line : lines.items()) result[id].push_back(line.nonempty_text());
  }
  return result;
}

bool is_tier_name(const std::string& name) {
  const auto fits = [](char c) {
    return std::islower(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) ||
           c == '_';
  };
  return !name.empty() && std::ranges::all_of(name, fits);
}

/// "smoke", or {"smoke": ["native", "dynamo"]} for some methods of the case.
Tier read_tier(const JsonPlace& place, const std::vector<MethodId>& methods) {
  Tier tier;
  if (!place.json().is_object()) {
    tier.name = place.text();
  } else if (place.json().size() == 1) {
    const auto [name, listed] = place.members().front();
    tier.name = name;
    tier.methods = read_names<MethodId>(listed, "method", method_names(), method_from_string);
    for (const MethodId id : tier.methods)
      if (std::ranges::find(methods, id) == methods.end())
        listed.fail("the case does not run the method '" + std::string(to_string(id)) + "'",
                    "methods of the case");
  }
  if (!is_tier_name(tier.name))
    place.fail(
        "not a tier",
        "'smoke', 'default', 'full' or another name of a-z, 0-9 and _, or {\"default\": [\"native\"]}");
  return tier;
}

std::vector<Tier> read_tiers(const JsonPlace& tiers, const std::vector<MethodId>& methods) {
  tiers.require_nonempty_list();
  std::vector<Tier> result;
  for (const JsonPlace& place : tiers.items()) {
    Tier tier = read_tier(place, methods);
    if (std::ranges::find(result, tier.name, &Tier::name) != result.end())
      place.fail("named twice", "each tier once");
    result.push_back(std::move(tier));
  }
  return result;
}

OrderedJson tiers_json(const std::vector<Tier>& tiers) {
  OrderedJson json = OrderedJson::array();
  for (const Tier& tier : tiers)
    json.push_back(tier.methods.empty() ? OrderedJson(tier.name)
                                        : OrderedJson{{tier.name, names_of(tier.methods)}});
  return json;
}

Limits read_limits(const JsonPlace& limits) {
  limits.require_keys({"seconds", "memory_gb"});
  Limits result;
  if (limits.has("seconds")) result.seconds = limits["seconds"].positive_number();
  if (limits.has("memory_gb")) result.memory_gb = limits["memory_gb"].positive_number();
  return result;
}

/// "fold" may be a list. Other values are written as on the command line.
std::string policy_text(const JsonPlace& place) {
  const OrderedJson& json = place.json();
  if (json.is_boolean()) return json.get<bool>() ? "true" : "false";
  if (!json.is_array()) return place.text();
  std::string text;
  for (const JsonPlace& item : place.items()) text += (text.empty() ? "" : ",") + item.text();
  return text;
}

Policy read_policy(const JsonPlace& compare) {
  std::vector<std::string> keys{"level"};
  for (const SetPolicy& set : policies({})) keys.emplace_back(set.key);
  compare.require_keys(keys);
  Policy result;
  for (const std::string& key : keys) {
    if (!compare.has(key)) continue;
    const JsonPlace place = compare[key];
    try {
      set_policy(result, key, policy_text(place), key);
    } catch (const InputError& error) {
      place.fail(error.parts().what, error.parts().expected);
    }
  }
  return result;
}

OrderedJson policy_json(const Policy& policy) {
  OrderedJson json{{"level", std::string(to_string(policy.level))}};
  for (const SetPolicy& set : policies(policy)) {
    OrderedJson& value = json[std::string(set.key)];
    if (set.is_list)
      value = std::vector<std::string>(set.on.begin(), set.on.end());
    else if (set.value == "true" || set.value == "false")
      value = set.is_on();
    else
      value = set.value;
  }
  return json;
}

/// Reads the keys that `assay` itself acts on.
void read_selection(const Fields& fields, const SharedCauses& causes, Case& test) {
  if (const JsonPlace* methods = fields.find("methods")) {
    test.methods = read_names<MethodId>(*methods, "method", method_names(), method_from_string);
  } else {
    for (const Method& each : all_methods()) test.methods.push_back(each.id);
  }
  test.devices = {Device::kCpu, Device::kCuda};
  if (const JsonPlace* devices = fields.find("devices"))
    test.devices = read_names<Device>(*devices, "device", {"cpu", "cuda"}, device_from_string);
  test.tiers = {{std::string(kDefaultTier)}};
  if (const JsonPlace* tiers = fields.find("tiers")) test.tiers = read_tiers(*tiers, test.methods);
  if (const JsonPlace* limits = fields.find("limits")) test.limits = read_limits(*limits);
  if (const JsonPlace* compare = fields.find("compare")) test.policy = read_policy(*compare);
  if (const JsonPlace* expect = fields.find("expect")) test.expect = read_expect(*expect, causes);
  if (const auto& of_file = fields.expect_of_file())
    append_of_file(test.expect, read_expect(*of_file, causes));
}

/// Reads the pass and the keys that need a pass.
void read_transform(const Fields& fields, Case& test) {
  const JsonPlace* transform = fields.find("transform");
  if (transform != nullptr && !transform->json().is_null()) test.transform = read_ref(*transform);
  for (const char* key : {"reference", "changes", "transform_keeps_graph"}) {
    const JsonPlace* given = fields.find(key);
    if (given != nullptr && !given->json().is_null() && test.transform.empty())
      given->fail("there is no transform", std::string("a case with 'transform', or no '") + key + "'");
  }
  const JsonPlace* changes = fields.find("changes");
  if (changes == nullptr) return;
  test.changes = read_changes(*changes);
  for (const auto& [id, lines] : test.changes) {
    if (std::ranges::find(test.methods, id) == test.methods.end())
      changes->fail("the case does not run the method '" + std::string(to_string(id)) + "'",
                    "methods of the case");
  }
}

OrderedJson optional_ref(const Fields& fields, const std::string& key) {
  const JsonPlace* place = fields.find(key);
  return place == nullptr || place->json().is_null() ? OrderedJson(nullptr) : OrderedJson(read_ref(*place));
}

OrderedJson read_loss(const Fields& fields) {
  const JsonPlace* loss = fields.find("loss");
  if (loss == nullptr) return nullptr;
  if (loss->json() == "sum") return "sum";
  if (!loss->json().is_string())
    loss->fail("not a loss", "\"sum\", or " + std::string("package.module:callable"));
  return read_ref(*loss);
}

/// All keys of the case with defaults, for the worker.
OrderedJson expand(const Fields& fields, const Case& test) {
  const auto given = [&](const char* key) { return fields.find(key); };
  OrderedJson worker{{"assay_case", 1}, {"case", test.id}};
  worker["factory"] = read_ref(fields.need("factory", "package.module:callable or path/to/file.py:callable"));
  if (given("kwargs")) given("kwargs")->require_object();
  worker["kwargs"] = given("kwargs") ? given("kwargs")->json() : OrderedJson::object();
  worker["inputs"] = given("inputs") ? expand_inputs(*given("inputs")) : OrderedJson::array();
  worker["train"] = given("train") == nullptr || given("train")->boolean();
  worker["loss"] = read_loss(fields);
  worker["dynamic"] =
      given("dynamic") ? expand_dynamic(*given("dynamic"), worker["inputs"]) : OrderedJson::object();
  worker["transform"] = optional_ref(fields, "transform");
  worker["reference"] = optional_ref(fields, "reference");
  worker["transform_keeps_graph"] =
      given("transform_keeps_graph") != nullptr && given("transform_keeps_graph")->boolean();
  worker["methods"] = names_of(test.methods);
  worker["devices"] = names_of(test.devices);
  worker["tiers"] = tiers_json(test.tiers);
  worker["limits"] = {{"seconds", test.limits.seconds}, {"memory_gb", test.limits.memory_gb}};
  worker["compare"] = policy_json(test.policy);
  worker["replay"] = given("replay") ? expand_replay(*given("replay"), worker["inputs"])
                                     : OrderedJson{{"inputs", OrderedJson::array()},
                                                   {"alias", OrderedJson::array()},
                                                   {"flip_training", false},
                                                   {"policy", OrderedJson::array()}};
  worker["expect"] = expectations_json(test.expect);
  worker["folder"] = fs::absolute(test.file).parent_path().lexically_normal().string();
  return worker;
}

/// Data shared by the cases of a file.
struct CaseFile {
  fs::path file;
  std::string family;
  std::string sha256;
  SharedCauses causes;
};

Case read_case(const Fields& fields, const CaseFile& of) {
  Case test;
  const JsonPlace& id = fields.need("case", "an id such as 'seed/mlp'");
  if (!is_case_id(id.text())) id.fail("not a case id", std::string(kCaseIdForm));
  test.id = id.text();
  test.selector = test.id;
  test.family = of.family;
  test.file = of.file;
  test.line = id.line();
  test.sha256 = of.sha256;
  read_selection(fields, of.causes, test);
  read_transform(fields, test);
  test.expanded = std::make_shared<const OrderedJson>(expand(fields, test));
  return test;
}

/// The key sets of a file: a single set, or a set per entry of `each`.
std::vector<Fields> spread(const JsonPlace& root) {
  std::vector<std::string> keys = kCaseKeys;
  keys.insert(keys.end(), {"assay_case", "each"});
  root.require_keys(keys);
  if (root.has("assay_case") && root["assay_case"].integer(0) != 1)
    root["assay_case"].fail("a case file of another version", "1");
  if (!root.has("each")) {
    Fields fields(root);
    fields.lay_over(root);
    return {fields};
  }
  root["each"].require_nonempty_list();
  std::vector<Fields> result;
  for (const JsonPlace& entry : root["each"].items()) {
    entry.require_keys(kCaseKeys);
    Fields fields(entry);
    fields.lay_over(entry);
    fields.lay_under(root);
    result.push_back(fields);
  }
  return result;
}

std::vector<Case> read_case_source(const JsonPlace& root, const CaseFile& of) {
  std::vector<Case> cases;
  std::map<std::string, std::string> paths;
  for (const Fields& fields : spread(root)) {
    cases.push_back(read_case(fields, of));
    const std::string& id = cases.back().id;
    const JsonPlace& place = *fields.find("case");
    const auto [first, fresh] = paths.emplace(id, place.path());
    if (!fresh)
      place.fail("the id '" + id + "' stands twice in this file",
                 "an id that " + first->second + " does not have");
  }
  return cases;
}

}  // namespace

std::vector<Case> read_case_file(const fs::path& file, const fs::path& models_folder) {
  if (is_causes_file(file))
    throw InputError({"holds the causes of the case files beside it, and no case", file.string(),
                      "a case file", "causes", shell_command("ls {}", file.parent_path())});
  const auto source = JsonSource::load(file, "correct the file, then: " + Command{"list", {"cases", file}});
  return read_case_source(JsonPlace(source), {file, family_of(file, models_folder), sha256_hex(source->bytes),
                                              SharedCauses::beside(file)});
}

std::vector<Case> read_case_text(std::string text, const fs::path& file) {
  const std::string sha256 = sha256_hex(text);
  const auto source = JsonSource::parse(std::move(text), file.string(), Command{"list", {"cases", file}});
  return read_case_source(JsonPlace(source), {file, ".", sha256, {}});
}

}  // namespace assay
