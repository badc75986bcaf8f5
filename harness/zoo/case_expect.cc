// Expectations of a case file: entries in full or named causes, under methods or globs.
#include "harness/zoo/case_expect.h"

#include <utility>

#include "harness/words/enumerators.h"
#include "harness/words/glob.h"
#include "harness/words/nearest.h"

namespace assay {
namespace {

constexpr auto kExpectDevices =
    enumerators<ExpectDevice>({"any", "cpu", "cuda", "cuda:phantom", "cuda:real"});

ExpectDevice read_expect_device(const JsonPlace& place) {
  const auto device = kExpectDevices.find(place.text());
  if (!device || *device == ExpectDevice::kAny)  // an entry without the key means any
    place.fail("unknown device", "one of 'cpu', 'cuda', 'cuda:phantom', 'cuda:real'");
  return *device;
}

void take(Expectation& into, const SharedCause& cause) {
  into.outcome = cause.outcome;
  into.reason = cause.reason;
  into.exception = cause.exception;
  into.message = cause.message;
}

/// "NAME", {"cause": NAME, device?, torch?}, or an entry in full.
Expectation read_expectation(const JsonPlace& entry, const SharedCauses& causes) {
  Expectation result;
  if (entry.json().is_string()) {
    result.cause = entry.text();
    take(result, causes.named(entry));
    return result;
  }
  entry.require_object();
  if (entry.has("cause")) {
    entry.require_keys({"cause", "device", "torch"});
    result.cause = entry["cause"].text();
    take(result, causes.named(entry["cause"]));
  } else {
    entry.require_keys({"outcome", "reason", "device", "torch", "exception", "message"});
    const SharedCause said = read_cause(entry);
    causes.require_unnamed(said, entry);
    take(result, said);
  }
  if (entry.has("device")) result.device = read_expect_device(entry["device"]);
  if (!entry.has("torch")) return result;
  const auto range = VersionRange::parse(entry["torch"].text());
  if (!range) entry["torch"].fail("not a range of versions", "comparisons such as '>=2.11,<2.14'");
  result.torch = *range;
  return result;
}

/// A key of "expect" may be a glob over methods.
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

void append(ExpectationsByMethod& to, const ExpectationsByMethod& more) {
  for (const auto& [id, entries] : more) to[id].insert(to[id].end(), entries.begin(), entries.end());
}

OrderedJson expectation_json(const Expectation& expectation) {
  OrderedJson result{{"outcome", std::string(to_string(expectation.outcome))}};
  const auto put = [&](const char* key, const std::string& text) {
    if (!text.empty()) result[key] = text;
  };
  put("exception", expectation.exception);
  put("message", expectation.message);
  put("reason", expectation.reason);
  put("cause", expectation.cause);
  if (expectation.device != ExpectDevice::kAny)
    result["device"] = std::string(kExpectDevices[expectation.device]);
  put("torch", expectation.torch.text());
  return result;
}

}  // namespace

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method& each : all_methods()) names.emplace_back(each.name);
  return names;
}

MethodId read_method(const std::string& name, const JsonPlace& value) {
  const auto id = method_from_string(name);
  if (!id)
    value.fail("unknown method '" + name + "'" + did_you_mean(name, method_names()),
               "one of " + quoted_list(method_names()));
  return *id;
}

ExpectationsByMethod read_expect(const JsonPlace& expect, const SharedCauses& causes) {
  ExpectationsByMethod own, by_glob;
  for (const auto& [name, entries] : expect.members()) {
    const std::vector<MethodId> ids = read_methods(name, entries);
    entries.require_nonempty_list();
    std::size_t index = 0;
    for (const JsonPlace& entry : entries.items()) {
      Expectation expectation = read_expectation(entry, causes);
      expectation.place = "expect." + name + "[" + std::to_string(index++) + "]";
      for (const MethodId id : ids) (is_glob(name) ? by_glob : own)[id].push_back(expectation);
    }
  }
  append(own, by_glob);
  return own;
}

void append_of_file(ExpectationsByMethod& own, const ExpectationsByMethod& of_file) {
  for (const auto& [id, entries] : of_file) {
    for (Expectation entry : entries) {
      entry.of_file = true;
      own[id].push_back(std::move(entry));
    }
  }
}

OrderedJson expectations_json(const ExpectationsByMethod& expectations) {
  OrderedJson result = OrderedJson::object();
  for (const auto& [id, entries] : expectations) {
    OrderedJson list = OrderedJson::array();
    for (const Expectation& entry : entries) list.push_back(expectation_json(entry));
    result[std::string(to_string(id))] = std::move(list);
  }
  return result;
}

}  // namespace assay
