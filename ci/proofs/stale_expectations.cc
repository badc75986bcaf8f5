// Which entry decides is asked of expectation_for itself, at every version at which an answer can change.
#include "ci/proofs/stale_expectations.h"

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

/// Where an entry is written: by its case, or by its file for all of the file's cases.
struct WrittenAt {
  std::string file, owner, place;
  auto operator<=>(const WrittenAt&) const = default;
};

struct Declaration {
  const Expectation* says = nullptr;
  bool decides = false;
};

/// The entries of `cases` by where they are written: that of a glob is one of each method that matches, that
/// of a file one of each case.
std::map<WrittenAt, Declaration> by_place(const std::vector<Case>& cases) {
  std::map<WrittenAt, Declaration> places;
  for (const Case& test : cases) {
    std::set<const Expectation*> decide;
    for (const auto& [id, entries] : test.expect) decide.merge(deciding(test, id));
    for (const auto& [id, entries] : test.expect) {
      for (const Expectation& says : entries) {
        Declaration& entry = places[{test.file.string(), says.of_file ? "" : test.id, says.place}];
        entry.says = &says;
        entry.decides = entry.decides || decide.contains(&says);
      }
    }
  }
  return places;
}

}  // namespace

std::vector<ErrorParts> stale_expectations(const std::vector<Case>& cases) {
  std::vector<ErrorParts> breaches;
  for (const auto& [place, entry] : by_place(cases)) {
    if (entry.decides) continue;
    const bool of_file = place.owner.empty();
    breaches.push_back({.what = fmt::format("stale: it decides for no pair of {}",
                                            of_file ? "the file's cases" : "the case"),
                        .where = of_file ? fmt::format("{}: {}", place.file, place.place)
                                         : fmt::format("{}: {}: {}", place.file, place.owner, place.place),
                        .expected = "an entry that comes first for some method, device and version",
                        .found = std::string(to_string(entry.says->outcome)) + ": " + entry.says->reason,
                        .next = "remove it from " + place.file});
  }
  return breaches;
}

}  // namespace assay
