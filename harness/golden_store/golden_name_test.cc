// Golden file names, and which golden holds for a version.
#include "harness/golden_store/golden_name.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

const PairId kPair{"seed/mlp", MethodId::kMakeFx, Device::kCpu};

TEST_CASE("a golden is named by method, device and, where versions differ, the first version") {
  CHECK(golden_file("g", kPair, std::nullopt) == "g/seed/mlp/make_fx@cpu.json");
  CHECK(golden_file("g", kPair, Version{{2, 14, 0}}) == "g/seed/mlp/make_fx@cpu.from-2.14.json");
  CHECK(golden_file("g", kPair, Version{{2, 14, 1}}) == "g/seed/mlp/make_fx@cpu.from-2.14.1.json");
}

TEST_CASE("a case id that leads out of the folder is refused") {
  const ScratchFolder unused;
  CHECK(message_of<InputError>(unused, [] {
          golden_file("g", {"../x", MethodId::kMakeFx, Device::kCpu}, std::nullopt);
        }).starts_with("not a case id\n"));
}

/// The name of the golden that holds for `torch`, or "none".
std::string holding(const ScratchFolder& scratch, const std::string& torch) {
  const auto golden = golden_holding(goldens_of(scratch.root(), kPair), version_from_string(torch).value());
  return golden ? golden->file.filename().string() : "none";
}

TEST_CASE("the highest from-version that is not above torch holds, else the base") {
  const ScratchFolder scratch;
  for (const char* name : {"make_fx@cpu.json", "make_fx@cpu.from-2.9.json", "make_fx@cpu.from-2.14.json"})
    scratch.write(std::string("seed/mlp/") + name, "");
  CHECK(holding(scratch, "2.8.1") == "make_fx@cpu.json");
  CHECK(holding(scratch, "2.9.0") == "make_fx@cpu.from-2.9.json");
  CHECK(holding(scratch, "2.13.9") == "make_fx@cpu.from-2.9.json");
  CHECK(holding(scratch, "2.14.0+cu130") == "make_fx@cpu.from-2.14.json");
  CHECK(holding(scratch, "2.14.0.dev20260101") == "make_fx@cpu.from-2.14.json");
  CHECK(holding(scratch, "3.0.0") == "make_fx@cpu.from-2.14.json");
}

TEST_CASE("without a base, versions before the first from-version have no golden") {
  const ScratchFolder scratch;
  scratch.write("seed/mlp/make_fx@cpu.from-2.14.json", "");
  CHECK(holding(scratch, "2.13.0") == "none");
  CHECK(holding(scratch, "2.14.0") == "make_fx@cpu.from-2.14.json");
}

TEST_CASE("goldens of other methods, devices and cases are not this pair's") {
  const ScratchFolder scratch;
  for (const char* name : {"make_fx_real@cpu.json", "make_fx@cuda.json", "x/make_fx@cpu.json",
                           "make_fx@cpu.json.orig", "make_fx@cpu.bak.json"})
    scratch.write(std::string("seed/mlp/") + name, "");
  CHECK(holding(scratch, "2.15.0") == "none");
}

TEST_CASE("a from-name without a version is an error, not a golden that never holds") {
  const ScratchFolder scratch;
  scratch.write("seed/mlp/make_fx@cpu.from-new.json", "");
  CHECK(message_of<InputError>(scratch, [&] { holding(scratch, "2.15.0"); }) ==
        "SCRATCH/seed/mlp/make_fx@cpu.from-new.json: a golden whose name has no version\n"
        "  expected: a name such as make_fx@cpu.from-2.14.json\n  found: 'new'\n"
        "  next: git mv SCRATCH/seed/mlp/make_fx@cpu.from-new.json to such a name");
}

}  // namespace
}  // namespace assay
