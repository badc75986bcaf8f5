// Verified versions: reduced, looked up, added.
#include "harness/golden_store/verified.h"

#include <algorithm>
#include <tuple>

#include "harness/error/error.h"

namespace assay {
namespace {

std::string without_local(const std::string& version) { return version.substr(0, version.find('+')); }

std::string release(const std::string& torch) {
  const auto version = version_from_string(torch);
  return version ? to_string(*version) : torch;
}

std::string major_minor(const std::string& python) {
  const auto version = version_from_string(python);
  return version ? std::to_string(version->parts[0]) + "." + std::to_string(version->parts[1]) : python;
}

/// Invalid versions come first; torch_version reports them.
auto order(const VerifiedWith& with) {
  return std::make_tuple(version_from_string(with.torch), version_from_string(with.python), with.torch,
                         with.python, with.packages);
}

}  // namespace

VerifiedWith versions_of(const Header& captured) {
  VerifiedWith with{release(captured.torch), major_minor(captured.python), {}};
  for (const auto& [name, version] : captured.packages) with.packages[name] = without_local(version);
  return with;
}

bool is_verified(const std::vector<VerifiedWith>& verified, const VerifiedWith& with) {
  return std::ranges::any_of(verified, [&](const VerifiedWith& each) {
    return release(each.torch) == with.torch && major_minor(each.python) == with.python &&
           each.packages == with.packages;
  });
}

void add_verified(std::vector<VerifiedWith>& verified, const VerifiedWith& with) {
  if (!is_verified(verified, with)) verified.push_back(with);
  std::ranges::sort(verified, [](const VerifiedWith& left, const VerifiedWith& right) {
    return order(left) < order(right);
  });
}

Version torch_version(const VerifiedWith& with) {
  if (const auto version = version_from_string(with.torch)) return *version;
  throw InputError(
      {"not a torch version", "", "MAJOR.MINOR.PATCH such as 2.15.0", "'" + with.torch + "'", ""});
}

}  // namespace assay
