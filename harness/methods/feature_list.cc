// Reads features from their file and selects them by name.
#include "harness/methods/feature_list.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "harness/error/error.h"
#include "harness/strict_json/json_source.h"
#include "harness/words/glob.h"
#include "harness/words/nearest.h"
#include "harness/zoo/need.h"
#include "harness/zoo/replay_json.h"

namespace assay {
namespace {

Need need_of(const JsonPlace& place) {
  const auto need = kNeedNames.find(place.text());
  if (need && is_declared(*need)) return *need;
  std::vector<std::string> names;
  for (const Need one : kNeedNames.values())
    if (is_declared(one)) names.emplace_back(to_string(one));
  place.fail("no method declares '" + place.text() + "'" + did_you_mean(place.text(), names),
             "one of " + quoted_list(names));
}

std::vector<KnownAftermath> aftermath_of(const JsonPlace& list) {
  list.require_nonempty_list();
  std::vector<KnownAftermath> known;
  for (const JsonPlace& place : list.items()) {
    place.require_keys({"says", "shown_by"});
    known.push_back({place.need("says").nonempty_text(), place.need("shown_by").nonempty_text()});
  }
  return known;
}

bool any_selects(const std::vector<std::string>& selectors, std::string_view name) {
  return std::ranges::any_of(selectors,
                             [name](const std::string& selector) { return selects(selector, name); });
}

std::vector<std::string> texts_of(const JsonPlace& finding, const char* key) {
  std::vector<std::string> texts;
  if (!finding.has(key)) return texts;
  finding[key].require_nonempty_list();
  for (const JsonPlace& place : finding[key].items()) texts.push_back(place.nonempty_text());
  return texts;
}

template <typename Enum>
std::vector<Enum> names_of(const JsonPlace& finding, const char* key) {
  return finding.has(key) ? read_as<std::vector<Enum>>(finding[key]) : std::vector<Enum>();
}

std::vector<KnownFinding> findings_of(const JsonPlace& list) {
  list.require_nonempty_list();
  std::vector<KnownFinding> known;
  for (const JsonPlace& place : list.items()) {
    place.require_keys({"methods", "values", "beside", "operators", "raises"});
    known.push_back({.methods = texts_of(place, "methods"),
                     .values = names_of<ComparedValue::Kind>(place, "values"),
                     .beside = names_of<Observable>(place, "beside"),
                     .operators = texts_of(place, "operators"),
                     .raises = place.has("raises") ? place["raises"].nonempty_text() : ""});
  }
  return known;
}

Feature read_feature(const JsonPlace& place, const std::string& group) {
  if (place.has("unprobed"))
    place.require_keys({"feature", "means", "unprobed", "issue"});
  else
    place.require_keys(
        {"feature", "means", "probe", "issue", "proves", "unlike", "twin", "aftermath", "findings"});
  Feature feature;
  feature.id = place.need("feature").nonempty_text();
  feature.group = group;
  feature.means = place.need("means").nonempty_text();
  if (place.has("unprobed"))
    feature.unprobed = place["unprobed"].nonempty_text();
  else
    feature.probe = place.need("probe").nonempty_text();
  if (place.has("issue")) feature.issue = place["issue"].nonempty_text();
  if (place.has("proves")) feature.proves = need_of(place["proves"]);
  if (place.has("unlike")) feature.unlike = place["unlike"].nonempty_text();
  if (place.has("twin")) feature.twin = place["twin"].nonempty_text();
  if (place.has("aftermath")) feature.aftermath = aftermath_of(place["aftermath"]);
  if (place.has("findings")) feature.findings = findings_of(place["findings"]);
  return feature;
}

}  // namespace

bool KnownFinding::is_of(MethodId method) const {
  return methods.empty() || any_selects(methods, to_string(method));
}

bool KnownFinding::shows(const Observation& observed) const {
  const auto has = [](const auto& list, auto one) { return std::ranges::find(list, one) != list.end(); };
  const bool is_value = observed.observable == Observable::kValue;
  if (!is_value && !has(beside, observed.observable)) return false;
  if (!is_value && observed.observable != Observable::kType) return true;
  return observed.subject && has(values, observed.subject->kind);
}

bool KnownFinding::departs_at(std::string_view target) const { return any_selects(operators, target); }

std::vector<Feature> features_from(const std::filesystem::path& file) {
  const JsonPlace root(JsonSource::load(file, Command{"list", {"capabilities", "--help"}}));
  root.require_keys({"assay_capabilities", "groups"});
  if (root.need("assay_capabilities").integer(1) != 1)
    root["assay_capabilities"].fail("another version", "1");
  root.need("groups").require_nonempty_list();
  std::vector<Feature> features;
  std::set<std::string> ids;
  std::set<Need> proven;
  for (const JsonPlace& group : root["groups"].items()) {
    group.require_keys({"group", "features"});
    group.need("features").require_nonempty_list();
    for (const JsonPlace& place : group["features"].items()) {
      Feature feature = read_feature(place, group.need("group").nonempty_text());
      if (!ids.insert(feature.id).second)
        place["feature"].fail("two features of one name", "one feature '" + feature.id + "'");
      if (feature.proves && !proven.insert(*feature.proves).second)
        place["proves"].fail("two features prove it", "one probe for what methods declare");
      features.push_back(std::move(feature));
    }
  }
  return features;
}

std::vector<Feature> select_features(const std::vector<Feature>& features,
                                     const std::vector<std::string>& selectors) {
  if (selectors.empty()) return features;
  for (const std::string& selector : selectors) {
    if (std::ranges::any_of(features, [&](const Feature& one) { return selects(selector, one.id); }))
      continue;
    std::vector<std::string> ids;
    for (const Feature& feature : features) ids.push_back(feature.id);
    throw InputError({.what = "no feature '" + selector + "'" + did_you_mean(selector, ids),
                      .where = "--feature",
                      .expected = "a feature of the table, or a glob",
                      .found = selector,
                      .next = Command{"list", {"capabilities"}}});
  }
  std::vector<Feature> chosen = features;
  std::erase_if(chosen, [&](const Feature& feature) {
    return std::ranges::none_of(selectors,
                                [&](const std::string& selector) { return selects(selector, feature.id); });
  });
  return chosen;
}

}  // namespace assay
