// A killed check keeps its records, and a resumed check runs the rest once.
#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include <catch2/catch.hpp>

#include "harness/testing/installation_of_cases.h"

namespace assay::test {
namespace {

/// Cases of one method. The fake worker ends `wait` once a file `go` exists.
class Killed : public InstallationOfCases {
 public:
  Killed() : InstallationOfCases({"a", "b", "wait", "x", "y"}) {}
  std::vector<std::string> records(const std::string& folder) const {
    std::vector<std::string> lines;
    std::istringstream text(
        std::filesystem::exists(path() / folder / "results.jsonl") ? read(folder + "/results.jsonl") : "");
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  }
  /// Starts a check, and kills it once it has recorded `pairs`, while the next pair runs.
  void kill_after(std::size_t pairs, const std::string& arguments) const {
    run("check --no-resident -j 1 --results r " + arguments + " > begun 2>&1 & echo $! > pid", "");
    // The check then hangs. The bound is for a check that ends instead.
    for (int i = 0; i < 12000 && records("r").size() < pairs; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    INFO(read("begun"));
    REQUIRE(records("r").size() == pairs);
    REQUIRE(kill(std::stoi(read("pid")), SIGKILL) == 0);
  }
};

std::string case_of(const std::string& record) { return record.substr(0, record.find(R"(,"method")")); }

TEST_CASE("a check that was killed goes on: nothing that was recorded is lost, and nothing runs twice") {
  const Killed place;
  place.kill_after(2, "");
  const auto before = place.records("r");
  REQUIRE(before.size() == 2);
  CHECK_FALSE(std::filesystem::exists(place.path() / "r/results.json"));
  place.gives("go", "");
  const Said said = place.run("check --no-resident --resume --results r -v");
  CHECK(said.has("5 pairs: 5 "));
  CHECK(said.has("pace: 3 pairs in "));
  const auto after = place.records("r");
  REQUIRE(after.size() == 5);
  CHECK(std::vector(after.begin(), after.begin() + 2) == before);
  std::vector<std::string> cases;
  for (const std::string& record : after) cases.push_back(case_of(record));
  CHECK(cases == std::vector<std::string>{R"({"case":"a")", R"({"case":"b")", R"({"case":"wait")",
                                          R"({"case":"x")", R"({"case":"y")"});
}

TEST_CASE("a shard that was killed, its last record torn, goes on as itself and is whole for a merge") {
  const Killed place;
  place.kill_after(2, "--shard 2/2");  // all but `x`
  place.write("r/results.jsonl", place.read("r/results.jsonl") + R"({"case":"wait","method":"ma)");
  CHECK(place.run("merge r -o part").has("5 pairs: 2 "));  // pairs of either shard are missing
  place.gives("go", "");
  const std::string resume = "check --no-resident --shard 2/2 --resume --results r -v";
  CHECK(place.run(resume).has("pace: 2 pairs in "));
  CHECK(place.records("r").size() == 4);
  CHECK_FALSE(place.run(resume).has("pace: "));  // nothing left to run
  CHECK(place.records("r").size() == 4);
  place.run("check --no-resident --shard 1/2 --results other");
  const Said whole = place.run("merge r other -o whole");
  CHECK(whole.has("merged 2 of 2 shards: 5 pairs\n"));
  CHECK_FALSE(whole.has("missing"));
}

}  // namespace
}  // namespace assay::test
