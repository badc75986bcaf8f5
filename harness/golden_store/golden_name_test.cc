// Names of goldens, and the golden that holds for a version.
#include "harness/golden_store/golden_name.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

const std::string kPairName = "make_fx@cpu";

TEST_CASE("the file of a case is its id below the folder, and tells the case again, dots in its name too") {
  for (const char* id : {"seed/mlp", "a", "net/v1.2"}) {
    CHECK(golden_file("g", id) == std::string("g/") + id + ".txt");
    CHECK(case_of("g", golden_file("g", id)) == id);
  }
}

TEST_CASE("a case id that leads out of the folder is refused") {
  const ScratchFolder unused;
  CHECK(message_of<InputError>(unused, [] { golden_file("g", "../x"); }).starts_with("not a case id\n"));
}

/// The golden that holds for `torch`, of a base (if `base`) and goldens from 2.9 and 2.14 on.
std::string holding(const std::string& torch, bool base = true) {
  std::vector<GoldenKey> goldens{{kPairName, Version{{2, 9, 0}}}, {kPairName, Version{{2, 14, 0}}}};
  if (base) goldens.insert(goldens.begin(), GoldenKey{kPairName});
  const auto golden = golden_holding(goldens, version_from_string(torch).value());
  return !golden ? "none" : golden->from ? "from " + from_text(*golden->from) : "base";
}

TEST_CASE("the highest from-version that is not above torch holds, else the base") {
  CHECK(holding("2.8.1") == "base");
  CHECK(holding("2.9.0") == "from 2.9");
  CHECK(holding("2.13.9") == "from 2.9");
  CHECK(holding("2.14.0+cu130") == "from 2.14");
  CHECK(holding("2.14.0.dev20260101") == "from 2.14");
  CHECK(holding("3.0.0") == "from 2.14");
}

TEST_CASE("without a base, versions before the first from-version have no golden") {
  CHECK(holding("2.8.1", false) == "none");
  CHECK(holding("2.9.0", false) == "from 2.9");
}

}  // namespace
}  // namespace assay
