// Needs by name.
#include "harness/method_comparison/need.h"

#include <algorithm>
#include <set>

#include "harness/error/error.h"
#include "harness/words/nearest.h"

namespace assay {
namespace {

std::vector<std::string> names_of_needs() {
  std::vector<std::string> names;
  for (const Feature feature : all_needs()) names.emplace_back(to_string(feature));
  return names;
}

Feature need_from(const std::string& name, const std::string& where) {
  for (const Feature feature : all_needs()) {
    if (to_string(feature) == name) return feature;
  }
  throw InputError({.what = "unknown need '" + name + "'" + did_you_mean(name, names_of_needs()),
                    .where = where,
                    .expected = "one or more of " + print_needs(all_needs()),
                    .found = name,
                    .next = "assay list methods"});
}

}  // namespace

const std::vector<Feature>& all_needs() {
  static const std::vector<Feature> needs = [] {
    std::set<Feature> declared;
    for (const Method& method : all_methods())
      declared.insert(method.features.begin(), method.features.end());
    return std::vector<Feature>(declared.begin(), declared.end());
  }();
  return needs;
}

std::vector<Feature> needs_from(const std::vector<std::string>& names, const std::string& where) {
  std::set<Feature> needs;
  for (const std::string& name : names) needs.insert(need_from(name, where));
  return {needs.begin(), needs.end()};
}

std::string print_needs(const std::vector<Feature>& needs) {
  std::string text;
  for (const Feature need : needs) text += (text.empty() ? "" : ", ") + std::string(to_string(need));
  return text;
}

}  // namespace assay
