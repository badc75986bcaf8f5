// merge: joins shards of the same run and refuses all others.
#include "harness/results/merge.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/run_of_pairs.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

PairResult record_of(const std::string& case_id) {
  PairResult record;
  record.pair = pair_called(case_id);
  record.verdict = Verdict::kMatch;
  return record;
}

/// Results folders of shards, as checks write them.
class Shards : public ScratchFolder {
 public:
  /// A folder with records of `cases`, each with a graph.
  ShardResults add(const std::string& name, const RunHead& head,
                   const std::vector<const char*>& cases) const {
    ResultsFolder folder(root() / name, OpenFor::kFresh);
    folder.begin(head);
    for (const char* each : cases) {
      PairResult record = record_of(each);
      const fs::path graph = folder.graph_file(record.pair);
      record.graph = fs::relative(graph, folder.root());
      write(fs::relative(graph, root()), std::string("graph of ") + each);
      write(fs::relative(graph.parent_path() / "00ff.bin", root()), "a constant");
      folder.append(record);
    }
    folder.finish();
    return read_shard(root() / name);
  }
  std::string refusal(const std::vector<ShardResults>& shards) const {
    return message_of<InputError>(*this, [&] { head_of_whole(shards, "whole"); });
  }
};

TEST_CASE("two shards of a list are the whole: records in order, graphs, a head without shards") {
  const Shards scratch;
  const std::vector<ShardResults> shards = {scratch.add("2", head_of_shard(2, 2), {"b"}),
                                            scratch.add("1", head_of_shard(1, 2), {"c", "a"})};
  const fs::path into = scratch / "whole";
  const RunHead head = head_of_whole(shards, into);
  {
    ResultsFolder whole(into, OpenFor::kFresh);
    write_merged(shards, head, joined_records(shards, {.results = into}), whole);
  }
  CHECK(missing_shards(shards).empty());
  CHECK(told(read_records(into)) == "a=match b=match c=match ");
  CHECK(scratch.read("whole/graphs/b/make_fx@cpu.json") == "graph of b");
  CHECK(scratch.read("whole/graphs/c/00ff.bin") == "a constant");
  CHECK(fs::exists(into / "results.json"));
  CHECK(to_string(read_head(into)->shard) == "1/1");
  CHECK(read_head(into)->pairs.size() == 3);
  CHECK(told(read_shard(into).records) == "a=match b=match c=match ");  // a merged folder is a whole run
}

TEST_CASE("the pairs of a shard that is not there are missing, and so are those that its shard left out") {
  const Shards scratch;
  const std::vector<ShardResults> shards = {scratch.add("1", head_of_shard(1, 2), {"c"})};
  const std::vector<PairResult> records = joined_records(shards, {.results = "whole"});
  CHECK(told(records) == "a=missing b=missing c=match ");
  CHECK(records[0].explanation == "shard 1/2 was to run it and did not\n");
  CHECK(scratch.hide(records[0].next.text()) ==
        "assay check 'seed*' --shard 1/2 --resume --results SCRATCH/1");
  CHECK(records[1].explanation == "shard 2/2 is not among the results that were merged\n");
  CHECK(records[1].next == "assay check 'seed*' --shard 2/2 --results DIR");
  CHECK(records[1].family == "seed");
  CHECK(records[1].tiers == std::vector<std::string>{"default"});
  const std::vector<MissingShard> missing = missing_shards(shards);
  REQUIRE(missing.size() == 1);
  CHECK(to_string(missing[0].shard) == "2/2");
  CHECK(missing[0].pairs == 1);
  CHECK(missing[0].next == "assay check 'seed*' --shard 2/2 --results DIR");
}

TEST_CASE("shards of different runs are refused with both folders, what differs and what to run again") {
  const Shards scratch;
  const ShardResults first = scratch.add("1", head_of_shard(1, 2), {"a", "c"});
  RunHead other = head_of_shard(2, 2);
  REQUIRE(scratch.refusal({first, scratch.add("2", other, {"b"})}) == "no error");
  other.torch = "2.14.1";
  CHECK(scratch.refusal({first, scratch.add("2", other, {"b"})}) ==
        "SCRATCH/2: not a shard of the same run as SCRATCH/1: another torch\n  expected: 2.15.0\n"
        "  found: 2.14.1\n  next: assay check 'seed*' --shard 2/2 --results SCRATCH/2");
  CHECK(scratch.refusal({first, scratch.add("2", head_of_shard(2, 3), {"b"})}) ==
        "SCRATCH/2: not a shard of the same run as SCRATCH/1: other shards\n  expected: 2 shards, by hash\n"
        "  found: 3 shards, by hash\n  next: assay check 'seed*' --shard 2/2 --results SCRATCH/2");
}

TEST_CASE("a shard that is there twice is refused") {
  const Shards scratch;
  CHECK(scratch.refusal({scratch.add("1", head_of_shard(1, 2), {"a", "c"}),
                         scratch.add("2", head_of_shard(2, 2), {"b"}),
                         scratch.add("again", head_of_shard(1, 2), {"a", "c"})}) ==
        "SCRATCH/again: shard 1/2 is there twice\n  expected: one folder a shard\n"
        "  found: SCRATCH/1 holds it too\n  next: assay merge with one of the two");
}

TEST_CASE("a record of another shard, or of no pair of the list, is refused") {
  const Shards scratch;
  const auto refusal = [&](const char* case_id) {
    return message_of<InputError>(scratch, [&] { scratch.add("1", head_of_shard(1, 2), {"a", case_id}); });
  };
  CHECK(refusal("c") == "no error");
  CHECK(refusal("b") ==
        "SCRATCH/1: a record that is not of this shard\n  expected: pairs of shard 1/2 of its list\n"
        "  found: b make_fx cpu, which is of shard 2/2\n"
        "  next: assay check 'seed*' --shard 1/2 --results SCRATCH/1");
  CHECK_THAT(refusal("d"), Catch::Contains("found: d make_fx cpu, which is not in the list\n"));
}

TEST_CASE("results that do not say of what run they are cannot be merged, nor can no results") {
  const Shards scratch;
  scratch.add("old", head_of_shard(1, 2), {"a"});
  fs::remove(scratch / "old/run.json");
  CHECK(message_of<InputError>(scratch, [&] { read_shard(scratch / "old"); }) ==
        "SCRATCH/old: nothing says of what run these results are\n"
        "  expected: run.json, which this version of assay check writes\n  found: results.jsonl alone\n"
        "  next: assay check --shard I/N --results SCRATCH/old");
  CHECK(told(read_records(scratch / "old")) == "a=match ");  // other readers accept it
  CHECK_THROWS_AS(read_shard(scratch / "nothing"), InputError);
}

/// The record of a run in folder `r` of project /there, after a merge into `whole`.
PairResult merged(const ShellLine& next, const fs::path& project = {}) {
  const Shards scratch;
  std::vector<ShardResults> shards = {scratch.add("1", head_of_shard(1, 2), {"a"})};
  shards[0].records[0].next = next;
  shards[0].records[0].golden_root = "/there/golden";
  return joined_records(shards, {.results = "whole", .project = project}).front();
}

TEST_CASE("commands of a record name the merged folder, and its goldens are those of the project at hand") {
  const Command diff{.verb = "diff", .arguments = {"/there/golden/a.txt", "r/pending/a/make_fx@cpu.json"}};
  CHECK(merged(diff).next ==
        Command{.verb = "diff", .arguments = {"/there/golden/a.txt", "whole/pending/a/make_fx@cpu.json"}});
  CHECK(merged(diff).golden_root == "/there/golden");
  CHECK(merged(diff, "/here").next.text() ==
        "assay diff /here/golden/a.txt whole/pending/a/make_fx@cpu.json");
  CHECK(merged(diff, "/here").golden_root == "/here/golden");
}

TEST_CASE("accepting names the merged folder, where the folder of the shard was the usual one") {
  const Command accept{.verb = "accept", .arguments = {"--case", "a"}, .options = {"--project", "p"}};
  CHECK(merged(accept).next.text() == "assay --project p accept --case a --results whole");
  const Command review{.verb = "review", .arguments = {"--case", "a"}};
  CHECK(merged(review).next == review);
}

TEST_CASE("a path is moved as a whole, and nothing that only begins like it") {
  const auto replay = [](const std::string& file) { return Command{.verb = "replay", .arguments = {file}}; };
  CHECK(merged(replay("r")).next == replay("whole"));
  CHECK(merged(replay("r/graphs/my a.json")).next.text() == "assay replay 'whole/graphs/my a.json'");
  for (const char* other : {"rest/a.json", "other/r/b.json", "/r/a.json"})
    CHECK(merged(replay(other)).next == replay(other));
}

TEST_CASE("words of a line are moved wherever they stand, and its text, however it reads, stays") {
  const ShellLine line(
      std::vector<ShellLine::Part>{"in r/a: cd ", ShellLine::Word{"r"}, " && assay accept --case r"});
  CHECK(merged(line).next.text() == "in r/a: cd whole && assay accept --case r");
}

}  // namespace
}  // namespace assay
