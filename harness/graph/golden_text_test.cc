// The file of a golden: pairs that differ only in their device share a text, and the head says which.
#include "harness/graph/golden_text.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

const std::string kHead =
    "golden 2\n"
    "case seed/mlp\n"
    "holds make_fx@cpu verified 2.13.0 3.11, 2.14.1 3.11 timm=1.0.9\n"
    "holds make_fx@cuda from 2.14 as make_fx@cpu phantom sm_90 fake verified 2.14.1 3.11\n"
    "holds dispatch@cpu as make_fx@cpu\n"
    "\n"
    "graphs make_fx@cpu\n";
const std::string kBody =
    "graph forward\n"
    "%0 = input user \"0\" : f32[2]\n"
    "%1 = aten.zeros.default(size=[2], device=device()) : f32[2]\n"
    "output \"0\"=%1\n";
const std::string kGolden = kHead + kBody + "end\n";

std::string golden_message(const std::string& text, const std::string& pair = "") {
  try {
    read_graph_file(text, "g.txt", pair);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = kGolden;
  return text.replace(text.find(from), from.size(), to);
}

TEST_CASE("a golden is written as it was read") {
  const GoldenText golden = read_golden_text(kGolden, "g.txt");
  CHECK(write_golden_text(golden) == kGolden);
  for (const GoldenPair& pair : golden.pairs) {
    CHECK(graphs_as_written(golden, pair).text == kBody);
    CHECK(graphs_as_written(golden, pair).line == 8);
  }
}

const std::string kA(32, 'a'), kB(32, 'b');

TEST_CASE("what does not hold the graphs leaves each pair its digests") {
  const std::string text = "golden 2\ncase a\nholds m@cpu verified 2.15.0 3.11\nsha256 " + kA + " " + kB +
                           "\nholds m@cuda as m@cpu\nsha256 " + kB +
                           "\n\ngraphs m@cpu\n{\"assay_summary\": 2}\nend\n";
  const GoldenText golden = read_golden_text(text, "g.txt");
  CHECK(golden.pairs[0].sha256 == std::vector{kA, kB});
  CHECK(golden.pairs[1].sha256 == std::vector{kB});
  CHECK(write_golden_text(golden) == text);
}

/// Three versions of a pair, and another pair. Each has the graph of its number.
const std::string kVersions =
    "golden 2\ncase a\nholds a@cpu\nholds m@cpu\nholds m@cpu from 2.9\nholds m@cpu from 2.14\n"
    "\ngraphs a@cpu\ngraph g0\nend\n\ngraphs m@cpu\ngraph g1\nend\n"
    "\ngraphs m@cpu.from-2.9\ngraph g2\nend\n\ngraphs m@cpu.from-2.14\ngraph g3\nend\n";

TEST_CASE(
    "of a pair with several versions the newest is meant, or the one that holds for the version named") {
  const auto graph = [](const std::string& pair) {
    return read_graph_file(kVersions, "g.txt", pair).graphs.at(0).name.str();
  };
  CHECK(graph("") == "g0");
  CHECK(graph("m@cpu") == "g3");
  CHECK(graph("m@cpu.from-2.8") == "g1");
  CHECK(graph("m@cpu.from-2.9") == "g2");
  CHECK(graph("m@cpu.from-2.13") == "g2");
  CHECK(graph("m@cpu.from-2.14") == "g3");
  CHECK(graph("m@cpu.from-10.0") == "g3");
  CHECK(golden_message(kVersions, "m@cuda") ==
        "g.txt: a golden of other pairs\n  expected: a@cpu, m@cpu, m@cpu.from-2.9, m@cpu.from-2.14\n  found: "
        "m@cuda");
}

TEST_CASE("one golden alone is as if no other had been accepted") {
  const GoldenText golden = read_golden_text(kGolden, "g.txt");
  CHECK(write_golden_text(alone(golden, golden.pairs[2])) ==
        "golden 2\ncase seed/mlp\nholds dispatch@cpu\n\ngraphs dispatch@cpu\n" + kBody + "end\n");
}

TEST_CASE("what names no device is on the pair's own, for outputs and for values") {
  const GraphFile cpu = read_graph_file(kGolden, "g.txt", "make_fx@cpu");
  const GraphFile cuda = read_graph_file(kGolden, "g.txt", "make_fx@cuda");
  CHECK(print_node(cpu.graphs[0], 1) == "%1 = aten.zeros.default(size=[2], device=device(cpu)) : f32[2]");
  CHECK(print_node(cuda.graphs[0], 1) ==
        "%1 = aten.zeros.default(size=[2], device=device(cuda)) : f32[2] cuda");
  CHECK(golden_body_of(cpu.graphs, "cpu") == kBody);
  CHECK(golden_body_of(cuda.graphs, "cuda") == kBody);
}

TEST_CASE("a graph that uses both devices is nobody's but its own") {
  const auto body_on = [](const std::string& device, const std::string& output) {
    return golden_body_of(parse_text("graph f\n%0 = f() : " + output).graphs, device);
  };
  CHECK(body_on("cuda", "f32[2]") == "graph f\n%0 = f() : f32[2] cpu\n");
  CHECK(body_on("cpu", "f32[2] cuda") == "graph f\n%0 = f() : f32[2] cuda\n");
  CHECK(body_on("cpu", "f32[2]") == body_on("cuda", "f32[2] cuda"));
  CHECK(body_on("cuda", "f32[2] cuda:1") != body_on("cuda", "f32[2] cuda"));
}

TEST_CASE("the header is the pair's line, and the first pair is meant when none is named") {
  const Header cuda = read_graph_file(kGolden, "g.txt", "make_fx@cuda").header;
  CHECK(print_text({cuda, {}}) ==
        "case seed/mlp\nmethod make_fx\ndevice cuda\nphantom sm_90\nfake\nverified 2.14.1 3.11\n");
  CHECK(print_text({read_graph_file(kGolden, "g.txt").header, {}}) ==
        "case seed/mlp\nmethod make_fx\ndevice cpu\nverified 2.13.0 3.11\nverified 2.14.1 3.11 timm=1.0.9\n");
}

TEST_CASE("a pair that the golden does not hold for is told with those that it does") {
  CHECK(golden_message(kGolden, "aot@cpu") ==
        "g.txt: a golden of other pairs\n  expected: make_fx@cpu, make_fx@cuda.from-2.14, dispatch@cpu\n  "
        "found: "
        "aot@cpu");
}

TEST_CASE("each mistake is told with its line") {
  const std::pair<std::string, std::string> mistakes[] = {
      {kGolden, "accepted"},
      {replaced("golden 2", "golden 1"), "g.txt:1:9: a golden of another version"},
      {replaced("case seed/mlp", "kase seed/mlp"), "g.txt:2:1: unexpected text"},
      {replaced("make_fx@cpu", "make_fx"), "g.txt:3:7: not a pair"},
      {replaced("make_fx@cpu", "@cpu"), "g.txt:3:7: not a pair"},
      {replaced("make_fx@cpu", "make_fx@CPU!"), "g.txt:3:7: not a pair"},
      {replaced("from 2.14", "from new"), "g.txt:4:25: not a version"},
      {replaced("dispatch@cpu", "make_fx@cpu"), "g.txt:5:33: pair is given twice"},
      {replaced("dispatch@cpu", "dispatch@cpu often"), "g.txt:5:20: unexpected text"},
      {replaced("timm=1.0.9", "timm=1 timm=2"), "g.txt:3:66: package is given twice"},
      {replaced("case seed/mlp", "case seed/mlp\ncase b"), "g.txt:3:5: unexpected text"},
      {replaced("%1 = aten", "%2 = aten"), "g.txt:10:1: nodes count from %0 without gaps"},
      {replaced("\"0\"=%1", "\"0\"=%7"),
       "g.txt:11: graphs[0].nodes[2].args.0: reference to a node that does not exist"},
      {replaced("holds dispatch", "sha256 0a1b\nholds dispatch"), "g.txt:5:8: not a digest"},
      {replaced("holds make_fx@cpu", "sha256 0a1b\nholds make_fx@cpu"), "g.txt:3:1: unexpected text"},
      {replaced("holds dispatch", "sha256\nholds dispatch"), "g.txt:5:7: unexpected text"},
      {replaced("end\n", ""), "g.txt: golden is cut off"},
      {kGolden.substr(0, kHead.size()), "g.txt: golden is cut off"},
      {replaced("holds dispatch@cpu as make_fx@cpu", "holds dispatch@cpu"), "g.txt: golden is cut off"},
      {kGolden + "\ngraphs aot@cpu\nend\n", "g.txt:14: graphs that no pair has"},
      {kGolden + "\ngraphs make_fx@cpu\nend\n", "g.txt:14:19: graphs are given twice"},
      {kGolden + "graph f\n", "g.txt:13:1: unexpected text"},
      {"golden 2\ncase a\n\ngraphs m@cpu\n" + kBody + "end\n", "g.txt: golden is cut off"},
      {"golden 2\ncase a\nholds m@cpu\n\ngraphs m@cpu\n{\"assay_summary\": 1}\nend\n",
       "g.txt: a summary, which has no graph"},
  };
  for (const auto& [text, start] : mistakes) {
    CAPTURE(text);
    const std::string message = golden_message(text);
    CHECK(message.substr(0, message.find('\n')) == start);
  }
}

TEST_CASE("a golden cut off anywhere is refused") {
  for (const std::string& whole : {kGolden, kVersions})
    for (std::size_t length = 7; length < whole.size(); ++length) {
      CAPTURE(length);
      CHECK(golden_message(whole.substr(0, length)) != "accepted");
    }
}

TEST_CASE("a merge conflict is named with its line, in the head with the pairs that it is about") {
  CHECK(golden_message(replaced("holds dispatch@cpu as make_fx@cpu",
                                "<<<<<<< HEAD\nholds dispatch@cpu\n=======\n>>>>>>> theirs")) ==
        "g.txt:5: merge conflict marker\n  expected: a file without conflicts\n"
        "  found: \"<<<<<<< HEAD\", about dispatch@cpu\n  next: git checkout --ours g.txt  # or --theirs");
  CHECK(golden_message(replaced("%1 = aten", "<<<<<<< HEAD\n%1 = aten"))
            .starts_with("g.txt:10: merge conflict"));
}

TEST_CASE("a conflict within graphs leaves the rest to be read: it breaks the pairs that have them") {
  const std::string text = std::string(kVersions).replace(kVersions.find("graph g1"), 0, "<<<<<<< HEAD\n");
  CHECK(read_graph_file(text, "g.txt", "m@cpu").graphs.at(0).name.str() == "g3");
  CHECK(golden_message(text, "m@cpu.from-2.8").starts_with("g.txt:13: merge conflict"));
}

TEST_CASE("a conflict over the graphs of several names is told as one, with these") {
  const std::string graphs = "\ngraphs m@cpu\ngraph g1\nend\n\ngraphs m@cpu.from-2.9\ngraph g2\nend\n";
  const std::string text =
      std::string(kVersions).replace(kVersions.find(graphs), graphs.size(),
                                     "<<<<<<< HEAD" + graphs + "=======" + graphs + ">>>>>>> theirs\n");
  CHECK(golden_message(text).find("found: \"<<<<<<< HEAD\", about m@cpu, m@cpu.from-2.9") !=
        std::string::npos);
}

TEST_CASE("of a graph file, which has one pair, another is refused") {
  const std::string json = write_graph_file(read_graph_file(kGolden, "g.txt"));
  CHECK(golden_message(json, "make_fx@cpu") == "accepted");
  CHECK(golden_message(json, "make_fx@cuda") ==
        "g.txt: a graph of another pair\n  expected: make_fx@cuda\n  found: make_fx@cpu");
}

}  // namespace
}  // namespace assay
