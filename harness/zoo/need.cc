// Parsing and printing of needs.
#include "harness/zoo/need.h"

#include <set>

#include "harness/error/error.h"
#include "harness/words/nearest.h"

namespace assay {
namespace {

Need need_from(const std::string& name, const std::string& where) {
  if (const auto need = kNeedNames.find(name)) return *need;
  const auto& names = kNeedNames.names();
  throw InputError({.what = "unknown need '" + name + "'" + did_you_mean(name, {names.begin(), names.end()}),
                    .where = where,
                    .expected = "one or more of " + print_needs(kNeedNames.values()),
                    .found = name,
                    .next = Command{"list", {"methods"}}});
}

}  // namespace

std::vector<Need> needs_from(const std::vector<std::string>& names, const std::string& where) {
  std::set<Need> needs;
  for (const std::string& name : names) needs.insert(need_from(name, where));
  return {needs.begin(), needs.end()};
}

std::string print_needs(std::span<const Need> needs) {
  std::string text;
  for (const Need need : needs) text += (text.empty() ? "" : ", ") + std::string(to_string(need));
  return text;
}

}  // namespace assay
