// read_case_file: one JSON file, one or more cases.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/spec/case.h"
#include "harness/spec/case_inputs.h"
#include "harness/spec/case_path.h"
#include "harness/strict_json/json_source.h"
#include "harness/words/glob.h"
#include "harness/words/nearest.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kCaseKeys{"case",    "factory",   "kwargs",    "inputs",  "train",   "loss",
                                         "dynamic", "transform", "reference", "methods", "devices", "tiers",
                                         "limits",  "compare",   "replay",    "expect",  "changes"};

/// The keys of one case: those of an entry of `each` over those of the file.
class Fields {
 public:
  explicit Fields(JsonPlace owner) : owner_(std::move(owner)) {}
  void lay_over(const JsonPlace& object) {
    for (const auto& [key, place] : object.members()) by_key_.insert_or_assign(key, place);
  }
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
  JsonPlace owner_;  ///< the object whose line a missing key is reported at
  std::map<std::string, JsonPlace> by_key_;
};

/// A list of distinct names, each turned into a T by `parse`, in T's order.
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

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method& each : all_methods()) names.emplace_back(each.name);
  return names;
}

ExpectDevice read_expect_device(const JsonPlace& place) {
  static constexpr auto kNames =
      enumerators<ExpectDevice>({"any", "cpu", "cuda", "cuda:phantom", "cuda:real"});
  const auto device = kNames.find(place.text());
  if (!device || *device == ExpectDevice::kAny)  // any is what no entry says
    place.fail("unknown device", "one of 'cpu', 'cuda', 'cuda:phantom', 'cuda:real'");
  return *device;
}

Expectation read_expectation(const JsonPlace& entry) {
  entry.require_keys({"outcome", "reason", "device", "torch", "exception", "message"});
  entry.require_key("outcome", "one of " + quoted_list(outcome_names()));
  entry.require_key("reason", "why this is right, for those who read the report");
  Expectation result;
  const JsonPlace name = entry["outcome"];
  const auto outcome = outcome_from_string(name.text());
  if (!outcome)
    name.fail("unknown outcome '" + name.text() + "'" + did_you_mean(name.text(), outcome_names()),
              "one of " + quoted_list(outcome_names()));
  result.outcome = *outcome;
  result.reason = entry["reason"].nonempty_text();
  if (entry.has("device")) result.device = read_expect_device(entry["device"]);
  if (entry.has("torch")) {
    const auto range = VersionRange::parse(entry["torch"].text());
    if (!range) entry["torch"].fail("not a range of versions", "comparisons such as '>=2.11,<2.14'");
    result.torch = *range;
  }
  if (result.outcome == Outcome::kRaises)
    entry.require_key("exception", "the exception's class name, such as 'TraceError'");
  for (const char* key : {"exception", "message"}) {
    if (entry.has(key) && (result.outcome == Outcome::kCaptured || result.outcome == Outcome::kSkipped))
      entry[key].fail("'" + name.text() + "' has no " + key, std::string("no '") + key + "'");
  }
  if (entry.has("exception") && !has_exception(result.outcome))
    entry["exception"].fail("'" + name.text() + "' ends without a Python exception", "no 'exception'");
  if (entry.has("exception")) result.exception = entry["exception"].nonempty_text();
  if (entry.has("message")) result.message = entry["message"].nonempty_text();
  return result;
}

/// The method that a key of "expect" or "changes" names.
MethodId read_method(const std::string& name, const JsonPlace& value) {
  const auto id = method_from_string(name);
  if (!id)
    value.fail("unknown method '" + name + "'" + did_you_mean(name, method_names()),
               "one of " + quoted_list(method_names()));
  return *id;
}

/// A key of "expect" may also be a glob over methods.
std::vector<MethodId> read_methods(const std::string& name, const JsonPlace& value) {
  if (!is_glob(name)) return {read_method(name, value)};
  std::vector<MethodId> matching;
  for (const Method& each : all_methods()) {
    if (glob_matches(name, each.name)) matching.push_back(each.id);
  }
  if (matching.empty())
    value.fail("no method matches '" + name + "'", "a glob over " + quoted_list(method_names()));
  return matching;
}

/// Entries under a method's own name come before those of globs that match it.
std::map<MethodId, std::vector<Expectation>> read_expect(const JsonPlace& expect) {
  std::map<MethodId, std::vector<Expectation>> own, shared;
  for (const auto& [name, entries] : expect.members()) {
    const std::vector<MethodId> ids = read_methods(name, entries);
    entries.require_nonempty_list();
    std::size_t index = 0;
    for (const JsonPlace& entry : entries.items()) {
      Expectation expectation = read_expectation(entry);
      expectation.place = "expect." + name + "[" + std::to_string(index++) + "]";
      for (const MethodId id : ids) (is_glob(name) ? shared : own)[id].push_back(expectation);
    }
  }
  for (const auto& [id, entries] : shared) own[id].insert(own[id].end(), entries.begin(), entries.end());
  return own;
}

std::map<MethodId, std::vector<std::string>> read_changes(const JsonPlace& changes) {
  std::map<MethodId, std::vector<std::string>> result;
  for (const auto& [name, lines] : changes.members()) {
    const MethodId id = read_method(name, lines);
    lines.require_list();
    result[id];  // nothing changes is a statement too
    for (const JsonPlace& line : lines.items()) result[id].push_back(line.nonempty_text());
  }
  return result;
}

std::vector<std::string> read_tiers(const JsonPlace& tiers) {
  tiers.require_nonempty_list();
  std::vector<std::string> result;
  for (const JsonPlace& tier : tiers.items()) {
    const std::string& name = tier.text();
    const auto fits = [](char c) {
      return std::islower(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) ||
             c == '_';
    };
    if (name.empty() || !std::ranges::all_of(name, fits))
      tier.fail("not a tier", "'smoke', 'default', 'nightly' or another name of a-z, 0-9 and _");
    if (std::ranges::find(result, name) != result.end()) tier.fail("named twice", "each tier once");
    result.push_back(name);
  }
  return result;
}

Limits read_limits(const JsonPlace& limits) {
  limits.require_keys({"seconds", "memory_gb"});
  Limits result;
  if (limits.has("seconds")) result.seconds = limits["seconds"].positive_number();
  if (limits.has("memory_gb")) result.memory_gb = limits["memory_gb"].positive_number();
  return result;
}

/// "fold" may be a list; everything else is written as on the command line.
std::string policy_text(const JsonPlace& place) {
  const OrderedJson& json = place.json();
  if (json.is_boolean()) return json.get<bool>() ? "true" : "false";
  if (!json.is_array()) return place.text();
  std::string text;
  for (const JsonPlace& item : place.items()) text += (text.empty() ? "" : ",") + item.text();
  return text;
}

Policy read_policy(const JsonPlace& compare) {
  compare.require_keys({"level", "commutative", "fold", "device_index", "parameter_names"});
  Policy result;
  for (const char* key : {"level", "commutative", "fold", "device_index", "parameter_names"}) {
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

/// The part of a case that `assay` itself acts on.
void read_selection(const Fields& fields, Case& test) {
  if (const JsonPlace* methods = fields.find("methods")) {
    test.methods = read_names<MethodId>(*methods, "method", method_names(), method_from_string);
  } else {
    for (const Method& each : all_methods()) test.methods.push_back(each.id);
  }
  test.devices = {Device::kCpu, Device::kCuda};
  if (const JsonPlace* devices = fields.find("devices"))
    test.devices = read_names<Device>(*devices, "device", {"cpu", "cuda"}, device_from_string);
  test.tiers = {"default"};
  if (const JsonPlace* tiers = fields.find("tiers")) test.tiers = read_tiers(*tiers);
  if (const JsonPlace* limits = fields.find("limits")) test.limits = read_limits(*limits);
  if (const JsonPlace* compare = fields.find("compare")) test.policy = read_policy(*compare);
  if (const JsonPlace* expect = fields.find("expect")) test.expect = read_expect(*expect);
}

/// A pass, and what else a case says of it.
void read_transform(const Fields& fields, Case& test) {
  const JsonPlace* transform = fields.find("transform");
  if (transform != nullptr && !transform->json().is_null()) test.transform = read_ref(*transform);
  for (const char* key : {"reference", "changes"}) {
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
  if (loss == nullptr || loss->json() == "sum") return "sum";
  if (!loss->json().is_string())
    loss->fail("not a loss", "\"sum\", or " + std::string("package.module:callable"));
  return read_ref(*loss);
}

/// The part that only the worker acts on, and what `test` already holds, as one object with every key.
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
  worker["methods"] = names_of(test.methods);
  worker["devices"] = names_of(test.devices);
  worker["tiers"] = test.tiers;
  worker["limits"] = {{"seconds", test.limits.seconds}, {"memory_gb", test.limits.memory_gb}};
  worker["compare"] = {{"level", std::string(to_string(test.policy.level))}};
  worker["replay"] = given("replay") ? expand_replay(*given("replay"), worker["inputs"])
                                     : OrderedJson{{"inputs", OrderedJson::array()},
                                                   {"alias", OrderedJson::array()},
                                                   {"flip_training", false}};
  worker["expect"] = given("expect") ? given("expect")->json() : OrderedJson::object();
  worker["folder"] = fs::absolute(test.file).parent_path().lexically_normal().string();
  return worker;
}

Case read_case(const Fields& fields, const fs::path& file, const std::string& family,
               const std::string& sha256) {
  Case test;
  const JsonPlace& id = fields.need("case", "an id such as 'seed/mlp'");
  if (!is_case_id(id.text())) id.fail("not a case id", std::string(kCaseIdForm));
  test.id = id.text();
  test.selector = test.id;
  test.family = family;
  test.file = file;
  test.sha256 = sha256;
  read_selection(fields, test);
  read_transform(fields, test);
  test.expanded = std::make_shared<const OrderedJson>(expand(fields, test));
  return test;
}

/// The cases of a file as sets of keys: one, or one per entry of `each`.
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
    fields.lay_over(root);
    fields.lay_over(entry);
    result.push_back(fields);
  }
  return result;
}

std::vector<Case> read_case_source(const JsonPlace& root, const std::string& sha256, const fs::path& file,
                                   const std::string& family) {
  std::vector<Case> cases;
  std::map<std::string, std::string> paths;
  for (const Fields& fields : spread(root)) {
    cases.push_back(read_case(fields, file, family, sha256));
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
  const auto source =
      JsonSource::load(file, "correct the file, then: " + shell_command("assay list cases {}", file));
  return read_case_source(JsonPlace(source), sha256_hex(source->bytes), file, family_of(file, models_folder));
}

std::vector<Case> read_case_text(std::string text, const fs::path& file) {
  const std::string sha256 = sha256_hex(text);
  const auto source =
      JsonSource::parse(std::move(text), file.string(), shell_command("assay list cases {}", file));
  return read_case_source(JsonPlace(source), sha256, file, ".");
}

}  // namespace assay
