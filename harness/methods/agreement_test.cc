// Agreement: peers with the same program, and a peer with another.
#include "harness/methods/agreement.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

using enum MethodId;

std::string written(const std::string& operation) {
  return "graph forward\n%0 = input user \"0\" : f32[2]\n%1 = " + operation +
         "(self=%0) : f32[2]\noutput \"0\"=%1\n";
}

std::string told(const std::vector<std::pair<MethodId, std::string>>& graphs) {
  std::vector<LoweredFile> files;
  for (const auto& [method, graph] : graphs) files.push_back({method, parse_text(graph)});
  std::string lines;
  for (const Disagreement& one : disagreements(files))
    lines += std::string(to_string(one.method)) + " has " + to_string(one) + "\n";
  return lines;
}

const std::string kSin = written("aten.sin.default"), kCos = written("aten.cos.default");

}  // namespace

TEST_CASE("methods that record one program agree, whatever the others come down to") {
  CHECK(told({{kMakeFx, kSin}, {kNative, kSin}, {kDispatch, kSin}, {kDynamo, kCos}, {kMakeFxCoreAten, kCos}})
            .empty());
}

TEST_CASE("the one that is not with most of its peers is told, and by what") {
  CHECK(told({{kMakeFx, kCos}, {kDispatch, kSin}, {kNative, kSin}}) ==
        "make_fx has another forward program than dispatch: target aten.sin.default -> aten.cos.default\n");
}

TEST_CASE("of two that differ the later one is told, and a method is held against its own peers only") {
  CHECK(
      told({{kExport, kSin}, {kExportStrict, kCos}, {kAot, kCos}, {kAotMinCut, kCos}}) ==
      "export_strict has another forward program than export: target aten.sin.default -> aten.cos.default\n");
}

TEST_CASE("what a tracer keeps as an operator with a sub-graph is not held against what a recorder saw") {
  const std::string scanned =
      "graph forward\n%0 = input user \"0\" : f32[2]\n%1 = higher_order.scan(0=graph(forward/body), 1=%0) : "
      "f32[2]\n"
      "output \"0\"=%1\n\ngraph forward/body of %1\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n";
  CHECK(told({{kMakeFx, scanned}, {kNative, kSin}}).empty());
  CHECK_FALSE(told({{kMakeFx, kCos}, {kNative, kSin}}).empty());
}

TEST_CASE("a constant with another value is no other program, and one with another operator is") {
  const auto holding = [](const std::string& value, const std::string& operation) {
    return "graph forward\n%0 = input constant \"held\" data(\"" + value + "\") : f32[]\n%1 = " + operation +
           "(self=%0) : f32[]\noutput \"0\"=%1\n";
  };
  CHECK(told({{kDispatch, holding("AACAPw==", "aten.sin.default")},
              {kNative, holding("AAAAQA==", "aten.sin.default")}})
            .empty());
  CHECK_FALSE(told({{kDispatch, holding("AACAPw==", "aten.sin.default")},
                    {kNative, holding("AAAAQA==", "aten.cos.default")}})
                  .empty());
}

TEST_CASE("a method has a peer where another of its group is asked for") {
  CHECK(has_peer(kNative, std::vector{kNative, kMakeFx}));
  CHECK_FALSE(has_peer(kNative, std::vector{kNative, kExport}));
  CHECK_FALSE(has_peer(kDynamo, std::vector{kDynamo, kMakeFx, kNative}));
}

}  // namespace assay
