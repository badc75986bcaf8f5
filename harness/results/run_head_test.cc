// RunHead: written, read back, refused if invalid, and compared.
#include "harness/results/run_head.h"

#include <fstream>
#include <functional>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/testing/json_schema.h"
#include "harness/testing/run_of_pairs.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

const std::string kWritten =
    R"({"assay_run":1,"command":"assay check 'seed*'","torch":"2.15.0","python":"3.11.2","cuda":"","project":"/there",)"
    R"("results":"r","digest":"d1","replay":true,"seconds":0.0,"memory_gb":0.0,"shard":{"index":2,"count":2},"by":"hash",)"
    "\n \"pairs\": [\n"
    R"(  {"case":"a","method":"make_fx","device":"cpu","family":"seed","tiers":["default"],"shard":1},)"
    "\n"
    R"(  {"case":"b","method":"make_fx","device":"cpu","family":"seed","tiers":["default"],"shard":2},)"
    "\n"
    R"(  {"case":"c","method":"make_fx","device":"cpu","family":"seed","tiers":["default"],"shard":1})"
    "\n ],\n \"places\": [\n"
    R"(  {"case":"a","file":"models/seed.json","line":3})"
    "\n ]}\n";

RunHead head_with_a_place() {
  RunHead head = head_of_shard(2, 2);
  head.places["a"] = {"models/seed.json", 3};
  return head;
}

TEST_CASE("a head is its options, then a line for each pair of the list and each case that has a place") {
  CHECK(encode_head(head_with_a_place()) == kWritten);
}

TEST_CASE("a head keeps the schema beside the reader, and one that is off breaks it") {
  const auto breach = [](const char* pointer, const nlohmann::json& value) {
    auto document = nlohmann::json::parse(kWritten);
    document[nlohmann::json::json_pointer(pointer)] = value;
    return schema_breach(
        document, nlohmann::json::parse(std::ifstream(ASSAY_SOURCE_DIR "/harness/results/run.schema.json")));
  };
  CHECK(breach("/torch", "2.16.0").empty());
  CHECK(breach("/assay_run", 2) == ".assay_run const");
  CHECK(breach("/by", "luck") == ".by enum");
  CHECK(breach("/shard/index", 0) == ".shard.index minimum");
  CHECK(breach("/pairs/0/case", "../x/") == ".pairs[].case pattern");
  CHECK(breach("/pairs/0/more", 1) == ".pairs[] additionalProperties more");
  CHECK(breach("/places/0/line", 0) == ".places[].line minimum");
}

TEST_CASE("a head read back is the head, and a folder without one has none") {
  CHECK(encode_head(decode_head(kWritten, "run.json")) == kWritten);
  const ScratchFolder scratch;
  CHECK_FALSE(read_head(scratch.root()));
  scratch.write("run.json", kWritten);
  CHECK(read_head(scratch.root())->pairs.size() == 3);
}

TEST_CASE("a head of before cases had places is read, and is of the same run") {
  nlohmann::ordered_json before = nlohmann::ordered_json::parse(kWritten);
  before.erase("places");
  const RunHead head = decode_head(before.dump(), "run.json");
  CHECK(head.places.empty());
  CHECK(head.pairs.size() == 3);
  CHECK_FALSE(difference(head, head_with_a_place()));
}

std::string message(const std::string& from, const std::string& to) {
  std::string text = kWritten;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  const ScratchFolder unused;
  return message_of<InputError>(unused,
                                [&] { decode_head(text.replace(at, from.size(), to), "r/run.json"); });
}

TEST_CASE("a head that is off is refused with its line and path") {
  CHECK(message(R"("shard":2},)", R"("shard":3},)") ==
        "r/run.json:4: pairs[1].shard: no such shard\n  expected: 1 to 2\n  found: 3\n  next: assay check "
        "--results DIR");
  CHECK(message(R"("index":2)", R"("index":0)").starts_with("r/run.json:1: shard: no such shard\n"));
  CHECK(
      message(R"("assay_run":1)", R"("assay_run":2)")
          .starts_with("r/run.json:1: assay_run: a version of run.json that is not known\n  expected: 1\n"));
  CHECK(message(R"("case":"a")", R"("case":"../../etc")")
            .starts_with("r/run.json:3: pairs[0].case: not a case id\n"));
  CHECK(message(R"("by":"hash")", R"("by":"luck")")
            .starts_with("r/run.json:1: by: unknown way to make shards\n"));
  CHECK(message("models/seed.json", "../../etc/passwd")
            .starts_with("r/run.json:8: places[0].file: not a file of the sources\n"));
  CHECK(
      message(R"("line":3)", R"("line":0)").starts_with("r/run.json:8: places[0].line: no line of a file\n"));
  CHECK_THAT(message(R"("torch":"2.15.0",)", ""), Catch::Contains(": the key 'torch' is missing\n"));
}

TEST_CASE("what runs a shard is the command of the list with the shard, a whole list has no shard") {
  CHECK(shard_command(head_of_shard(1, 4), 3) == "assay check 'seed*' --shard 3/4");
  CHECK(shard_command(head_of_shard(1, 1), 1) == "assay check 'seed*'");
}

TEST_CASE("shards of one run may be spelled otherwise and lie elsewhere") {
  RunHead other = head_of_shard(2, 2);
  other.command = "assay check 'seed/*'";
  other.project = "/elsewhere";
  other.results = "q";
  CHECK_FALSE(difference(head_of_shard(1, 2), other));
}

TEST_CASE("another cuda device is told of runs that both have pairs of it, else their lists differ") {
  RunHead phantom = head_of_shard(1, 2), gpu = head_of_shard(2, 2), cpu_alone = head_of_shard(2, 2);
  phantom.cuda = "phantom";
  gpu.cuda = "gpu";
  cpu_alone.pairs.pop_back();
  const auto told = [&](const RunHead& found) {
    const auto parts = difference(phantom, found).value();
    return parts.what + ": " + parts.expected + " / " + parts.found;
  };
  CHECK(told(gpu) == "another cuda device: phantom / gpu");
  CHECK(told(cpu_alone) == "another list of pairs: 3 pairs, c make_fx cpu in shard 1 / 2 pairs, no more");
}

TEST_CASE("everything else that differs makes another run, and is told") {
  struct Row {
    std::string told;
    std::function<void(RunHead&)> change;
  };
  const std::vector<Row> rows = {
      {"another torch: 2.15.0 / 2.14.1", [](RunHead& head) { head.torch = "2.14.1"; }},
      {"another Python: 3.11.2 / 3.12.0", [](RunHead& head) { head.python = "3.12.0"; }},
      {"another project: case files, Python of the models or goldens: d1 / d2",
       [](RunHead& head) { head.digest = "d2"; }},
      {"run with other options: replayed, --timeout 0, --memory 0 / --no-replay, --timeout 0, --memory 0",
       [](RunHead& head) { head.replay = false; }},
      {"run with other options: replayed, --timeout 0, --memory 0 / replayed, --timeout 5, --memory 0",
       [](RunHead& head) { head.seconds = 5; }},
      {"run with other options: replayed, --timeout 0, --memory 0 / replayed, --timeout 0, --memory 2",
       [](RunHead& head) { head.memory_gb = 2; }},
      {"other shards: 2 shards, by hash / 3 shards, by hash", [](RunHead& head) { head.shard.count = 3; }},
      {"other shards: 2 shards, by hash / 2 shards, by time",
       [](RunHead& head) { head.by = ShardBy::kTime; }},
      {"another list of pairs: 3 pairs, c make_fx cpu in shard 1 / 2 pairs, no more",
       [](RunHead& head) { head.pairs.pop_back(); }},
      {"another list of pairs: 3 pairs, b make_fx cpu in shard 2 / 3 pairs, b make_fx cpu in shard 1",
       [](RunHead& head) { head.pairs[1].shard = 1; }},
  };
  for (const Row& row : rows) {
    RunHead other = head_of_shard(2, 2);
    row.change(other);
    const std::optional<ErrorParts> parts = difference(head_of_shard(1, 2), other);
    REQUIRE(parts);
    CHECK(parts->what + ": " + parts->expected + " / " + parts->found == row.told);
  }
}

}  // namespace
}  // namespace assay
