// Verified versions: their recorded form, and their equality.
#include "harness/golden_store/verified.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {
namespace {

Header header(const std::string& torch, const std::string& python = "3.11.2",
              std::map<std::string, std::string> packages = {}) {
  Header result;
  result.torch = torch;
  result.python = python;
  result.packages = std::move(packages);
  return result;
}

const std::vector<VerifiedWith> kVerified{{"2.15.0", "3.11", {{"torchvision", "0.30.0"}}}};

bool verified(const Header& captured) { return is_verified(kVerified, versions_of(captured)); }

TEST_CASE("versions are written down without what differs between machines") {
  CHECK(versions_of(header("2.15.0+cu130", "3.11.2", {{"torchvision", "0.30.0+cpu"}})) == kVerified[0]);
  CHECK(versions_of(header("2.16.0.dev20261101+cpu")).torch == "2.16.0");
}

TEST_CASE("local parts and Python's patch number do not matter") {
  CHECK(verified(header("2.15.0+cu130", "3.11.9", {{"torchvision", "0.30.0+cu130"}})));
}

TEST_CASE("another torch, Python or package is not verified") {
  CHECK_FALSE(verified(header("2.15.1", "3.11.2", {{"torchvision", "0.30.0"}})));
  CHECK_FALSE(verified(header("2.15.0", "3.12.2", {{"torchvision", "0.30.0"}})));
  CHECK_FALSE(verified(header("2.15.0", "3.11.2", {{"torchvision", "0.30.1"}})));
  CHECK_FALSE(verified(header("2.15.0", "3.11.2")));
  CHECK_FALSE(is_verified({}, versions_of(header("2.15.0"))));
}

TEST_CASE("the list is in order of version and holds each once") {
  std::vector<VerifiedWith> list;
  for (const char* torch : {"2.15.0", "2.9.1", "2.11.0+cpu", "2.15.0+cu130"})
    add_verified(list, versions_of(header(torch)));
  std::string told;
  for (const VerifiedWith& with : list) told += with.torch + " " + with.python + "; ";
  CHECK(told == "2.9.1 3.11; 2.11.0 3.11; 2.15.0 3.11; ");
}

TEST_CASE("a version that is none is an error where a version is needed") {
  CHECK(torch_version(kVerified[0]) == Version{{2, 15, 0}});
  CHECK_THROWS_AS(torch_version({"new", "3.11", {}}), InputError);
}

}  // namespace
}  // namespace assay
