// Which entry decides is asked of expectation_for itself, at every version at which an answer can change.
#include "harness/capabilities/stale_expectations.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace assay {
namespace {

/// The versions that a range names, and the one after each: between two neighbours no answer changes.
void add_versions(const std::string& range, std::set<Version>& versions) {
  for (std::size_t at = 0; (at = range.find_first_of("0123456789", at)) != std::string::npos;) {
    const std::size_t end = std::min(range.find(',', at), range.size());
    if (auto version = version_from_string(range.substr(at, end - at))) {
      versions.insert(*version);
      ++version->parts[2];
      versions.insert(*version);
    }
    at = end;
  }
}

std::set<Version> versions_to_try(const Case& test) {
  std::set<Version> versions{kLaterThanAny};
  add_versions(std::string(kTorchVersions), versions);
  for (const auto& [id, entries] : test.expect) {
    for (const Expectation& entry : entries) add_versions(entry.torch.text(), versions);
  }
  const auto supported = VersionRange::parse(kTorchVersions);
  std::erase_if(versions, [&](const Version& version) { return supported && !supported->holds(version); });
  return versions;
}

/// The entries of `test` that decide for a method.
std::set<const Expectation*> deciding(const Case& test, MethodId id) {
  std::set<const Expectation*> found;
  if (std::ranges::count(test.methods, id) == 0) return found;
  for (const Version& version : versions_to_try(test)) {
    for (const Device device : test.devices) {
      found.insert(expectation_for(test, id, device, false, version));
      const bool on_phantom = device == Device::kCuda && method(id).on_phantom();
      if (on_phantom) found.insert(expectation_for(test, id, device, true, version));
    }
  }
  return found;
}

/// The entries of `test` by where they are written: that of a glob is one of each method that matches.
std::map<std::string, std::vector<const Expectation*>> by_place(const Case& test) {
  std::map<std::string, std::vector<const Expectation*>> places;
  for (const auto& [id, entries] : test.expect) {
    for (const Expectation& entry : entries) places[entry.place].push_back(&entry);
  }
  return places;
}

}  // namespace

std::vector<ErrorParts> stale_expectations(const std::vector<Case>& cases) {
  std::vector<ErrorParts> breaches;
  for (const Case& test : cases) {
    if (test.expect.empty()) continue;
    std::set<const Expectation*> decide;
    for (const auto& [id, entries] : test.expect) decide.merge(deciding(test, id));
    for (const auto& [place, entries] : by_place(test)) {
      const bool decides =
          std::ranges::any_of(entries, [&](const Expectation* entry) { return decide.contains(entry); });
      if (decides) continue;
      breaches.push_back(
          {.what = "stale: it decides for no pair of the case",
           .where = fmt::format("{}: {}: {}", test.file.string(), test.id, place),
           .expected = "an entry that comes first for some method, device and version",
           .found = std::string(to_string(entries.front()->outcome)) + ": " + entries.front()->reason,
           .next = "remove it from " + test.file.string()});
    }
  }
  return breaches;
}

}  // namespace assay
