// Cases of callables, and the expectation that decides for a pair.
#include "harness/zoo/case.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

TEST_CASE("a callable in a Python file is a case with defaults") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("deep/my_model.py", "def build(): ...\n").string();
  const Case test = case_of_callable(file + ":build");
  CHECK(test.id == "my_model/build");
  CHECK(test.selector == file + ":build");
  CHECK(test.family == ".");
  CHECK(test.file == file);
  const nlohmann::ordered_json& worker = *test.expanded;
  CHECK(worker["factory"] == "my_model.py:build");
  CHECK(worker["folder"] == (scratch / "deep").string());
  CHECK(worker["inputs"] == nlohmann::ordered_json::array());
}

TEST_CASE("an id is made of what ids are made of") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("my model+1.py", "").string();
  CHECK(case_of_callable(file + ":Net.build").id == "my_model_1/Net.build");
}

TEST_CASE("what is no callable in a file is told with the command that would do") {
  const ScratchFolder scratch;
  const std::string file =
      scratch.write("m.py", "import torch\n\ndef _hidden(): ...\nclass Net(torch.nn.Module): ...\n").string();
  CHECK(message_of<InputError>(scratch, [&] { case_of_callable(file); }) ==
        "SCRATCH/m.py: names no callable\n  expected: FILE.py:CALLABLE\n  next: assay capture "
        "SCRATCH/m.py:Net --method aot_joint");
  CHECK(message_of<InputError>(scratch, [&] {
          case_of_callable(file + ":");
        }).starts_with("SCRATCH/m.py:: names no callable\n"));
  CHECK(message_of<InputError>(scratch, [&] { case_of_callable(file + ":a-b"); }) ==
        "SCRATCH/m.py:a-b: not the name of a callable\n  expected: FILE.py:CALLABLE\n  found: 'a-b'\n"
        "  next: assay capture SCRATCH/m.py:Net --method aot_joint");
  CHECK(message_of<InputError>(scratch, [&] { case_of_callable(scratch.root().string() + "/no.py:f"); }) ==
        "SCRATCH/no.py: no such file\n  expected: a Python file\n  found: nothing\n  next: ls SCRATCH");
  CHECK(message_of<InputError>(scratch, [&] { case_of_callable("nonsense"); }) ==
        "nonsense: not a callable in a Python file\n  expected: FILE.py:CALLABLE\n  found: 'nonsense'\n"
        "  next: assay capture FILE.py:CALLABLE --method aot_joint");
}

Case expecting(const std::string& entries) {
  return read_case_text(R"({"case": "a", "factory": "m:f", "expect": {"aot": [)" + entries + "]}}", "x.json")
      .at(0);
}

/// The reason of the deciding entry, or "captured".
std::string decided(const Case& test, Device device, bool phantom, const std::string& torch) {
  const Expectation* entry =
      expectation_for(test, MethodId::kAot, device, phantom, version_from_string(torch).value());
  return entry == nullptr ? "captured" : entry->reason;
}

TEST_CASE("the first entry whose device and torch hold decides") {
  const Case test = expecting(
      R"({"outcome": "crashes", "reason": "old", "torch": "<2.12"}, {"outcome": "crashes", "reason": "phantom", "device": "cuda:phantom"},
      {"outcome": "crashes", "reason": "gpu", "device": "cuda"}, {"outcome": "crashes", "reason": "any", "torch": ">=2.15"})");
  CHECK(decided(test, Device::kCpu, false, "2.11.0+cu130") == "old");
  CHECK(decided(test, Device::kCuda, true, "2.11.0") == "old");
  CHECK(decided(test, Device::kCuda, true, "2.14.0") == "phantom");
  CHECK(decided(test, Device::kCuda, false, "2.14.0") == "gpu");
  CHECK(decided(test, Device::kCpu, false, "2.15.0") == "any");
  CHECK(decided(test, Device::kCpu, false, "2.14.1") == "captured");
}

TEST_CASE("an entry for one device says nothing of another") {
  const Case real = expecting(R"({"outcome": "crashes", "reason": "r", "device": "cuda:real"})");
  CHECK(decided(real, Device::kCuda, false, "2.15.0") == "r");
  CHECK(decided(real, Device::kCuda, true, "2.15.0") == "captured");
  const Case cpu = expecting(R"({"outcome": "crashes", "reason": "r", "device": "cpu"})");
  CHECK(decided(cpu, Device::kCpu, false, "2.15.0") == "r");
  CHECK(decided(cpu, Device::kCuda, false, "2.15.0") == "captured");
}

TEST_CASE("tiers hold one another, and full has every method of what is in a smaller one") {
  const Case test =
      read_case_text(
          R"({"case": "a", "factory": "m:f", "methods": ["native", "aot", "dynamo"], "tiers": [{"default": ["aot", "native"]}, {"smoke": ["aot"]}]})",
          "x.json")
          .at(0);
  const auto methods_in = [&](std::string_view tier) {
    std::string names;
    for (const MethodId id : test.methods)
      if (is_in_tier(test, id, tier)) names += " " + std::string(to_string(id));
    return names;
  };
  CHECK(methods_in("smoke") == " aot");
  CHECK(methods_in("default") == " native aot");
  CHECK(methods_in("full") == " native aot dynamo");
  CHECK(methods_in("nightly") == "");
  CHECK(tiers_of(test, MethodId::kAot) == std::vector<std::string>{"default", "smoke"});
  CHECK(tiers_of(test, MethodId::kNative) == std::vector<std::string>{"default"});
  CHECK(tiers_of(test, MethodId::kDynamo) == std::vector<std::string>{"full"});
}

TEST_CASE("full too may have some of a case's methods alone, where the case is in no smaller tier") {
  const Case test =
      read_case_text(R"({"case": "a", "factory": "m:f", "tiers": [{"full": ["native"]}]})", "x.json").at(0);
  CHECK(is_in_tier(test, MethodId::kNative, "full"));
  CHECK_FALSE(is_in_tier(test, MethodId::kAot, "full"));
  CHECK(tiers_of(test, MethodId::kAot).empty());
}

TEST_CASE("a tier that is none of the three is in no other") {
  const Case test =
      read_case_text(R"({"case": "a", "factory": "m:f", "tiers": ["isolation"]})", "x.json").at(0);
  CHECK(is_in_tier(test, MethodId::kAot, "isolation"));
  CHECK_FALSE(is_in_tier(test, MethodId::kAot, "full"));
  CHECK(tiers_of(test, MethodId::kAot) == std::vector<std::string>{"isolation"});
}

TEST_CASE("an entry for one method says nothing of another") {
  const Case test = expecting(R"({"outcome": "crashes", "reason": "r"})");
  CHECK(expectation_for(test, MethodId::kAotJoint, Device::kCpu, false, {{2, 15, 0}}) == nullptr);
}

}  // namespace
}  // namespace assay
