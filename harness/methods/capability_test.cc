// Declared cells: only from the case file.
#include "harness/methods/capability.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {
namespace {

const Setting kPhantom{{{2, 15, 0}}, true};

Case case_with(const std::string& keys) {
  return read_case_text(R"({"case": "net", "factory": "net.py:Net")" + keys + "}", "net.json").at(0);
}

const std::string kExpect = R"(, "expect": {
  "export*": [{"outcome": "diverges", "reason": "loses the hook"}],
  "make_fx": [{"outcome": "raises", "exception": "TypeError", "message": "no dict", "torch": "<2.13", "reason": "took no dicts"},
              {"outcome": "guarded", "device": "cuda:phantom", "reason": "one size"}]})";

std::string told(const Case& test, MethodId id, Device device, const Setting& setting) {
  const auto cell = declared(test, id, device, setting);
  return !cell ? "not to run" : describe(*cell) + (cell->reason.empty() ? "" : ", since " + cell->reason);
}

TEST_CASE("without an entry a method is declared to capture") {
  CHECK(told(case_with(""), MethodId::kAot, Device::kCpu, kPhantom) == "captured");
  CHECK(told(case_with(kExpect), MethodId::kAot, Device::kCpu, kPhantom) == "captured");
}

TEST_CASE("an entry declares the cells of its methods, device and versions") {
  const Case test = case_with(kExpect);
  CHECK(told(test, MethodId::kExportStrict, Device::kCuda, kPhantom) == "diverges, since loses the hook");
  CHECK(told(test, MethodId::kMakeFx, Device::kCpu, kPhantom) == "captured");
  CHECK(told(test, MethodId::kMakeFx, Device::kCuda, kPhantom) == "guarded, since one size");
  CHECK(told(test, MethodId::kMakeFx, Device::kCuda, {{{2, 15, 0}}, false}) == "captured");
  CHECK(told(test, MethodId::kMakeFx, Device::kCpu, {{{2, 12, 1}}, true}) ==
        "raises TypeError: no dict, since took no dicts");
}

TEST_CASE("a method that is not on the phantom is unsupported there, whatever the case says") {
  CHECK(told(case_with(kExpect), MethodId::kMakeFxReal, Device::kCuda, kPhantom) ==
        "unsupported, since real tracing needs values; the phantom has none");
  CHECK(told(case_with(kExpect), MethodId::kMakeFxReal, Device::kCuda, {{{2, 15, 0}}, false}) == "captured");
}

TEST_CASE("what a case leaves out is no cell") {
  const Case test = case_with(R"(, "methods": ["aot"], "devices": ["cpu"])");
  CHECK(told(test, MethodId::kMakeFx, Device::kCpu, kPhantom) == "not to run");
  CHECK(told(test, MethodId::kAot, Device::kCuda, kPhantom) == "not to run");
  const Feature feature{.id = "f", .group = "g", .means = "m", .probe = "net"};
  CHECK(capability_table({feature}, {test}, kPhantom).front().cells.size() == 1);
}

TEST_CASE("a probe that is no case is refused, and the nearest is named") {
  const Feature feature{.id = "f", .group = "g", .means = "m", .probe = "nte"};
  try {
    capability_table({feature}, {case_with("")}, kPhantom);
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.parts().what == "no case 'nte'; did you mean 'net'?");
    CHECK(error.parts().where == "f");
    CHECK(error.parts().next.text() == "assay list cases");
  }
}

}  // namespace
}  // namespace assay
