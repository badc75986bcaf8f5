// Files of causes: reading, lookup, and checks against duplicates and unused causes.
#include "harness/zoo/shared_causes.h"

#include <algorithm>
#include <cctype>

#include "harness/error/error.h"
#include "harness/words/nearest.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCausesFile = "causes.json";

bool is_cause_name(const std::string& name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return std::islower(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) ||
           c == '_';
  });
}

bool names_cause(const Case& test, const std::string& name) {
  return std::ranges::any_of(test.expect, [&](const auto& of_method) {
    return std::ranges::find(of_method.second, name, &Expectation::cause) != of_method.second.end();
  });
}

}  // namespace

bool is_causes_file(const fs::path& file) { return file.filename() == kCausesFile; }

SharedCause read_cause(const JsonPlace& entry) {
  entry.require_key("outcome", "one of " + quoted_list(outcome_names()));
  entry.require_key("reason", "why this is right, for those who read the report");
  SharedCause result;
  const JsonPlace name = entry["outcome"];
  const auto outcome = outcome_from_string(name.text());
  if (!outcome)
    name.fail("unknown outcome '" + name.text() + "'" + did_you_mean(name.text(), outcome_names()),
              "one of " + quoted_list(outcome_names()));
  result.outcome = *outcome;
  result.reason = entry["reason"].nonempty_text();
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

SharedCauses SharedCauses::beside(const fs::path& case_file) {
  SharedCauses result;
  result.file_ = case_file.parent_path() / kCausesFile;
  std::error_code ignored;
  if (!fs::exists(result.file_, ignored)) return result;
  const JsonPlace root(
      JsonSource::load(result.file_, "correct the file, then: " + Command{"list", {"cases", case_file}}));
  root.require_keys({"assay_causes", "causes"});
  if (root.has("assay_causes") && root["assay_causes"].integer(0) != 1)
    root["assay_causes"].fail("a file of causes of another version", "1");
  root.require_key("causes", "an object of causes by name");
  for (const auto& [name, place] : root["causes"].members()) result.add(name, place);
  return result;
}

void SharedCauses::add(const std::string& name, const JsonPlace& place) {
  if (!is_cause_name(name)) place.fail("'" + name + "' is no name of a cause", "a name of a-z, 0-9 and _");
  place.require_keys({"outcome", "reason", "exception", "message"});
  const SharedCause cause = read_cause(place);
  const auto same = std::ranges::find(causes_, cause, &Written::cause);
  if (same != causes_.end())
    place.fail("repeats the cause '" + same->name + "'", "each cause once; expectations may share it");
  causes_.push_back({name, cause, place});
}

const SharedCause& SharedCauses::named(const JsonPlace& name) const {
  const auto found = std::ranges::find(causes_, name.text(), &Written::name);
  if (found != causes_.end()) return found->cause;
  std::vector<std::string> known;
  for (const Written& each : causes_) known.push_back(each.name);
  name.fail("unknown cause '" + name.text() + "'" + did_you_mean(name.text(), known),
            known.empty() ? "a cause in causes.json beside the case file, which has none"
                          : "one of " + quoted_list(known) + ", of " + file_.string());
}

void SharedCauses::require_unnamed(const SharedCause& said, const JsonPlace& entry) const {
  const auto same = std::ranges::find(causes_, said, &Written::cause);
  if (same != causes_.end())
    entry.fail("repeats the cause '" + same->name + "' of " + file_.string(),
               "\"" + same->name + "\", or {\"cause\": \"" + same->name + "\", \"device\": ..}");
}

void SharedCauses::require_used(const std::vector<Case>& cases) const {
  const auto is_beside = [&](const Case& test) { return test.file.parent_path() == file_.parent_path(); };
  for (const Written& each : causes_) {
    const bool used = std::ranges::any_of(
        cases, [&](const Case& test) { return is_beside(test) && names_cause(test, each.name); });
    if (!used)
      each.place.fail("no expectation names the cause '" + each.name + "'",
                      "a case file beside it that does, or no such cause");
  }
}

}  // namespace assay
