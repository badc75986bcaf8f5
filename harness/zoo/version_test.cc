// Version and VersionRange: valid texts and matching ranges.
#include "harness/zoo/version.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

std::string read(std::string_view text) {
  const auto version = version_from_string(text);
  return version ? to_string(*version) : "no version";
}

bool holds(std::string_view range, std::string_view version) {
  return VersionRange::parse(range).value().holds(version_from_string(version).value());
}

TEST_CASE("a local part is dropped and a development build counts as its release") {
  CHECK(read("2.15.0") == "2.15.0");
  CHECK(read("2.15.0+cu130") == "2.15.0");
  CHECK(read("2.16.0.dev20261101") == "2.16.0");
  CHECK(read("2.16.0.dev20261101+cpu") == "2.16.0");
  CHECK(read("2.15.0rc2") == "2.15.0");
  CHECK(read("2.15.0a0+git1f2e") == "2.15.0");
  CHECK(read("2.11") == "2.11.0");
  CHECK(read("3.13.0+") == "3.13.0");
}

TEST_CASE("what is no version is nothing, not zero") {
  for (const char* text : {"", "2", "2.", "x.y", "2.x", "v2.15.0", "2.15.0-", "2.15.0 ", " 2.15.0",
                           "2.15.0.1x", "2.15.0rc", "9999999999.1", "2.15.0+a b"}) {
    INFO(text);
    CHECK(read(text) == "no version");
  }
}

TEST_CASE("versions are ordered by number, not by text") {
  CHECK(version_from_string("2.9") < version_from_string("2.11"));
  CHECK(version_from_string("2.11.1") > version_from_string("2.11"));
}

TEST_CASE("a range holds when all of its comparisons hold") {
  CHECK(holds(">=2.11,<2.14", "2.11.0"));
  CHECK(holds(">=2.11,<2.14", "2.13.9+cu130"));
  CHECK(holds(" >= 2.11 , < 2.14 ", "2.12.0"));
  CHECK(holds("==2.15.0", "2.15.0"));
  CHECK(holds("<=2.15", "2.15.0"));
  CHECK(holds(">2.14.1", "2.15.0"));
}

TEST_CASE("a range does not hold just outside of it") {
  CHECK_FALSE(holds(">=2.11,<2.14", "2.10.9"));
  CHECK_FALSE(holds(">=2.11,<2.14", "2.14.0"));
  CHECK_FALSE(holds("==2.15.0", "2.15.1"));
  CHECK_FALSE(holds("<=2.15", "2.15.1"));
  CHECK_FALSE(holds(">2.14.1", "2.14.1"));
}

TEST_CASE("an empty range holds for every version, but no text reads as one") {
  CHECK(VersionRange().holds({{0, 0, 0}}));
  CHECK(VersionRange().holds({{99, 0, 0}}));
  CHECK_FALSE(VersionRange::parse(""));
}

TEST_CASE("what is no range is nothing") {
  for (const char* text : {"2.11", "=2.11", "~=2.11", ">=", ">=2.11,", ",<2", ">=2.11;<2.14", "!=2.11"}) {
    INFO(text);
    CHECK_FALSE(VersionRange::parse(text));
  }
}

}  // namespace
}  // namespace assay
