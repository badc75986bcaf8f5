// OperatorList: text graphs in, signatures with counts out.
#include "reports/operator_list/operator_list.h"

#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/graph/text.h"
#include "harness/testing/json_schema.h"
#include "reports/operator_list/print_operators.h"

namespace assay {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kNet = R"(
  case seed/net
  method make_fx
  device cpu
  graph forward
  %0 = input user "0" : f32[2,3]
  %1 = aten.add.Tensor(self=%0, other=%0, alpha?=1) : f32[2,3]
  %2 = aten.add.Tensor(self=%1, other=%0, alpha=1) : f32[2,3]
  %3 = aten.add.Tensor(self=%1, other=%0, alpha=2) : f32[2,3]
  %4 = aten.cat.default(tensors=[%1, %2], dim=1) : f32[2,6]
  output "0"=%4)";

OperatorList listed(std::initializer_list<std::string_view> files) {
  OperatorListBuilder builder;
  for (const std::string_view file : files) builder.add(parse_text(file));
  return builder.finish();
}

/// "2 OP(ARGUMENTS)" per signature, a line each.
std::string told(const OperatorList& list) {
  std::string text;
  for (const CallSignature& signature : list.signatures) {
    std::vector<std::string> arguments;
    for (const CallArgument& argument : signature.arguments) arguments.push_back(print_argument(argument));
    text += fmt::format("{} {}({})\n", signature.calls, signature.op, fmt::join(arguments, ", "));
  }
  return text;
}

std::string edited(std::string_view from, std::string_view to) {
  std::string text(kNet);
  return text.replace(text.find(from), from.size(), to);
}

TEST_CASE("calls that pass the same kinds of tensors and the same constants are one signature") {
  CHECK(told(listed({kNet})) ==
        "2 aten.add.Tensor(self=f32[2,3], other=f32[2,3], alpha=1)\n"
        "1 aten.add.Tensor(self=f32[2,3], other=f32[2,3], alpha=2)\n"
        "1 aten.cat.default(tensors=[f32[2,3], f32[2,3]], dim=1)\n");
  CHECK(totals_text(listed({kNet})) == "4 calls, 3 unique signatures, 2 operators");
}

TEST_CASE("another dtype, size or stride, and another nesting, is another signature") {
  const std::string dtype = edited("%1 = aten.add.Tensor(self=%0, other=%0, alpha?=1) : f32",
                                   "%1 = aten.add.Tensor(self=%0, other=%0, alpha?=1) : f16");
  CHECK(told(listed({dtype})).find("self=f16[2,3]") != std::string::npos);
  CHECK(listed({dtype}).signatures.size() == 4);
  const std::string stride = edited("alpha?=1) : f32[2,3]", "alpha?=1) : f32[2,3]{1,2}");
  CHECK(listed({stride}).signatures.size() == 4);
  CHECK(told(listed({edited("[%1, %2]", "[[%1], %2]")})) != told(listed({kNet})));
}

TEST_CASE("counts add up over files, and each signature says where it comes from") {
  const OperatorList list = listed({kNet, edited("make_fx", "export")});
  CHECK(list.calls == 8);
  CHECK(list.graphs == 2);
  REQUIRE(list.signatures.size() == 3);
  CHECK(list.signatures[0].from ==
        std::map<std::string, std::size_t>{{"seed/net export@cpu", 2}, {"seed/net make_fx@cpu", 2}});
}

TEST_CASE("a module is its class and hyper-parameters, whatever it is called, and sub-graphs have no names") {
  CHECK(told(listed({R"(
    graph forward
    %0 = input user "0" : f32[2]
    %1 = module:act(input=%0) module torch.nn.SiLU {"inplace": False} : f32[2]
    %2 = module:other(input=%1) module torch.nn.SiLU {"inplace": False} : f32[2]
    %3 = higher_order.wrap(0=graph(forward/a), 1=(%2,)) unbound : f32[2]
    output "0"=%3
    graph forward/a of %3
    %0 = input user "0" : f32[2]
    %1 = aten.relu.default(self=%0) : f32[2]
    output "0"=%1)"})) ==
        "1 aten.relu.default(self=f32[2])\n"
        "1 higher_order.wrap(0=graph(sub_graph), 1=(f32[2],))\n"
        "2 module:torch.nn.SiLU(input=f32[2], inplace=False)\n");
}

TEST_CASE("as Markdown: totals at the head, then a table for each operator") {
  CHECK(operators_markdown(listed({kNet})) ==
        "4 calls, 3 unique signatures, 2 operators\n"
        "\n## `aten.add.Tensor`\n\n"
        "| calls | arguments | from |\n|---:|---|---|\n"
        "| 2 | `self=f32[2,3]`, `other=f32[2,3]`, `alpha=1` | `seed/net make_fx@cpu` |\n"
        "| 1 | `self=f32[2,3]`, `other=f32[2,3]`, `alpha=2` | `seed/net make_fx@cpu` |\n"
        "\n## `aten.cat.default`\n\n"
        "| calls | arguments | from |\n|---:|---|---|\n"
        "| 1 | `tensors=[f32[2,3], f32[2,3]]`, `dim=1` | `seed/net make_fx@cpu` |\n");
}

TEST_CASE("hostile names cannot become markup") {
  const std::string text = operators_markdown(listed({R"(
    graph g
    %0 = "a|b`<script>\n# x"(x="`|\u202e", y="<b>") : f32[2])"}));
  CHECK(text.find("\n# x") == std::string::npos);
  CHECK(text.find("## `a/b'<script> # x`\n") != std::string::npos);
  CHECK(text.find("`x=\"'/\\xe2\\x80\\xae\"`") != std::string::npos);
}

Json schema() {
  return Json::parse(std::ifstream(ASSAY_SOURCE_DIR "/reports/operator_list/operator_list.schema.json"));
}
std::string breach(const Json& document) { return schema_breach(document, schema()); }

TEST_CASE("as JSON it keeps its schema, tensors and constants apart") {
  OperatorListBuilder builder;
  builder.add(parse_text(kNet));
  builder.add(
      parse_text("graph g\nsymbol s0\n%0 = input user \"0\" : f32[s0]\n%1 = f(x=%0, y=torch.float32, z=nan, "
                 "w=[1, 2.5, None, \"s\"]) : f32[2]"));
  Header large;
  large.case_id = "seed/large", large.method = "aot", large.device = "cpu";
  builder.add_summary(large);
  const Json document = Json::parse(operators_json(builder.finish()));
  CHECK(breach(document).empty());
  CHECK(document["unique_signatures"] == 4);
  CHECK(document["without_nodes"] == Json{"seed/large aot@cpu"});
  const Json& arguments = document["signatures"][3]["arguments"];
  CHECK(arguments[0]["value"] ==
        Json{{"dtype", "float32"}, {"shape", {"s0"}}, {"stride", {1}}, {"device", "cpu"}});
  CHECK(arguments[1]["value"] == Json{{"text", "torch.float32"}});
  CHECK(arguments[2]["value"] == Json{{"text", "nan"}});
  CHECK(arguments[3]["value"] == Json{1, 2.5, nullptr, "s"});
}

TEST_CASE("a document that breaks the schema is found out") {
  Json document = Json::parse(operators_json(listed({kNet})));
  document["signatures"][0]["calls"] = 0;
  CHECK_FALSE(breach(document).empty());
  document["signatures"][0]["calls"] = 1;
  document["signatures"][0]["arguments"][0]["value"].erase("dtype");
  CHECK_FALSE(breach(document).empty());
}

}  // namespace
}  // namespace assay
