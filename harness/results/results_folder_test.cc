// ResultsFolder: interruption, a second writer, and foreign folders.
#include "harness/results/results_folder.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/run_of_pairs.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

PairResult record(const std::string& id, Verdict verdict = Verdict::kMatch) {
  PairResult result;
  result.pair = {id, MethodId::kMakeFx, Device::kCpu};
  result.verdict = verdict;
  return result;
}

TEST_CASE("records are on the disk as soon as they are appended") {
  const ScratchFolder scratch;
  ResultsFolder folder(scratch / "r", OpenFor::kFresh);
  folder.append(record("b"));
  CHECK(told(read_records(scratch / "r")) == "b=match ");
  folder.append(record("a", Verdict::kNew));
  CHECK(told(read_records(scratch / "r")) == "b=match a=new ");
}

TEST_CASE("a resumed run has the records found, a fresh one removes them and their files") {
  const ScratchFolder scratch;
  {
    ResultsFolder folder(scratch / "r", OpenFor::kFresh);
    folder.append(record("a"));
    scratch.write(fs::relative(folder.pending_file(record("a").pair), scratch.root()), "x");
    folder.finish();
  }
  CHECK(told(ResultsFolder(scratch / "r", OpenFor::kResume).records()) == "a=match ");
  CHECK(fs::exists(scratch / "r/pending/a/make_fx@cpu.json"));
  CHECK(ResultsFolder(scratch / "r", OpenFor::kFresh).records().empty());
  CHECK_FALSE(fs::exists(scratch / "r/pending"));
  CHECK_FALSE(fs::exists(scratch / "r/results.json"));
  CHECK(read_records(scratch / "r").empty());
}

TEST_CASE("a link in a results folder is refused: what it leads to is neither written nor removed") {
  for (const char* name : {"lock", "results.jsonl", "run.json", "results.json", "graphs", "pending"}) {
    const ScratchFolder scratch;
    { const ResultsFolder made(scratch / "r", OpenFor::kFresh); }
    scratch.write("elsewhere/kept", "kept");
    fs::remove_all(scratch / "r" / name);
    fs::create_symlink(scratch / "elsewhere/kept", scratch / "r" / name);
    for (const OpenFor mode : {OpenFor::kFresh, OpenFor::kResume})
      CHECK(message_of<InputError>(scratch, [&] {
              const ResultsFolder opened(scratch / "r", mode);
            }).starts_with("SCRATCH/r/" + std::string(name) + ": a link in a results folder\n"));
    CHECK(scratch.read("elsewhere/kept") == "kept");
  }
  const ScratchFolder scratch;  // the folder itself may be a link
  fs::create_directories(scratch / "there");
  fs::create_directory_symlink(scratch / "there", scratch / "r");
  const ResultsFolder through(scratch / "r", OpenFor::kFresh);
  CHECK(fs::exists(scratch / "there/lock"));
}

TEST_CASE("links where a run writes its files are replaced, and those that folders were exchanged for go") {
  const ScratchFolder scratch;
  ResultsFolder folder(scratch / "r", OpenFor::kFresh);
  scratch.write("elsewhere/kept", "kept");
  fs::create_symlink(scratch / "elsewhere/kept", scratch / "r/results.json.tmp");
  folder.finish();
  fs::create_directories(scratch / "r/pending");
  fs::create_directory_symlink(scratch / "elsewhere", scratch / "r/pending/a");
  scratch.write(fs::relative(folder.pending_file(record("a").pair), scratch.root()), "x");
  CHECK(scratch.read("elsewhere/kept") == "kept");
  CHECK_FALSE(fs::exists(scratch / "elsewhere/make_fx@cpu.json"));
  CHECK(scratch.read("r/results.json").starts_with("{\"assay_results\": 1"));
}

TEST_CASE("a torn last line is dropped, and the next record starts on a line of its own") {
  const ScratchFolder scratch;
  const std::string line = encode_record(record("a")) + "\n";
  scratch.write("r/lock", "");
  scratch.write("r/results.jsonl", line + line.substr(0, 40));
  CHECK(told(read_records(scratch / "r")) == "a=match ");
  {
    ResultsFolder folder(scratch / "r", OpenFor::kResume);
    folder.append(record("b"));
  }
  CHECK(told(read_records(scratch / "r")) == "a=match b=match ");
}

TEST_CASE("a bad line that is not the last is an error with its number") {
  const ScratchFolder scratch;
  const std::string line = encode_record(record("a")) + "\n";
  scratch.write("r/results.jsonl", line + line.substr(0, 40) + "\n" + line);
  CHECK(message_of<InputError>(scratch, [&] {
          read_records(scratch / "r");
        }).starts_with("SCRATCH/r/results.jsonl:2: not JSON: "));
}

TEST_CASE("a later record of a pair takes the place of the earlier one") {
  const ScratchFolder scratch;
  ResultsFolder folder(scratch / "r", OpenFor::kFresh);
  folder.append(record("a", Verdict::kUnexpectedFailure));
  folder.append(record("b"));
  folder.append(record("a", Verdict::kMatch));
  CHECK(told(folder.records()) == "a=match b=match ");
  CHECK(told(read_records(scratch / "r")) == "a=match b=match ");
}

TEST_CASE("one pair's record is its last whole one, whatever the lines of other pairs are") {
  const ScratchFolder scratch;
  const std::string early = encode_record(record("a", Verdict::kUnexpectedFailure)) + "\n";
  const std::string last = encode_record(record("a")) + "\n";
  scratch.write("r/results.jsonl",
                early + "{\n" + encode_record(record("ab")) + "\n" + last + early.substr(0, 90));
  const std::optional<PairResult> found = read_record(scratch / "r", record("a").pair);
  REQUIRE(found);
  CHECK(found->verdict == Verdict::kMatch);
  CHECK(read_record(scratch / "r", record("ab").pair)->pair.case_id == "ab");
  CHECK_FALSE(read_record(scratch / "r", {"a", MethodId::kMakeFx, Device::kCuda}));
  CHECK_FALSE(read_record(scratch / "r", record("b").pair));
}

TEST_CASE("a damaged record of the pair that is asked for is an error with its line") {
  const ScratchFolder scratch;
  const std::string line = encode_record(record("a")) + "\n";
  scratch.write("r/results.jsonl", encode_record(record("b")) + "\n" + line.substr(0, 60) + "\n");
  CHECK(message_of<InputError>(scratch, [&] {
          read_record(scratch / "r", record("a").pair);
        }).starts_with("SCRATCH/r/results.jsonl:2: not JSON: "));
}

TEST_CASE("results.json has the version, the totals and the records in order of pair") {
  const ScratchFolder scratch;
  ResultsFolder folder(scratch / "r", OpenFor::kFresh);
  folder.append(record("b", Verdict::kNew));
  folder.append(record("a"));
  folder.finish();
  CHECK(scratch.read("r/results.json") ==
        "{\"assay_results\": 1,\n \"totals\": {\"match\": 1, \"differs\": 0, \"new\": 1, "
        "\"expected_failure\": 0, \"unexpected_failure\": 0, "
        "\"unexpected_pass\": 0, \"flaky\": 0, \"broken_golden\": 0, \"missing\": 0, \"skipped\": 0},\n "
        "\"pairs\": [\n  " +
            encode_record(record("a")) + ",\n  " + encode_record(record("b", Verdict::kNew)) + "\n ]}\n");
}

TEST_CASE("a shard is resumed as itself, and refuses to become another shard or another run's") {
  const ScratchFolder scratch;
  const auto resumed_as = [&](const RunHead& head) {
    return message_of<InputError>(scratch,
                                  [&] { ResultsFolder(scratch / "r", OpenFor::kResume).begin(head); });
  };
  ResultsFolder(scratch / "r", OpenFor::kFresh).begin(head_of_shard(1, 2));
  CHECK(resumed_as(head_of_shard(1, 2)) == "no error");
  CHECK(resumed_as(head_of_shard(2, 2)) ==
        "SCRATCH/r: cannot be gone on with: another shard\n  expected: shard 2/2\n  found: shard 1/2\n"
        "  next: assay check 'seed*' --shard 1/2 --resume --results SCRATCH/r, or --results with another "
        "folder");
  CHECK_THAT(resumed_as(head_of_shard(1, 1)), Catch::Contains("cannot be gone on with: other shards\n"));
  CHECK(to_string(read_head(scratch / "r")->shard) == "1/2");
  ResultsFolder(scratch / "r", OpenFor::kFresh).begin(head_of_shard(2, 2));
  CHECK(to_string(read_head(scratch / "r")->shard) == "2/2");
}

TEST_CASE("a run that is not in shards goes on with other filters, and with results of no known run") {
  const ScratchFolder scratch;
  ResultsFolder(scratch / "r", OpenFor::kFresh).begin(head_of_shard(1, 1, {{"a", 1}, {"b", 1}}));
  ResultsFolder(scratch / "r", OpenFor::kResume).begin(head_of_shard(1, 1, {{"b", 1}}));
  CHECK(read_head(scratch / "r")->pairs.size() == 1);
  fs::remove(scratch / "r/run.json");
  ResultsFolder(scratch / "r", OpenFor::kResume).begin(head_of_shard(1, 2));
  CHECK(to_string(read_head(scratch / "r")->shard) == "1/2");
}

TEST_CASE("a second writer is told who holds the folder") {
  const ScratchFolder scratch;
  const ResultsFolder folder(scratch / "r", OpenFor::kFresh);
  CHECK(message_of<HarnessError>(scratch, [&] { ResultsFolder(scratch / "r", OpenFor::kResume); }) ==
        "SCRATCH/r/lock: the results folder is in use\n  expected: one writer at a time\n  found: process " +
            std::to_string(getpid()) +
            " writes here\n  next: wait for it, or use another folder: --results DIR");
}

TEST_CASE("the lock ends with its writer, also when that is killed") {
  const ScratchFolder scratch;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const ResultsFolder folder(scratch / "r", OpenFor::kFresh);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(ResultsFolder(scratch / "r", OpenFor::kResume).records().empty());
}

TEST_CASE("files of a folder that never held results are not removed") {
  const ScratchFolder scratch;
  scratch.write("home/graphs/mine.txt", "precious");
  CHECK(message_of<InputError>(scratch, [&] { ResultsFolder(scratch / "home", OpenFor::kFresh); }) ==
        "SCRATCH/home: not a results folder\n  expected: an empty folder, or one that assay made\n  found: "
        "'graphs' without 'lock'\n"
        "  next: --results DIR with another DIR");
  CHECK(scratch.read("home/graphs/mine.txt") == "precious");
}

TEST_CASE("a folder without results, and one that cannot be made, are told") {
  const ScratchFolder scratch;
  CHECK(message_of<InputError>(scratch, [&] { read_records(scratch / "no"); }) ==
        "SCRATCH/no: no results here\n  expected: results.jsonl of an assay check\n  found: nothing\n  next: "
        "assay check --results SCRATCH/no");
  scratch.write("file", "");
  CHECK(message_of<HarnessError>(scratch, [&] {
          ResultsFolder(scratch / "file/r", OpenFor::kFresh);
        }).starts_with("SCRATCH/file/r: cannot be made\n"));
}

TEST_CASE("files of a pair have a folder to go into") {
  const ScratchFolder scratch;
  const ResultsFolder folder(scratch / "r", OpenFor::kFresh);
  const PairId pair{"seed/mlp", MethodId::kAot, Device::kCuda};
  CHECK(scratch.hide(folder.graph_file(pair).string()) == "SCRATCH/r/graphs/seed/mlp/aot@cuda.json");
  CHECK(fs::is_directory(scratch / "r/graphs/seed/mlp"));
  CHECK(scratch.hide(folder.pending_file(pair).string()) == "SCRATCH/r/pending/seed/mlp/aot@cuda.json");
}

}  // namespace
}  // namespace assay
