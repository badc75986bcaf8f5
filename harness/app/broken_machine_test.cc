// Failures of the machine, and deliberate failures of a pair: Assay keeps its promises.
#include <sstream>

#include <catch2/catch.hpp>

#include "harness/testing/installation_of_cases.h"

namespace assay::test {
namespace {

const std::string kCheck = "check --no-resident -j 1 --results r";

TEST_CASE("pairs that kill their worker, one after the other, cost themselves alone") {
  const InstallationOfCases place({"die", "exit", "noise", "torn", "well"});
  const Said said = place.run(kCheck);
  CHECK(said.status == 1);
  CHECK(said.has("5 pairs: 1 new, 4 unexpected failure"));
}

TEST_CASE("a worker that cannot go on ends the run with the summary of what there is, and exit 3") {
  const InstallationOfCases place({"a", "b"});
  place.gives("broken", "");
  const Said said = place.run(kCheck);
  CHECK(said.status == 3);
  CHECK(said.has("2 pairs: 2 missing"));
  CHECK(said.has("cannot serve device cpu: it died of SIGKILL of an empty capture"));
  CHECK(place.read("r/results.json").starts_with("{\"assay_results\": 1"));
  std::filesystem::remove(place.path() / "build/workers/default/broken");
  CHECK(place.run(kCheck + " --resume").has("2 pairs: 2 new"));
}

TEST_CASE("a crash is told with its signal, on the screen and in the record") {
  const InstallationOfCases place({"crash"});
  CHECK(place.run(kCheck).has("died of SIGSEGV"));
  CHECK(place.read("r/results.jsonl").find(R"("message":"died of SIGSEGV")") != std::string::npos);
}

TEST_CASE(
    "what ends a pair, at whatever stage, is told with the stage and with a command that runs them all") {
  for (const std::string stage : {"load", "eager", "capture", "write", "replay", "compare"}) {
    const std::string id = "dies_at_" + stage;
    const InstallationOfCases place({id});
    const Said said = place.run(kCheck);
    CHECK(said.has("at stage " + stage + ":\n    died of SIGSEGV"));
    const std::string again = "check " + id + " --methods make_fx --device cpu --rerun-failed --results r -v";
    CHECK(said.has("next: assay " + again));
    CHECK(place.run(again).has("at stage " + stage + ":\n    died of SIGSEGV"));
  }
}

/// The next command that a check of `place` prints, without the program name.
std::string next_of(const InstallationOfCases& place) {
  std::istringstream lines(place.run(kCheck).text);
  for (std::string line; std::getline(lines, line);)
    if (const auto at = line.find("next: assay "); at != std::string::npos) return line.substr(at + 12);
  return "";
}

TEST_CASE(
    "what raises in eager is run again by a check, earlier and in the capture by a capture, later by a "
    "replay") {
  CHECK(next_of(InstallationOfCases({"raises_at_eager"})) ==
        "check raises_at_eager --methods make_fx --device cpu --rerun-failed --results r -v");
  CHECK(next_of(InstallationOfCases({"raises_at_load"})) ==
        "capture raises_at_load --method make_fx --device cpu -v");
  CHECK(next_of(InstallationOfCases({"raises_at_capture"})) ==
        "capture raises_at_capture --method make_fx --device cpu -v");
  CHECK(next_of(InstallationOfCases({"raises_at_replay"})).starts_with("replay r/graphs/raises_at_replay/"));
}

TEST_CASE("a pair for which there was no process is missing, blames no method, and is run by --resume") {
  const InstallationOfCases place({"unforked", "well"});
  const Said said = place.run(kCheck);
  CHECK(said.status == 1);
  CHECK(said.has("2 pairs: 1 new, 1 missing"));
  CHECK(said.has("no process could be forked for this pair"));
  place.gives("processes", "");
  const Said resumed = place.run(kCheck + " --resume -v");
  CHECK(resumed.has("pace: 1 pair in "));
  CHECK(resumed.has("2 pairs: 2 new"));
}

/// Runs in its own mount namespace, where `r` is a disk of `size`. Empty if not permitted.
Said on_small_disk(const InstallationOfCases& place, const std::string& size, const std::string& arguments) {
  std::filesystem::create_directories(place.path() / "r");
  const std::string mounted = "unshare -rm sh -c 'mount -t tmpfs -o size=" + size + " none r";
  place.write("probe.sh", mounted + "' 2>/dev/null\n");
  if (said_by("cd '" + place.path().string() + "' && sh probe.sh").status != 0) return {};
  place.write("disk.sh", mounted + " && ./build/bin/assay " + arguments +
                             " 2>&1; s=$?; cp r/results.jsonl kept; exit $s'\n");
  return said_by("cd '" + place.path().string() +
                 "' && env -u CI -u ASSAY_RESULTS -u ASSAY_PROJECT sh disk.sh");
}

TEST_CASE("a pair that fails while the disk is full is missing: no method is blamed") {
  const InstallationOfCases place({"leaves_text"});
  const Said full = on_small_disk(place, "512k", kCheck);
  if (full.text.empty()) {
    WARN("not tried: a small disk may not be mounted here");
    return;
  }
  CHECK(full.status == 1);
  CHECK(full.has("1 pair: 1 missing"));
  CHECK(full.has("the disk was full where r is: raises in write"));
  const Said roomy = on_small_disk(place, "16m", kCheck);
  CHECK(roomy.has("1 pair: 1 unexpected failure"));
}

TEST_CASE("with stdin, stdout and stderr closed, a results folder holds records and nothing else") {
  const InstallationOfCases place({"a", "raise"});
  CHECK(place.run(kCheck, "<&- >&- 2>&-").status == 1);
  std::istringstream lines(place.read("r/results.jsonl"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) CHECK(line.starts_with(R"({"case":")"));
  CHECK(count == 2);
}

TEST_CASE("what cannot be printed is no success: a full stdout is exit 3, and says so") {
  const InstallationOfCases place({"a"});
  place.run(kCheck);
  REQUIRE(place.run("accept --all --results r").status == 0);
  const std::string golden = "golden/a.txt";
  for (const std::string& command :
       {kCheck, std::string("list cases"), "export " + golden + " --to text",
        "diff " + golden + " " + golden + " --format json", std::string("check --help")}) {
    INFO(command);
    CHECK(place.run(command, "> printed 2>&1").status == 0);
    const Said full = place.run(command, "2>&1 >/dev/full");
    CHECK(full.status == 3);
    CHECK(full.has("stdout: cannot be written"));
  }
}

TEST_CASE("a command to type next names the project that was named") {
  const InstallationOfCases place({"a", "raise"});
  const std::string project = " --project '" + place.path().string() + "'";
  const std::string named = "next: assay --project " + place.path().string() + " ";
  CHECK(place.run(kCheck + project + " -v").has(named + "capture raise --method make_fx"));
  CHECK(place.run("review --list --results r" + project).has(named + "accept --cause "));
  CHECK(place.run("check zzz" + project).has(named + "list cases"));
  CHECK_FALSE(place.run(kCheck + " -v").has("--project"));
}

TEST_CASE("a command to type next for a pair names the worker that was named") {
  const InstallationOfCases place({"a", "raise"});
  CHECK(place.run(kCheck + " -v --worker default")
            .has("next: assay --worker default capture raise --method make_fx"));
  CHECK_FALSE(place.run(kCheck + " -v").has("--worker"));
}

TEST_CASE("options that want a number above 0 take no other, in few words") {
  const Folder folder;
  for (const char* option :
       {"--timeout nan", "--timeout inf", "--timeout 0", "-j 0", "-j -1", "--memory 1e999"}) {
    INFO(option);
    const Said said = folder.assay(std::string("check ") + option);
    CHECK(said.status == 2);
    CHECK(said.text.size() < 200);
  }
}

TEST_CASE("options that want a number say which word is none, and take what is one") {
  const Folder folder;
  const auto fuzz = [&](const std::string& option) { return folder.assay("fuzz --torch none " + option); };
  CHECK(
      fuzz("--count x").has("assay: --count: 'x' is no whole number from 0 up\n  next: assay fuzz --help\n"));
  CHECK(fuzz("--count -3").has("assay: --count: '-3' is no whole number from 0 up\n"));
  CHECK(fuzz("--count 0").has("assay: --count: '0' is no number above 0\n"));
  CHECK(fuzz("--seed 1.5").has("assay: --seed: '1.5' is no whole number from 0 up\n"));
  CHECK(fuzz("-j 1.5").has("assay: --jobs: '1.5' is no whole number\n"));
  CHECK(fuzz("--seconds long").has("assay: --seconds: 'long' is no number\n"));
  CHECK(fuzz("--count 3 --seed 0 --seconds 1.5 -j 1").text.starts_with("assay: --torch: not a version\n"));
}

TEST_CASE("a results folder without a name is refused, and nothing is written") {
  const InstallationOfCases place({"a"});
  const Said said = place.run("check --no-resident --results ''");
  CHECK(said.status == 2);
  CHECK(said.has("assay: --results: no results folder"));
  CHECK(place.run(kCheck).status == 1);  // only the name was missing
}

}  // namespace
}  // namespace assay::test
