// Input that the JSON reader refuses, and its messages.
#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/json.h"

namespace assay {
namespace {

std::string message_of(const std::string& text) {
  try {
    read_graph_file(text, "g.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// A file whose third node, on line 5, is `node`.
std::string file_with(const std::string& node) {
  return "{\"assay_graph\": 1,\n \"graphs\": [{\"name\": \"forward\", \"nodes\": [\n"
         R"({"id": 0, "kind": "input", "role": "user", "name": "0", "outputs": [null]},)"
         "\n"
         R"({"id": 1, "kind": "op", "target": "f", "args": {"x": {"%": [0,0]}}, "outputs": [null,[null]]},)"
         "\n" +
         node + "\n]}]}";
}
std::string op_with(const std::string& value) {
  return file_with(R"({"id": 2, "kind": "op", "target": "g", "args": {"x": )" + value +
                   R"(}, "outputs": []})");
}
std::string output_of(const std::string& output) {
  return file_with(R"({"id": 2, "kind": "op", "target": "g", "args": {}, "outputs": [)" + output + "]}");
}

struct Rejection {
  std::string text, message;
};

void check(const std::vector<Rejection>& rejections) {
  REQUIRE(!rejections.empty());
  for (const auto& [text, message] : rejections) {
    CAPTURE(text);
    CHECK(message_of(text) == message);
  }
}

}  // namespace

TEST_CASE("the frames of these tests are accepted, so what is rejected is what they vary") {
  CHECK(message_of(op_with("{\"%\": [1,[1,0]]}")) == "accepted");
  CHECK(message_of(output_of(R"({"dtype": "float32", "shape": [2], "stride": [1], "device": "cpu"})")) ==
        "accepted");
  CHECK(message_of(file_with(R"({"id": 2, "kind": "output", "args": {"0": {"%": [1,0]}}})")) == "accepted");
}

TEST_CASE("a reference must point backwards to an output that exists") {
  check({
      {op_with(R"({"%": [7,0]})"),
       "g.json:5: graphs[0].nodes[2].args.x: reference to a node that does not exist\n  expected: a node "
       "below 2\n  found: %7"},
      {op_with(R"([1, {"%": [2,0]}])"),
       "g.json:5: graphs[0].nodes[2].args.x: reference does not point backwards\n  expected: a node below "
       "2\n  found: %2"},
      {op_with(R"({"%": [1,2]})"),
       "g.json:5: graphs[0].nodes[2].args.x: reference to an output that does not exist\n"
       "  expected: one of 2 outputs of %1\n  found: %1.2"},
      {op_with(R"({"%": [1,[1,1]]})"),
       "g.json:5: graphs[0].nodes[2].args.x: reference to an output that does not exist\n"
       "  expected: one of 2 outputs of %1\n  found: %1.1.1"},
      {op_with(R"({"%": [1,[0,0]]})"),
       "g.json:5: graphs[0].nodes[2].args.x: reference to an output that does not exist\n"
       "  expected: one of 2 outputs of %1\n  found: %1.0.0"},
      {op_with(R"({"%": [0]})"),
       "g.json:5: graphs[0].nodes[2].args.x[\"%\"]: wrong type or value\n"
       "  expected: [node, output]\n  found: a list of 1"},
      {op_with(R"({"%": [-1,0]})"),
       "g.json:5: graphs[0].nodes[2].args.x[\"%\"][0]: wrong type or value\n"
       "  expected: an integer from 0 to 4294967295\n  found: -1"},
      {op_with(R"({"%": [4294967296,0]})"),
       "g.json:5: graphs[0].nodes[2].args.x[\"%\"][0]: wrong type or value\n"
       "  expected: an integer from 0 to 4294967295\n  found: 4294967296"},
      {op_with(R"({"%": [0,[0]]})"),
       "g.json:5: graphs[0].nodes[2].args.x[\"%\"][1]: wrong type or value\n"
       "  expected: a number, or a list of two or more for a nested output\n  found: a list of 1"},
  });
}

TEST_CASE("node ids count from 0, once each") {
  check({
      {file_with(R"({"id": 1, "kind": "output", "args": {}})"),
       "g.json:5: graphs[0].nodes[2].id: node ids count from 0 without gaps\n  expected: 2\n  found: 1"},
      {file_with(R"({"id": 3, "kind": "output", "args": {}})"),
       "g.json:5: graphs[0].nodes[2].id: node ids count from 0 without gaps\n  expected: 2\n  found: 3"},
      {file_with(R"({"id": 2.0, "kind": "output", "args": {}})"),
       "g.json:5: graphs[0].nodes[2].id: wrong type or value\n  expected: a 64-bit integer\n  found: 2.0"},
  });
}

TEST_CASE("unknown, repeated, missing and misplaced keys are named") {
  check({
      {file_with(R"({"id": 2, "kind": "output", "argz": {}})"),
       "g.json:5: graphs[0].nodes[2].argz: unknown key \"argz\"\n  expected: one of: id, kind, role, name, "
       "also, value, target, "
       "bound, module, args, defaulted, effects, alias, outputs, results, meta"},
      {file_with(R"({"id": 2, "kind": "output", "args": {}, "args": {}})"),
       "g.json:5: graphs[0].nodes[2].args: key is given twice\n  expected: keys that differ\n  found: "
       "\"args\""},
      {file_with(R"({"id": 2, "kind": "output"})"), "g.json:5: graphs[0].nodes[2]: key \"args\" is missing"},
      {file_with(R"({"id": 2, "kind": "output", "args": {}, "target": "f"})"),
       "g.json:5: graphs[0].nodes[2].target: key \"target\" does not belong to a node of kind output"},
      {file_with(R"({"id": 2, "kind": "oq"})"),
       "g.json:5: graphs[0].nodes[2].kind: wrong type or value\n  expected: one of: input, op, output\n  "
       "found: \"oq\""},
      {file_with(R"({"id": 2, "kind": "op", "target": "f", "args": {"x": 1, "x": 2}, "outputs": []})"),
       "g.json:5: graphs[0].nodes[2].args.x: argument is given twice\n  expected: names that differ"},
      {R"({"assay_graph": 1, "graphs": [], "graphs": []})",
       "g.json:1: graphs: key is given twice\n  expected: keys that differ\n  found: \"graphs\""},
      {R"({"assay_graph": 1})", "g.json:1: key \"graphs\" is missing"},
      {R"({"graphs": []})", "g.json:1: key \"assay_graph\" is missing"},
      {R"({"assay_graph": 1, "graphs": [{"nodes": []}]})", "g.json:1: graphs[0]: key \"name\" is missing"},
      {R"({"assay_graph": 1, "graphs": [{"name": "f"}]})", "g.json:1: graphs[0]: key \"nodes\" is missing"},
      {R"({"assay_graph": 1, "graphs": [{"name": "f", "nodez": []}]})",
       "g.json:1: graphs[0].nodez: unknown key \"nodez\"\n  expected: one of: name, of, resumes, break, "
       "assumes, symbols, guards, nodes"},
      {R"({"assay_graph": 1, "graphs": [{"name": "f", "assumes": {"calls": {"%": [0, 0]}}, "nodes": []}]})",
       "g.json:1: graphs[0].assumes.calls: hyper-parameters and attributes are constants\n"
       "  expected: no reference and no sub-graph"},
      {R"({"assay_graph": 1, "graphs": [{"name": "f", "break": {"reason": "print"}, "nodes": []}]})",
       "g.json:1: graphs[0].break: key \"source\" is missing"},
      {"{\"assay_graph\": 1,\n \"shape\": 1}",
       "g.json:2: shape: unknown key \"shape\"\n  expected: one of: assay_graph, case, method, device, "
       "phantom, fake, torch, python, "
       "packages, environment, case_file, case_sha256, lowered_from, verified, graphs"},
  });
}

TEST_CASE("wrong types are told with what was found") {
  check({
      {"7", "g.json:1: wrong type or value\n  expected: an object with key \"assay_graph\""},
      {"[]", "g.json:1: wrong type or value\n  expected: an object with key \"assay_graph\""},
      {R"({"assay_graph": 1, "graphs": {}})", "g.json:1: graphs: wrong type or value\n  expected: a list"},
      {R"({"assay_graph": 1, "graphs": [7]})",
       "g.json:1: graphs[0]: wrong type or value\n  expected: a graph (an object)"},
      {R"({"assay_graph": 1, "graphs": [{"name": "f", "nodes": [[]]}]})",
       "g.json:1: graphs[0].nodes[0]: wrong type or value\n  expected: a node (an object)"},
      {R"({"assay_graph": 1, "case": 7, "graphs": []})",
       "g.json:1: case: wrong type or value\n  expected: a string\n  found: 7"},
      {R"({"assay_graph": 1, "packages": {"timm": null}, "graphs": []})",
       "g.json:1: packages.timm: wrong type or value\n  expected: a string\n  found: null"},
      {output_of("{}"), "g.json:5: graphs[0].nodes[2].outputs[0]: key \"dtype\" is missing"},
      {output_of("7"),
       "g.json:5: graphs[0].nodes[2].outputs[0]: wrong type or value\n"
       "  expected: a tensor, a number's type, a list, or null\n  found: 7"},
      {output_of(R"({"dtype": "f32", "shape": [], "device": "cpu"})"),
       "g.json:5: graphs[0].nodes[2].outputs[0].dtype: wrong type or value\n  expected: a dtype such as "
       "\"float32\"\n  found: \"f32\""},
      {output_of(R"({"dtype": "float32", "shape": [1.0], "device": "cpu"})"),
       "g.json:5: graphs[0].nodes[2].outputs[0].shape[0]: wrong type or value\n"
       "  expected: a 64-bit integer or {\"sym\": \"s0\"}\n  found: 1.0"},
      {output_of(R"({"dtype": "float32", "shape": [{"sym": "7"}], "device": "cpu"})"),
       "g.json:5: graphs[0].nodes[2].outputs[0].shape[0]: wrong type or value\n"
       "  expected: a constant size as a number\n  found: an object with key \"sym\""},
      {op_with(R"({"sym": "1 + 2*s0"})"),
       "g.json:5: graphs[0].nodes[2].args.x.sym: symbolic expression is not in canonical form\n"
       "  expected: \"2*s0 + 1\"\n  found: \"1 + 2*s0\""},
      {op_with(R"({"c": [1, 2.0]})"),
       "g.json:5: graphs[0].nodes[2].args.x.c[0]: wrong type or value\n  expected: a number with `.` or "
       "`e`\n  found: 1"},
      {op_with(R"({"f": "NaN"})"),
       "g.json:5: graphs[0].nodes[2].args.x.f: wrong type or value\n  expected: one of: nan, inf, -inf\n  "
       "found: \"NaN\""},
      {op_with(R"({"slice": [1,2]})"),
       "g.json:5: graphs[0].nodes[2].args.x.slice: wrong type or value\n  expected: [start, stop, step]\n  "
       "found: a list of 2"},
      {op_with(R"({"ellipsis": false})"),
       "g.json:5: graphs[0].nodes[2].args.x.ellipsis: wrong type or value\n  expected: true\n  found: false"},
      {op_with(R"({"int": "7"})"),
       "g.json:5: graphs[0].nodes[2].args.x.int: wrong type or value\n  expected: the digits of an integer "
       "beyond 64 bits\n  found: \"7\""},
      {op_with(R"({"dict": [[1]]})"),
       "g.json:5: graphs[0].nodes[2].args.x.dict[0]: wrong type or value\n  expected: [key, value]\n  found: "
       "a list of 1"},
  });
}

TEST_CASE("numbers beyond their range are refused, never rounded") {
  check({
      {op_with("9223372036854775808"),
       "g.json:5: graphs[0].nodes[2].args.x: integer is beyond 64 bits\n"
       "  expected: {\"int\": \"9223372036854775808\"}\n  found: 9223372036854775808"},
      {op_with("-9223372036854775809"),
       "g.json:5: graphs[0].nodes[2].args.x: integer is beyond 64 bits\n"
       "  expected: {\"int\": \"-9223372036854775809\"}\n  found: -9223372036854775809"},
      {op_with("123456789012345678901234567890"),
       "g.json:5: graphs[0].nodes[2].args.x: integer is beyond 64 bits\n"
       "  expected: {\"int\": \"123456789012345678901234567890\"}\n  found: 123456789012345678901234567890"},
      {op_with("1e999"),
       "g.json:5: graphs[0].nodes[2]: number is beyond the range of a double\n  found: \"1e999\""},
  });
  CHECK(message_of(op_with("9223372036854775807")) == "accepted");
  CHECK(message_of(op_with("-9223372036854775808")) == "accepted");
}

TEST_CASE("what is not JSON is told with line and what was expected") {
  check({
      {"",
       "g.json:1: graph file is cut off\n  expected: '[', '{', or a literal\n  found: the end of the file"},
      {op_with("NaN"), "g.json:5: graphs[0].nodes[2]: not valid JSON: invalid literal\n  found: \"NaN\""},
      {"{\"assay_graph\": 1,\n\"graphs\": [],\n}",
       "g.json:3: not valid JSON\n  expected: string literal\n  found: \"}\""},
      {R"({"assay_graph": 1, "graphs": []} {})",
       "g.json:1: text after the end of the graph file\n  expected: one JSON object\n  found: \"{\""},
      {"{\"assay_graph\": 1, \"case\": \"\xff\"}",
       "g.json:1: case: not valid JSON\n  expected: UTF-8\n  found: byte 28 of the file"},
      {"{\"assay_graph\": 1, // why\n}",
       "g.json:1: assay_graph: not valid JSON\n  expected: string literal\n"
       "  found: \"/\""},
  });
}

TEST_CASE("a file cut off anywhere is refused") {
  const std::string whole = op_with(R"([1.5, "a\u00e9", {"tuple": [null, true]}])");
  REQUIRE(message_of(whole) == "accepted");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    const std::string message = message_of(whole.substr(0, length));
    CHECK(message.starts_with("g.json:"));
  }
  CHECK(message_of(whole.substr(0, whole.size() - 4)) ==
        "g.json:5: graphs[0].nodes[3]: graph file is cut off\n  expected: ',' or ']'\n  found: the end of "
        "the file");
}

TEST_CASE("a merge conflict is named with its line") {
  const std::string whole = op_with("1");
  const std::size_t line = whole.find("{\"id\": 1");
  CHECK(message_of(whole.substr(0, line) + "<<<<<<< HEAD\n" + whole.substr(line)) ==
        "g.json:4: merge conflict marker\n  expected: a file without conflicts\n  found: \"<<<<<<< HEAD\"\n"
        "  next: git checkout --ours g.json  # or --theirs");
  CHECK(message_of(op_with("\"<<<<<<< HEAD\"")) == "accepted");
}

TEST_CASE("nesting beyond the limit ends quickly") {
  CHECK(message_of(std::string(10'000'000, '[')) ==
        "g.json:1: wrong type or value\n  expected: an object with key \"assay_graph\"");
  CHECK(message_of(op_with(std::string(10'000'000, '['))) ==
        "g.json:5: graphs[0].nodes[2]: nesting is too deep\n  expected: at most 208 levels");
  CHECK(message_of(output_of(std::string(70, '[') + std::string(70, ']')))
            .find("outputs are nested too deeply") != std::string::npos);
}

TEST_CASE("another version of the format is named") {
  check({{R"({"assay_graph": 2, "future": true, "graphs": []})",
          "g.json:1: assay_graph: graph file of another version\n  expected: 1\n  found: 2\n"
          "  next: use the assay that wrote the file, or capture again"}});
}

TEST_CASE("labels of results say their role and name") {
  const auto output = [](const std::string& results) {
    return file_with(R"({"id": 2, "kind": "output", "args": {"gradient:w": {"%": [1,0]}}, "results": )" +
                     results + "}");
  };
  CHECK(message_of(output(R"({"gradient:w": {"role": "gradient", "of": "w"}})")) == "accepted");
  check({
      {output(R"({"gradient:w": {"role": "gradient", "of": "v"}})"),
       "g.json:5: graphs[0].nodes[2].results[\"gradient:w\"]: label does not say role and name\n"
       "  expected: \"gradient:v\"\n  found: \"gradient:w\""},
      {output(R"({"gradient:v": {"role": "gradient", "of": "v"}})"),
       "g.json:5: graphs[0].nodes[2].results[\"gradient:v\"]: no argument has this label\n"
       "  expected: a key of \"args\"\n  found: \"gradient:v\""},
      {output(R"({"gradient:w": {"role": "user", "of": "w"}})"),
       "g.json:5: graphs[0].nodes[2].results[\"gradient:w\"].role: wrong type or value\n"
       "  expected: one of: mutation, replacement, gradient, saved\n  found: \"user\""},
  });
}

TEST_CASE("effects, aliases, defaults and constants name what exists") {
  const auto op = [](const std::string& keys) {
    return file_with(R"({"id": 2, "kind": "op", "target": "g", "args": {"x": 1}, )" + keys +
                     R"(, "outputs": [null]})");
  };
  CHECK(message_of(
            op(R"("effects": ["mutates:x","rng","state"], "alias": {"0": "x[2]"}, "defaulted": ["x"])")) ==
        "accepted");
  check({
      {op(R"("effects": ["mutates:y"])"),
       "g.json:5: graphs[0].nodes[2].effects: no such argument\n  expected: an argument of this node\n  "
       "found: \"y\""},
      {op(R"("effects": ["rnd"])"),
       "g.json:5: graphs[0].nodes[2].effects[0]: wrong type or value\n"
       "  expected: one of: \"mutates:ARG\", \"rng\", \"state\"\n  found: \"rnd\""},
      {op(R"("effects": ["rng","rng"])"),
       "g.json:5: graphs[0].nodes[2].effects[1]: effect is given twice\n  expected: effects that differ\n  "
       "found: \"rng\""},
      {op(R"("alias": {"1": "x"})"),
       "g.json:5: graphs[0].nodes[2].alias: alias names an output that does not exist\n"
       "  expected: one of 1 outputs"},
      {op(R"("alias": {"0,": "x"})"),
       "g.json:5: graphs[0].nodes[2].alias[\"0,\"]: not the position of an output\n"
       "  expected: \"0\", or \"0,1\" for a nested one\n  found: \"0,\""},
      {op(R"("defaulted": ["y"])"),
       "g.json:5: graphs[0].nodes[2].defaulted[0]: wrong type or value\n"
       "  expected: the name of an argument of this node\n  found: \"y\""},
      {file_with(
           R"({"id": 2, "kind": "input", "role": "constant", "name": "c", "value": {"sha256": "00", "data": "A"}, "outputs": [null]})"),
       "g.json:5: graphs[0].nodes[2].value.data: wrong type or value\n  expected: base64 with padding\n  "
       "found: \"A\""},
  });
}

TEST_CASE("the memory that a constant lies in is a state's or a constant's") {
  const auto constant = [](const std::string& memory) {
    const std::string digest(64, 'a');
    return file_with(R"({"id": 2, "kind": "input", "role": "constant", "name": "c", "value": {"sha256": ")" +
                     digest + R"(", "memory_of": )" + memory + R"(}, "outputs": [null]})");
  };
  CHECK(message_of(constant(R"({"role": "buffer", "name": "kept", "offset": 48})")) == "accepted");
  check({
      {constant(R"({"role": "buffr", "name": "kept", "offset": 48})"),
       "g.json:5: graphs[0].nodes[2].value.memory_of.role: wrong type or value\n"
       "  expected: one of: parameter, buffer, constant\n  found: \"buffr\""},
      {constant(R"({"role": "user", "name": "0", "offset": 48})"),
       "g.json:5: graphs[0].nodes[2].value.memory_of.role: no memory that a constant can lie in\n"
       "  expected: one of: parameter, buffer, constant\n  found: user"},
      {constant(R"({"role": "buffer", "name": "kept", "offset": 0.5})"),
       "g.json:5: graphs[0].nodes[2].value.memory_of.offset: wrong type or value\n"
       "  expected: a 64-bit integer\n  found: 0.5"},
      {constant(R"({"role": "buffer", "name": "kept"})"),
       "g.json:5: graphs[0].nodes[2].value.memory_of: key \"offset\" is missing"},
  });
}

}  // namespace assay
