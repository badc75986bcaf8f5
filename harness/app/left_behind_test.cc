// Files left at the place of a graph or a golden are data of their pair, and stop nothing else.
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "harness/testing/installation_of_cases.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

const std::string kCheckAll = "check --no-resident -j 1 --results r";

/// The record of a case as text.
std::string record_of(const Installation& place, const std::string& id) {
  const std::string lines = place.read("r/results.jsonl"), begin = R"({"case":")" + id + "\"";
  const std::size_t at = lines.rfind(begin);
  return at == std::string::npos ? "none" : lines.substr(at, lines.find('\n', at) - at);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("whatever a pair leaves where its graph was is its own failure, and the next pair runs as ever") {
  const std::vector<std::string> cases{"leaves_endless", "leaves_fifo", "leaves_file_for_folder",
                                       "leaves_folder",  "leaves_loop", "leaves_nothing",
                                       "leaves_text",    "well"};
  const InstallationOfCases place(cases);
  const Said said = place.run(kCheckAll);
  CHECK(said.status == 1);
  CHECK(said.has("8 pairs: 1 new, 7 unexpected failure"));
  for (const std::string& id : cases) {
    INFO(record_of(place, id));
    const bool left = id != "well";
    CHECK(has(record_of(place, id), R"("outcome":"raises","stage":"write","verdict":"unexpected_failure")") ==
          left);
    CHECK(has(record_of(place, id), R"("exception":"UnreadableCapture")") == left);
  }
  CHECK(fs::exists(place.path() / "r/results.json"));
  CHECK_FALSE(place.run(kCheckAll + " --resume -v").has("pace: "));  // every pair has its record
}

TEST_CASE("a capture without nodes is a failure of its pair: nothing captured is never a match") {
  const InstallationOfCases place({"empty", "well"});
  place.gives("graph.empty.json",
              write_graph_file(parse_text("case empty\nmethod make_fx\ndevice cpu\ntorch 2.15.0\n")));
  const Said said = place.run(kCheckAll);
  CHECK(said.has("2 pairs: 1 new, 1 unexpected failure"));
  CHECK(has(record_of(place, "empty"), "an empty capture"));
}

TEST_CASE("a golden that cannot be read, whatever is in its place, breaks its pair and no other") {
  const InstallationOfCases place({"a", "well"});
  place.run(kCheckAll);
  REQUIRE(place.run("accept --all --results r").status == 0);
  REQUIRE(place.run(kCheckAll).status == 0);
  const fs::path golden = place.path() / "golden/a.txt";
  const auto check = [&](const char* what) {
    INFO(what);
    const Said said = place.run(kCheckAll);
    CHECK(said.status == 1);
    CHECK(said.has("2 pairs: 1 match, 1 broken golden"));
    CHECK(has(record_of(place, "a"), "the golden is broken: "));
  };
  fs::remove(golden);
  fs::create_directories(golden / "below");
  check("a folder");
  fs::remove_all(golden);
  fs::create_symlink("a.txt", golden);
  check("a link to itself");
  fs::remove(golden);
  REQUIRE(mkfifo(golden.c_str(), 0600) == 0);
  check("a FIFO");
  fs::remove(golden);
  std::ofstream(golden) << "text";
  check("a text");
}

}  // namespace
}  // namespace assay::test
