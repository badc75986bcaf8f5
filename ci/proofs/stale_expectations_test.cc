// Entries that declare nothing: each beside one that does.
#include "ci/proofs/stale_expectations.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

std::vector<std::string> stale(const std::string& keys) {
  std::vector<std::string> places;
  const std::string text = R"({"case": "net", "factory": "net.py:Net", )" + keys + "}";
  for (const ErrorParts& breach : stale_expectations(read_case_text(text, "net.json")))
    places.push_back(breach.where);
  return places;
}

using Places = std::vector<std::string>;

constexpr const char* kAny = R"({"outcome": "diverges", "reason": "r"})";
constexpr const char* kOld = R"({"outcome": "diverges", "reason": "r", "torch": "<2.13"})";
constexpr const char* kNew = R"({"outcome": "guarded", "reason": "r", "torch": ">=2.13"})";

std::string expect(const std::string& key, const std::string& entries) {
  return R"("expect": {")" + key + "\": [" + entries + "]}";
}

TEST_CASE("an entry that decides for a pair is not stale") {
  CHECK(stale(expect("make_fx", kAny)).empty());
  CHECK(stale(expect("make_fx", std::string(kOld) + ", " + kNew)).empty());
  CHECK(stale(expect("make_fx", std::string(kOld) + ", " + kAny)).empty());
}

TEST_CASE("an entry behind others that always come first is stale") {
  CHECK(stale(expect("make_fx", std::string(kAny) + ", " + kOld)) ==
        Places{"net.json: net: expect.make_fx[1]"});
  CHECK(stale(expect("make_fx", std::string(kOld) + ", " + kNew + ", " + kAny)) ==
        Places{"net.json: net: expect.make_fx[2]"});
}

TEST_CASE("an entry for a device or a method that the case leaves out is stale") {
  const std::string on_cuda = R"({"outcome": "diverges", "reason": "r", "device": "cuda:phantom"})";
  CHECK(stale(expect("make_fx", on_cuda)).empty());
  CHECK(stale(R"("devices": ["cpu"], )" + expect("make_fx", on_cuda)) ==
        Places{"net.json: net: expect.make_fx[0]"});
  CHECK(stale(R"("methods": ["aot"], )" + expect("make_fx", kAny)) ==
        Places{"net.json: net: expect.make_fx[0]"});
}

TEST_CASE("an entry for versions that no method supports, or for real tracing on the phantom, is stale") {
  CHECK(stale(expect("make_fx", R"({"outcome": "diverges", "reason": "r", "torch": "<2.11"})")).size() == 1);
  const std::string on_phantom = R"({"outcome": "diverges", "reason": "r", "device": "cuda:phantom"})";
  CHECK(stale(expect("make_fx_real", on_phantom)).size() == 1);
  CHECK(stale(expect("make_fx_real", R"({"outcome": "diverges", "reason": "r", "device": "cuda:real"})"))
            .empty());
}

TEST_CASE("an entry under a glob is stale when methods of their own entries leave it none") {
  const std::string own = R"("export": [)" + std::string(kAny) + R"(], "export_strict": [)" + kAny + "]";
  CHECK(stale(R"("expect": {"export*": [)" + std::string(kAny) + R"(], "export": [)" + kAny + "]}").empty());
  CHECK(stale(R"("expect": {"export*": [)" + std::string(kAny) + "], " + own + "}") ==
        Places{"net.json: net: expect.export*[0]"});
}

TEST_CASE("what a file says of all of its cases is stale when it decides for none of them") {
  const auto stale_in = [](const std::string& first, const std::string& second) {
    Places places;
    const std::string text = R"({"factory": "net.py:Net", )" + expect("make_fx", kAny) +
                             R"(, "each": [{"case": "a")" + first + R"(}, {"case": "b")" + second + "}]}";
    for (const ErrorParts& breach : stale_expectations(read_case_text(text, "net.json")))
      places.push_back(breach.where);
    return places;
  };
  const std::string own = ", " + expect("make_fx", kAny);
  CHECK(stale_in("", "").empty());
  CHECK(stale_in(own, "").empty());
  CHECK(stale_in(own, own) == Places{"net.json: expect.make_fx[0]"});
  CHECK(stale_in(own, R"(, "methods": ["aot"])") == Places{"net.json: expect.make_fx[0]"});
}

TEST_CASE("a stale entry is told with what it says and what to do") {
  const auto cases = read_case_text(
      R"({"case": "net", "factory": "net.py:Net", "methods": ["aot"], "expect": {"make_fx": [{"outcome": "diverges", "reason": "bakes the size"}]}})",
      "net.json");
  REQUIRE(stale_expectations(cases).size() == 1);
  CHECK(to_message(stale_expectations(cases).front()) ==
        "net.json: net: expect.make_fx[0]: stale: it decides for no pair of the case\n"
        "  expected: an entry that comes first for some method, device and version\n"
        "  found: diverges: bakes the size\n"
        "  next: remove it from net.json");
}

}  // namespace
}  // namespace assay
