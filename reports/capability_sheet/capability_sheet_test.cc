// Writers of the declared table: text, details, Markdown, JSON.
#include "reports/capability_sheet/capability_sheet.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

const std::vector<Case>& cases() {
  static const std::vector<Case> all = read_case_text(
      R"json({"methods": ["make_fx", "make_fx_real", "aot_joint"], "each": [
        {"case": "net/plain", "factory": "net.py:Plain"},
        {"case": "net/numpy", "factory": "net.py:Numpy", "devices": ["cpu"], "expect": {
          "make_fx": [{"outcome": "raises", "exception": "RuntimeError", "message": ".numpy()", "reason": "it escapes"}],
          "make_fx_real": [{"outcome": "diverges", "reason": "it is a constant"}]}},
        {"case": "net/branch", "factory": "net.py:Branch", "expect": {
          "make_fx": [{"outcome": "guarded", "device": "cpu", "reason": "one way"}],
          "aot_joint": [{"outcome": "replay_fails", "reason": "no value"}]}}]})json",
      "net.json");
  return all;
}

CapabilitySheet sheet(const std::vector<MethodId>& methods = {MethodId::kMakeFx, MethodId::kMakeFxReal,
                                                              MethodId::kAotJoint}) {
  const Setting setting{{{2, 15, 0}}, true};
  const std::vector<Feature> features{
      {"backward", "Declared", "gradients are results", "net/plain", "", Need::kBackward, ""},
      {"plain", "Rest", "a layer", "net/plain", "", {}, ""},
      {"numpy", "Rest", "NumPy computes a part", "net/numpy", "pytorch#113034", {}, ""},
      {"branch", "Rest", "a branch", "net/branch", "", {}, ""}};
  return {setting, methods, capability_table(features, cases(), setting)};
}

std::string without_legend(const std::string& text) { return text.substr(0, text.find("\n+ captured")); }

TEST_CASE("the table has a sign per method, and a line per device only where they differ") {
  CHECK(without_legend(capability_text(sheet(), Color::kOff)) ==
        R"(4 features, as declared for torch 2.15.0, cuda is the phantom

make_fx
| make_fx_real
| | aot_joint

Declared
- - +  backward

Rest
+ + +  plain
R D +  numpy                    cpu
g + F  branch                   cpu
+ - F  branch                   cuda
)");
}

TEST_CASE("the table says what its signs mean, and which method the phantom cannot have") {
  const std::string text = capability_text(sheet(), Color::kOff);
  CHECK(text.find("\nD diverges: silently wrong\n") != std::string::npos);
  CHECK(text.find("\nmake_fx_real on cuda: real tracing needs values; the phantom has none\n") !=
        std::string::npos);
  CapabilitySheet real = sheet();
  real.setting.phantom = false;
  CHECK(capability_text(real, Color::kOff).find("make_fx_real on cuda") == std::string::npos);
}

TEST_CASE("a feature that no case probes is a row of points, and says why") {
  CapabilitySheet one = sheet();
  one.rows = {
      {{.id = "kernel", .group = "Rest", .means = "a kernel", .probe = "", .unprobed = "none sees it"}, {}},
      one.rows[2]};
  CHECK(capability_text(one, Color::kOff).find("\n. . .  kernel\n") != std::string::npos);
  CHECK(
      capability_details(one, Color::kOff).find("\nkernel: a kernel\n  no case probes it: none sees it\n") !=
      std::string::npos);
  CHECK(nlohmann::json::parse(capability_json(one))[0]["unprobed"] == "none sees it");
}

TEST_CASE("details name a twin, and where there is none none") {
  CapabilitySheet one = sheet();
  one.rows = {one.rows[2]};
  CHECK(capability_details(one, Color::kOff).find("twin") == std::string::npos);
  one.rows[0].feature.twin = "net/plain";
  CHECK(capability_details(one, Color::kOff).find("  probe: net/numpy\n  twin, which replays: net/plain\n") !=
        std::string::npos);
}

TEST_CASE("signs are coloured when asked for") {
  CHECK(capability_text(sheet(), Color::kOn).find("\x1b[") != std::string::npos);
  CHECK(capability_text(sheet(), Color::kOff).find("\x1b[") == std::string::npos);
}

TEST_CASE("details give each outcome with its methods, devices and reason") {
  CHECK(capability_details(sheet(), Color::kOff) ==
        R"(as declared for torch 2.15.0, cuda is the phantom
make_fx_real on cuda: real tracing needs values; the phantom has none

backward: gradients are results
  probe: net/plain
  not expressed
    cpu, cuda: make_fx, make_fx_real
  expressed
    cpu, cuda: aot_joint

numpy: NumPy computes a part (pytorch#113034)
  probe: net/numpy
  raises RuntimeError: .numpy()
    cpu: make_fx
    because it escapes
  diverges
    cpu: make_fx_real
    because it is a constant
  captured
    cpu: aot_joint

branch: a branch
  probe: net/branch
  guarded
    cpu: make_fx
    because one way
  captured
    cpu: make_fx_real
    cuda: make_fx
  replay_fails
    cpu, cuda: aot_joint
    because no value

captured, and replay agrees with eager: 1 of 4 features: plain
)");
}

TEST_CASE("details of one method name devices only, and of one feature hide nothing") {
  CHECK(capability_details(sheet({MethodId::kAotJoint}), Color::kOff) ==
        R"(as declared for torch 2.15.0, cuda is the phantom

branch: a branch
  probe: net/branch
  replay_fails
    cpu, cuda
    because no value

captured, and replay agrees with eager: 3 of 4 features: backward, plain, numpy
)");
  CapabilitySheet one = sheet();
  one.rows = {one.rows[1]};
  CHECK(capability_details(one, Color::kOff)
            .find("plain: a layer\n  probe: net/plain\n  captured\n    cpu, cuda: every method\n") !=
        std::string::npos);
}

TEST_CASE("as Markdown each group is a table") {
  const std::string text = capability_markdown(sheet());
  CHECK(text.find("#### Rest\n\n"
                  "| feature | device | `make_fx` | `make_fx_real` | `aot_joint` |\n"
                  "|---|---|:-:|:-:|:-:|\n"
                  "| `plain` | both | + | + | + |\n"
                  "| `numpy` | cpu | R | D | + |\n"
                  "| `branch` | cpu | g | + | F |\n"
                  "| `branch` | cuda | + | - | F |\n") != std::string::npos);
  CHECK(text.find("`D` diverges: silently wrong") != std::string::npos);
}

TEST_CASE(
    "as JSON each cell has its outcome, what it says, its reason, and whether a declared feature is "
    "expressed") {
  const auto features = nlohmann::json::parse(capability_json(sheet()));
  REQUIRE(features.size() == 4);
  const auto& numpy = features[2];
  CHECK(numpy["issue"] == "pytorch#113034");
  REQUIRE(numpy["cells"].size() == 3);
  CHECK(numpy["cells"][0] == nlohmann::json({{"method", "make_fx"},
                                             {"device", "cpu"},
                                             {"outcome", "raises"},
                                             {"exception", "RuntimeError"},
                                             {"message", ".numpy()"},
                                             {"reason", "it escapes"},
                                             {"expresses", nullptr}}));
  CHECK(features[0]["cells"][0]["expresses"] == false);
  CHECK(features[3]["cells"].size() == 6);
}

}  // namespace
}  // namespace assay
