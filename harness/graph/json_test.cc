// The JSON form: its layout and its round trips.
#include "harness/graph/json.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

// Text to JSON and back, both ways; returns the JSON.
std::string round_trip(const std::string& text) {
  const GraphFile file = parse_text(text);
  const std::string json = write_graph_file(file);
  const GraphFile again = read_graph_file(json, "round_trip.json");
  CHECK(write_graph_file(again) == json);
  CHECK(print_text(again) == print_text(file));
  return json;
}

}  // namespace

TEST_CASE("a graph file has one node per line and a fixed key order") {
  CHECK(
      round_trip(R"(
    case seed/conv
    method aot_joint
    device cuda
    phantom sm_90
    torch 2.15.0
    graph joint
    %0 = input parameter "0.weight" : f32[32,16,3,3] cuda
    %1 = input user "0" : f32[2,16,8,8] cuda
    %2 = aten.convolution.default(input=%1, weight=%0, bias?=None, stride=[1, 1]) : f32[2,32,6,6] cuda
    output "0"=%2, gradient "0.weight"=%2
  )") ==
      R"({"assay_graph": 1, "case": "seed/conv", "method": "aot_joint", "device": "cuda", "phantom": "sm_90", "torch": "2.15.0",
 "graphs": [
  {"name": "joint", "nodes": [
   {"id": 0, "kind": "input", "role": "parameter", "name": "0.weight", "outputs": [{"dtype": "float32", "shape": [32,16,3,3], "stride": [144,9,3,1], "device": "cuda"}]},
   {"id": 1, "kind": "input", "role": "user", "name": "0", "outputs": [{"dtype": "float32", "shape": [2,16,8,8], "stride": [1024,64,8,1], "device": "cuda"}]},
   {"id": 2, "kind": "op", "target": "aten.convolution.default", "args": {"input": {"%": [1,0]}, "weight": {"%": [0,0]}, "bias": null, "stride": [1,1]}, "defaulted": ["bias"], "outputs": [{"dtype": "float32", "shape": [2,32,6,6], "stride": [1152,36,6,1], "device": "cuda"}]},
   {"id": 3, "kind": "output", "args": {"0": {"%": [2,0]}, "gradient:0.weight": {"%": [2,0]}}, "results": {"gradient:0.weight": {"role": "gradient", "of": "0.weight"}}}]}]}
)");
}

TEST_CASE("the header keeps everything about where a graph came from") {
  const std::string json = round_trip(R"(
    case seed/mlp
    fake
    python 3.11.2
    package timm 1.0.9
    environment ATEN_CPU_CAPABILITY avx2
    case_file models/mlp.json
    case_sha256 abc
    lowered_from def
    verified 2.15.0 3.11.2 timm=1.0.9
    graph forward
  )");
  CHECK(
      json.substr(0, json.find("\n \"graphs\"")) ==
      R"({"assay_graph": 1, "case": "seed/mlp", "fake": true, "python": "3.11.2", "packages": {"timm": "1.0.9"}, )"
      R"("environment": {"ATEN_CPU_CAPABILITY": "avx2"}, "case_file": "models/mlp.json", "case_sha256": "abc", "lowered_from": "def",)"
      "\n \"verified\": [\n"
      R"(  {"torch": "2.15.0", "python": "3.11.2", "packages": {"timm": "1.0.9"}}],)");
}

TEST_CASE("every kind of value has its own notation in JSON") {
  const std::pair<const char*, const char*> kinds[] = {
      {"None", "null"},
      {"True", "true"},
      {"7", "7"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"9223372036854775807", "9223372036854775807"},
      {"9223372036854775808", R"({"int": "9223372036854775808"})"},
      {"-9223372036854775809", R"({"int": "-9223372036854775809"})"},
      {"1.0", "1.0"},
      {"-0.0", "-0.0"},
      {"1e-05", "1e-05"},
      {"1e+300", "1e+300"},
      {"5e-324", "5e-324"},
      {"0.1", "0.1"},
      {"nan", R"({"f": "nan"})"},
      {"inf", R"({"f": "inf"})"},
      {"-inf", R"({"f": "-inf"})"},
      {"complex(1.0, -inf)", R"({"c": [1.0,{"f": "-inf"}]})"},
      {R"("a\"\\\n\u0000é")", R"("a\"\\\n\u0000é")"},
      {"[1, [2]]", "[1,[2]]"},
      {"(1,)", R"({"tuple": [1]})"},
      {"()", R"({"tuple": []})"},
      {R"({"a": 1, 2: None})", R"({"dict": [["a",1],[2,null]]})"},
      {"slice(None, 3, None)", R"({"slice": [null,3,null]})"},
      {"...", R"({"ellipsis": true})"},
      {"torch.bfloat16", R"({"dtype": "bfloat16"})"},
      {"torch.strided", R"({"layout": "strided"})"},
      {"torch.channels_last", R"({"memory_format": "channels_last"})"},
      {"device(cuda:1)", R"({"device": "cuda:1"})"},
      {"sym(2*s0 + 1)", R"({"sym": "2*s0 + 1"})"},
      {"py(torch.relu)", R"({"py": "torch.relu"})"},
      {"opaque(Generator)", R"({"opaque": "Generator"})"},
      {"%0", R"({"%": [0,0]})"},
      {"%1.1.0", R"({"%": [1,[1,0]]})"},
  };
  for (const auto& [text, json] : kinds) {
    CAPTURE(text);
    const std::string file =
        round_trip("graph forward\n%0 = input user \"0\" : f32[]\n%1 = g() : (f32[], [f32[]])\n%2 = f(x=" +
                   std::string(text) + ")\n");
    CHECK(file.find("\"args\": {\"x\": " + std::string(json) + "}") != std::string::npos);
  }
}

TEST_CASE("every kind of output has its own notation in JSON") {
  const std::pair<const char*, const char*> kinds[] = {
      {": None", "[null]"},
      {"", "[]"},
      {": ([], None)", "[[],null]"},
      {": int(7)", R"([{"sym": "7", "type": "int"}])"},
      {": float(?)", R"([{"type": "float"}])"},
      {": opaque(Size)", R"([{"opaque": "Size"}])"},
      {": i64[s0,2*s1 + 1]{2*s1 + 1,1}",
       R"([{"dtype": "int64", "shape": [{"sym": "s0"},{"sym": "2*s1 + 1"}], "stride": [{"sym": "2*s1 + 1"},1], "device": "cpu"}])"},
      {": f32[2]{?} cuda:1 layout(sparse_coo)",
       R"([{"dtype": "float32", "shape": [2], "device": "cuda:1", "layout": "sparse_coo"}])"},
  };
  for (const auto& [text, json] : kinds) {
    CAPTURE(text);
    const std::string file = round_trip("graph forward\n%0 = f() " + std::string(text) + "\n");
    CHECK(file.find("\"outputs\": " + std::string(json) + "}") != std::string::npos);
  }
}

TEST_CASE("op and input keys beyond the common ones survive") {
  const std::string json = round_trip(R"(
    graph forward
    resumes joint
    break "Call to `print`" "model.py:12"
    assumes {"drop.training": True, "calls": 2}
    symbol s0 hint=4 lower=2
    symbol u0
    guard Eq(Mod(s0, 4), 0)
    %0 = input buffer "running_mean" also("a.running_mean", "b.running_mean") : f32[s0]
    %1 = input constant "c" data("AACAPw==") memory_of(buffer "running_mean" 48 detached) : f32[]
    %2 = module:bn(input=%1, running_mean=%0) unbound module torch.nn.BatchNorm2d {"eps": 1e-05, "inner": {"p": (1, 2)}} mutates(running_mean) rng state alias(0:"input[1].x") : f32[] at(module="bn", source="model.py:3", stage="forward")
    %3 = cond(branch=graph(forward/true), list=[graph(forward/false)]) : f32[]
    output mutation "running_mean"=%0, replacement "kept"=%2, saved "0"=%2, "kw.x"=None
    graph forward/true of %3
    output
    graph forward/false of %3
  )");
  for (
      const char* part :
      {R"({"name": "forward", "resumes": "joint", "break": {"reason": "Call to `print`", "source": "model.py:12"}, "assumes": {"drop.training": true, "calls": 2},)",
       R"("symbols": [
    {"name": "s0", "hint": 4, "lower": 2, "upper": null},
    {"name": "u0", "hint": null, "lower": null, "upper": null}])",
       R"j("guards": [
    "Eq(Mod(s0, 4), 0)"])j",
       R"("also": ["a.running_mean","b.running_mean"])",
       R"("value": {"sha256": "e00e5eb9444182f352323374ef4e08ebcb784725fdd4fd612d7730540b3e0c8c", "data": "AACAPw==", "memory_of": {"role": "buffer", "name": "running_mean", "offset": 48, "detached": true}})",
       R"("target": "module:bn", "bound": false, "module": {"class": "torch.nn.BatchNorm2d", "config": {"eps": 1e-05, "inner": {"dict": [["p",{"tuple": [1,2]}]]}}})",
       R"("effects": ["mutates:running_mean","rng","state"], "alias": {"0": "input[1].x"})",
       R"("meta": {"module": "bn", "source": "model.py:3", "stage": "forward"})",
       R"("results": {"mutation:running_mean": {"role": "mutation", "of": "running_mean"}, "replacement:kept": {"role": "replacement", "of": "kept"}, "saved:0": {"role": "saved", "of": "0"}})",
       R"({"name": "forward/true", "of": 3, "nodes": [)"}) {
    CAPTURE(part);
    CHECK(json.find(part) != std::string::npos);
  }
}

TEST_CASE("a file without graphs and a graph without nodes are odd but well-formed") {
  CHECK(read_graph_file(R"({"assay_graph": 1, "graphs": []})", "x").graphs.empty());
  const GraphFile file =
      read_graph_file(R"({"assay_graph": 1, "graphs": [{"name": "forward", "nodes": []}]})", "x");
  REQUIRE(file.graphs.size() == 1);
  CHECK(file.graphs[0].nodes.empty());
  CHECK(write_graph_file(file) ==
        "{\"assay_graph\": 1,\n \"graphs\": [\n  {\"name\": \"forward\", \"nodes\": []}]}\n");
}

TEST_CASE("keys may come in any order") {
  const GraphFile file = read_graph_file(
      R"({"graphs": [{"nodes": [{"outputs": [null], "name": "0", "role": "user", "kind": "input", "id": 0}], "name": "f"}], "assay_graph": 1})",
      "x");
  REQUIRE(file.graphs.size() == 1);
  CHECK(print_text(file) == "graph f\n%0 = input user \"0\" : None\n");
}

TEST_CASE("a string of 10 MB is read and written") {
  GraphFile file = parse_text("graph forward\n%0 = f(x=\"\")\n");
  file.graphs[0].nodes[0].args[0].value = std::string(10'000'000, 'x');
  const std::string json = write_graph_file(file);
  CHECK(write_graph_file(read_graph_file(json, "x")) == json);
}

TEST_CASE("a chain of a million nodes is written, read and printed without recursion") {
  GraphFile file =
      parse_text("graph forward\n%0 = input user \"0\" : f32[]\n%1 = aten.relu.default(self=%0) : f32[]\n");
  std::vector<Node>& nodes = file.graphs[0].nodes;
  while (nodes.size() < 1'000'000) {
    nodes.push_back(nodes[1]);
    nodes.back().args[0].value = Ref{static_cast<NodeId>(nodes.size() - 2), {0}};
  }
  const std::string json = write_graph_file(file);
  file = read_graph_file(json, "chain.json");
  REQUIRE(file.graphs[0].nodes.size() == 1'000'000);
  CHECK(print_node(file.graphs[0], 999'999) == "%999999 = aten.relu.default(self=%999998) : f32[]");
  CHECK(size_of(parse_text(print_text(file))).edges == 999'999);
}

TEST_CASE("a value of 64 levels is read, one of 65 is not") {
  const auto file = [](int levels) {
    return R"({"assay_graph": 1, "graphs": [{"name": "f", "nodes": [{"id": 0, "kind": "op", "target": "g", "outputs": [], "args": {"x": )" +
           std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']') + "}}]}]}";
  };
  CHECK(read_graph_file(file(kMaxValueDepth + 1), "x").graphs.size() == 1);
  CHECK_THROWS_WITH(read_graph_file(file(kMaxValueDepth + 2), "x"),
                    Catch::Contains("value is nested too deeply"));
}

TEST_CASE("a large constant needs its file beside the graph file") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("assay_json_test_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string sha = sha256_hex("data"), path = (folder / "g.json").string();
  std::ofstream(path) << write_graph_file(
      parse_text("graph f\n%0 = input constant \"c\" sha256(" + sha + ") : u8[4]\n"));
  CHECK_THROWS_WITH(load_graph_file(path), Catch::Contains("constant \"c\" of graph \"f\" has no data") &&
                                               Catch::Contains(sha + ".bin"));
  std::ofstream(folder / (sha + ".bin")) << "data";
  CHECK(load_graph_file(path).graphs.size() == 1);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a file that cannot be opened is an input error") {
  CHECK_THROWS_WITH(load_graph_file("no/such/file.json"),
                    "no/such/file.json: cannot be read\n  expected: a graph file\n  next: ls .");
  CHECK_THROWS_AS(load_graph_file("."), InputError);
}

TEST_CASE("a string that is not UTF-8 is not written") {
  GraphFile file = parse_text("graph forward\n%0 = f(x=\"\")\n");
  file.graphs[0].nodes[0].args[0].value = std::string("\xff");
  CHECK_THROWS_WITH(write_graph_file(file), "line 4 of the graph file: a string of the graph is not UTF-8");
}

}  // namespace assay
