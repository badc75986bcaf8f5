// Golden file names, and which golden holds for a version.
#include "harness/golden_store/golden_name.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

const std::string kPairName = "make_fx@cpu";

TEST_CASE("a golden's file is named by method, device and, where versions differ, the first version") {
  CHECK(golden_file_name({kPairName}) == "make_fx@cpu.txt");
  CHECK(golden_file_name({kPairName, Version{{2, 14, 0}}}) == "make_fx@cpu.from-2.14.txt");
  CHECK(golden_file_name({kPairName, Version{{2, 14, 1}}}) == "make_fx@cpu.from-2.14.1.txt");
}

TEST_CASE("a name is read back, that of a JSON file of former times too") {
  for (const GoldenKey& key : {GoldenKey{kPairName}, GoldenKey{kPairName, Version{{2, 14, 0}}}})
    CHECK(key_of(golden_file_name(key)) == key);
  CHECK(key_of("g/seed/mlp/make_fx@cuda.from-2.9.json") == GoldenKey{"make_fx@cuda", Version{{2, 9, 0}}});
}

TEST_CASE("what has no such name is somebody else's") {
  for (const char* name : {"make_fx@cpu.json.orig", "make_fx@cpu.bak.txt", "make_fx@cpu", "notes.txt",
                           "@cpu.txt", "make_fx.a@cpu.txt"})
    CHECK_FALSE(key_of(name));
}

TEST_CASE("a from-name without a version is an error, not a golden that never holds") {
  const ScratchFolder unused;
  CHECK(message_of<InputError>(unused, [] { key_of("seed/mlp/make_fx@cpu.from-new.txt"); }) ==
        "seed/mlp/make_fx@cpu.from-new.txt: a golden whose name has no version\n"
        "  expected: a name such as make_fx@cpu.from-2.14.txt\n  found: 'new'\n"
        "  next: git log -- seed/mlp/make_fx@cpu.from-new.txt");
}

TEST_CASE("a case id that leads out of the folder is refused") {
  const ScratchFolder unused;
  CHECK(message_of<InputError>(unused, [] { case_folder("g", "../x"); }).starts_with("not a case id\n"));
}

/// The golden that holds for `torch` among a base, where `base`, and those from 2.9 and 2.14 on.
std::string holding(const std::string& torch, bool base = true) {
  std::vector<GoldenKey> goldens{{kPairName, Version{{2, 9, 0}}}, {kPairName, Version{{2, 14, 0}}}};
  if (base) goldens.insert(goldens.begin(), GoldenKey{kPairName});
  const auto golden = golden_holding(goldens, version_from_string(torch).value());
  return golden ? golden_file_name(*golden) : "none";
}

TEST_CASE("the highest from-version that is not above torch holds, else the base") {
  CHECK(holding("2.8.1") == "make_fx@cpu.txt");
  CHECK(holding("2.9.0") == "make_fx@cpu.from-2.9.txt");
  CHECK(holding("2.13.9") == "make_fx@cpu.from-2.9.txt");
  CHECK(holding("2.14.0+cu130") == "make_fx@cpu.from-2.14.txt");
  CHECK(holding("2.14.0.dev20260101") == "make_fx@cpu.from-2.14.txt");
  CHECK(holding("3.0.0") == "make_fx@cpu.from-2.14.txt");
}

TEST_CASE("without a base, versions before the first from-version have no golden") {
  CHECK(holding("2.8.1", false) == "none");
  CHECK(holding("2.9.0", false) == "make_fx@cpu.from-2.9.txt");
}

}  // namespace
}  // namespace assay
