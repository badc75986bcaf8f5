// Shared causes: reading, naming, and a message per breach.
#include "harness/zoo/shared_causes.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"
#include "harness/zoo/project.h"

namespace assay {
namespace {

constexpr const char* kAsks =
    R"({"outcome": "raises", "exception": "RuntimeError", "message": "item", "reason": "asks for a number"})";
constexpr const char* kBranch = R"({"outcome": "diverges", "reason": "one branch"})";

/// A family of a case file and its causes. By default there are two, both used.
struct Family : ScratchFolder {
  std::string causes = std::string(R"({"causes": {"asks": )") + kAsks + ",\n \"branch\": " + kBranch + "}}";
  std::string expect = R"({"aot": ["asks"], "native": [{"cause": "branch", "device": "cpu"}]})";
  std::string expect_of_file;

  std::vector<Case> cases() const {
    write("models/f/causes.json", causes);
    const std::string shared = expect_of_file.empty() ? "" : R"("expect": )" + expect_of_file + ", ";
    write("models/f/x.json", R"({"factory": "m:f", )" + shared + R"("each": [{"case": "f/a", "expect": )" +
                                 expect + R"(}, {"case": "f/b"}]})");
    return all_cases({root()});
  }
  std::string breach() const {
    const std::string text = message_of<InputError>(*this, [&] { cases(); });
    return text.substr(0, text.find("\n  next: "));
  }
  std::string breach_of_causes(const std::string& text) {
    causes = text;
    return breach();
  }
  std::string breach_of_entry(const std::string& entry) {
    expect = R"({"aot": ["asks", "branch", )" + entry + "]}";
    return breach();
  }
};

/// The entries of a case, without their places.
std::string said(const Case& test, MethodId method) {
  std::string text;
  for (const auto& entry : test.expanded->at("expect").value(std::string(to_string(method)), OrderedJson()))
    text += entry.dump() + "\n";
  return text;
}

TEST_CASE("an expectation that names a cause says what the cause says, where the expectation says it holds") {
  const Case test = Family().cases().at(0);
  const Expectation& asks = test.expect.at(MethodId::kAot).at(0);
  CHECK(asks.outcome == Outcome::kRaises);
  CHECK(asks.exception == "RuntimeError");
  CHECK(asks.message == "item");
  CHECK(asks.reason == "asks for a number");
  CHECK(asks.cause == "asks");
  CHECK(asks.device == ExpectDevice::kAny);
  const Expectation& branch = test.expect.at(MethodId::kNative).at(0);
  CHECK(branch.outcome == Outcome::kDiverges);
  CHECK(branch.device == ExpectDevice::kCpu);
}

TEST_CASE("causes and globs are resolved in what the worker and 'assay list cases --json' get") {
  Family family;
  family.expect = R"({"aot_m*": [{"cause": "asks", "torch": "<2.13"}, "branch"]})";
  const Case test = family.cases().at(0);
  CHECK(said(test, MethodId::kAotMinCut) ==
        "{\"outcome\":\"raises\",\"exception\":\"RuntimeError\",\"message\":\"item\",\"reason\":\"asks for a "
        "number\",\"cause\":\"asks\",\"torch\":\"<2.13\"}\n"
        "{\"outcome\":\"diverges\",\"reason\":\"one branch\",\"cause\":\"branch\"}\n");
  CHECK(said(test, MethodId::kAot).empty());
}

TEST_CASE("another cause than the one that is named is another expectation") {
  Family family, defective;
  defective.causes = std::string(R"({"causes": {"branch": )") + kAsks + R"(, "asks": )" + kBranch + "}}";
  CHECK(said(family.cases().at(0), MethodId::kAot) != said(defective.cases().at(0), MethodId::kAot));
}

TEST_CASE("what a file expects holds for each of its cases where the case says nothing of its own") {
  Family family;
  family.expect_of_file = R"({"aot*": ["branch"], "native": ["branch"]})";
  const auto cases = family.cases();
  const auto outcome = [&](std::size_t index, MethodId method, Device device) {
    const Expectation* found =
        expectation_for(cases.at(index), method, device, false, version_from_string("2.15").value());
    return found == nullptr ? Outcome::kCaptured : found->outcome;
  };
  CHECK(outcome(0, MethodId::kAot, Device::kCpu) == Outcome::kRaises);  // the case's own entry comes before
                                                                        // the file's
  CHECK(outcome(0, MethodId::kAotMinCut, Device::kCpu) == Outcome::kDiverges);
  CHECK(outcome(0, MethodId::kNative, Device::kCuda) == Outcome::kDiverges);  // the case's own entry is for
                                                                              // the CPU only
  CHECK(outcome(1, MethodId::kAot, Device::kCpu) == Outcome::kDiverges);
  CHECK(outcome(1, MethodId::kDispatch, Device::kCpu) == Outcome::kCaptured);
}

TEST_CASE("a case's glob comes before what its file says of the method by name, and may say 'captured'") {
  Family family;
  family.expect_of_file = R"({"aot": ["asks"], "native": ["branch"]})";
  family.expect = R"({"aot*": [{"outcome": "captured", "reason": "asks nothing"}]})";
  const Case test = family.cases().at(0);
  const Expectation* found = expectation_for(test, MethodId::kAot, Device::kCpu, false, kLaterThanAny);
  REQUIRE(found != nullptr);
  CHECK(found->outcome == Outcome::kCaptured);
}

TEST_CASE("a cause that nobody wrote is an error with the nearest") {
  Family family;
  family.expect = R"({"aot": ["asks", "branhc"]})";
  const std::string expected =
      "unknown cause 'branhc'; did you mean 'branch'?\n  expected: one of 'asks', 'branch', of "
      "SCRATCH/models/f/causes.json\n  found: \"branhc\"";
  CHECK(family.breach() == "SCRATCH/models/f/x.json:1: each[0].expect.aot[1]: " + expected);
  family.expect = R"({"aot": ["asks", {"cause": "branhc", "device": "cpu"}]})";
  CHECK(family.breach() == "SCRATCH/models/f/x.json:1: each[0].expect.aot[1].cause: " + expected);
}

TEST_CASE("a folder without causes says so when one is named") {
  const ScratchFolder scratch;
  const auto file =
      scratch.write("x.json", R"({"case": "a", "factory": "m:f", "expect": {"aot": ["asks"]}})");
  CHECK(message_of<InputError>(scratch, [&] { read_case_file(file, {}); })
            .starts_with("SCRATCH/x.json:1: expect.aot[0]: unknown cause 'asks'\n  expected: a cause in "
                         "causes.json beside the case file, which has none\n"));
}

TEST_CASE("a cause that no expectation names is an error") {
  Family family;
  family.expect = R"({"aot": ["asks"]})";
  CHECK(family.breach() ==
        "SCRATCH/models/f/causes.json:2: causes.branch: no expectation names the cause 'branch'\n"
        "  expected: a case file beside it that does, or no such cause\n"
        "  found: {\"outcome\":\"diverges\",\"reason\":\"one branch\"}");
  family.write("models/g/y.json", R"({"case": "g/y", "factory": "m:f"})");
  family.write("models/g/causes.json", family.causes);
  family.expect = R"({"aot": ["asks", "branch"]})";
  CHECK(family.breach().starts_with("SCRATCH/models/g/causes.json:1: causes.asks: no expectation names"));
}

TEST_CASE("a cause that repeats another is an error, and so is an entry that repeats a cause") {
  Family family;
  const std::string twice = std::string(R"({"causes": {"asks": )") + kAsks + ",\n\"branch\": " + kBranch +
                            ",\n\"fork\": " + kBranch + "}}";
  CHECK(family.breach_of_causes(twice).starts_with(
      "SCRATCH/models/f/causes.json:3: causes.fork: repeats the cause 'branch'\n  expected: each cause "
      "once; expectations may share it\n"));
  CHECK(Family().breach_of_entry(kBranch) ==
        "SCRATCH/models/f/x.json:1: each[0].expect.aot[2]: repeats the cause 'branch' of "
        "SCRATCH/models/f/causes.json\n  expected: \"branch\", or {\"cause\": \"branch\", \"device\": ..}\n"
        "  found: {\"outcome\":\"diverges\",\"reason\":\"one branch\"}");
  CHECK(Family().breach_of_entry(R"({"outcome": "diverges", "reason": "another"})") == "no error");
}

TEST_CASE("each breach of a file of causes, or of an entry that names one, has its message") {
  const auto cause = [](const std::string& text) {
    return Family().breach_of_causes(R"({"causes": {"asks": )" + text + "}}");
  };
  const std::string at = "SCRATCH/models/f/causes.json:1: ";
  CHECK(Family().breach_of_causes("{}").starts_with(at + "the key 'causes' is missing\n"));
  CHECK(Family().breach_of_causes(R"({"assay_causes": 2, "causes": {}})").starts_with(at + "assay_causes: "));
  CHECK(Family().breach_of_causes(R"({"cuases": {}})").starts_with(at + "cuases: unknown key 'cuases'"));
  CHECK(Family()
            .breach_of_causes(R"({"causes": {"Asks": {}}})")
            .starts_with(at + "causes.Asks: 'Asks' is no name of a cause\n  expected: a name of a-z, 0-9"));
  CHECK(cause(R"({"outcome": "raises", "reason": "r"})")
            .starts_with(at + "causes.asks: the key 'exception' is missing\n"));
  CHECK(cause(R"({"outcome": "diverges", "reason": "r", "device": "cpu"})")
            .starts_with(at + "causes.asks.device: unknown key 'device'"));
  CHECK(Family()
            .breach_of_entry(R"({"cause": "asks", "reason": "r"})")
            .starts_with("SCRATCH/models/f/x.json:1: each[0].expect.aot[2].reason: unknown key 'reason'"));
  CHECK(Family().breach_of_entry("3").starts_with(
      "SCRATCH/models/f/x.json:1: each[0].expect.aot[2]: not an object\n"));
}

TEST_CASE("a file of causes holds no case, and says so when it is asked for one") {
  const Family family;
  REQUIRE(family.cases().size() == 2);
  const std::string file = (family / "models/f/causes.json").string();
  CHECK(message_of<InputError>(family, [&] {
          select_cases({family.root()}, {file});
        }).starts_with("SCRATCH/models/f/causes.json: holds the causes of the case files beside it"));
}

}  // namespace
}  // namespace assay
