// place: no gap and no overlap between the goldens of versions.
#include "harness/golden_store/placement.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

std::string versions(const std::vector<VerifiedWith>& list) {
  std::string text;
  for (const VerifiedWith& with : list) text += " " + with.torch;
  return text;
}

/// "here" or "from V", then the versions that the old golden keeps, and those that move.
std::string placed(const std::vector<std::string>& held, const std::string& torch) {
  std::vector<VerifiedWith> verified;
  for (const std::string& each : held) verified.push_back({each, "3.11", {}});
  const Placement result = place(verified, version_from_string(torch).value());
  std::string text =
      result.accepted == Placement::Place::kHere ? "here" : "from " + to_string(result.accepted_from);
  if (!result.earlier.empty()) text += "; keeps" + versions(result.earlier);
  if (!result.later.empty()) text += "; from " + to_string(result.later_from) + versions(result.later);
  return text;
}

TEST_CASE("a golden verified with the same torch is replaced") {
  CHECK(placed({"2.15.0"}, "2.15.0") == "here");
  CHECK(placed({"2.11.0", "2.15.0", "2.16.0"}, "2.15.0") == "here");
}

TEST_CASE("a golden verified with nothing is replaced") { CHECK(placed({}, "2.15.0") == "here"); }

TEST_CASE("a later version that differs gets a file from its minor series on") {
  CHECK(placed({"2.11.0", "2.13.1"}, "2.14.1") == "from 2.14.0; keeps 2.11.0 2.13.1");
}

TEST_CASE("within a minor series the file starts at the patch") {
  CHECK(placed({"2.14.0"}, "2.14.1") == "from 2.14.1; keeps 2.14.0");
}

TEST_CASE("an earlier version that differs takes the place, and the old golden moves to its own versions") {
  CHECK(placed({"2.15.0", "2.14.1"}, "2.11.0") == "here; from 2.14.0 2.15.0 2.14.1");
  CHECK(placed({"2.14.1"}, "2.14.0") == "here; from 2.14.1 2.14.1");
}

TEST_CASE("a version in the middle parts the golden in two") {
  CHECK(placed({"2.11.0", "2.15.0"}, "2.14.0") == "from 2.14.0; keeps 2.11.0; from 2.15.0 2.15.0");
}

}  // namespace
}  // namespace assay
