// SamplesFolder: a measured sample stays on disk, however the bench ends.
#include "harness/bench/samples.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay::bench {
namespace {

Sample a_sample(std::uint64_t repetition, double seconds) {
  Sample sample;
  sample.pair = {"seed/mlp", MethodId::kMakeFx, Device::kCpu};
  sample.family = "seed";
  sample.repetition = repetition;
  sample.nodes = 7;
  sample.measured.emplace();
  sample.measured->warm.whole.cpu_seconds = seconds;
  return sample;
}

std::filesystem::path lines_in(const ScratchFolder& folder) { return folder / "samples.jsonl"; }

void add_bytes(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::app | std::ios::binary) << text;
}

TEST_CASE("samples are read back as they were, one that failed with its reason") {
  const ScratchFolder folder;
  {
    SamplesFolder samples(folder.root(), Opened::kFresh);
    samples.append(a_sample(1, 0.25));
    Sample failed = a_sample(0, 0);
    failed.measured.reset();
    failed.outcome = Outcome::kRaises;
    failed.why = "TraceError \xff";
    samples.append(failed);
  }
  const std::vector<Sample> read = read_samples(folder.root());
  REQUIRE(read.size() == 2);
  CHECK(read[0].measured->warm.whole.cpu_seconds == 0.25);
  CHECK(read[0].nodes == 7);
  CHECK(read[1].outcome == Outcome::kRaises);
  CHECK_FALSE(read[1].measured);
  CHECK(read[1].why == "TraceError \xef\xbf\xbd");
}

TEST_CASE("a bench that goes on drops a torn line and keeps all before it, a fresh one keeps nothing") {
  const ScratchFolder folder;
  SamplesFolder(folder.root(), Opened::kFresh).append(a_sample(1, 0.25));
  add_bytes(lines_in(folder), R"({"pair":{"case":"see)");
  CHECK(read_samples(folder.root()).size() == 1);
  {
    SamplesFolder resumed(folder.root(), Opened::kResumed);
    CHECK(resumed.samples().size() == 1);
    resumed.append(a_sample(2, 0.5));
  }
  CHECK(read_samples(folder.root()).size() == 2);
  CHECK(SamplesFolder(folder.root(), Opened::kFresh).samples().empty());
  CHECK(read_samples(folder.root()).empty());
}

TEST_CASE("a bad line is refused with its place, and a folder without samples with what makes them") {
  const ScratchFolder folder;
  CHECK_THROWS_WITH(read_samples(folder.root()),
                    Catch::Contains("no samples") && Catch::Contains("assay bench"));
  SamplesFolder(folder.root(), Opened::kFresh).append(a_sample(1, 0.25));
  add_bytes(lines_in(folder), "{\"pair\":1}\n");
  CHECK_THROWS_WITH(read_samples(folder.root()), Catch::Contains("samples.jsonl:2"));
}

TEST_CASE("somebody else's samples are not removed") {
  const ScratchFolder folder;
  add_bytes(lines_in(folder), "mine\n");
  CHECK_THROWS_WITH(SamplesFolder(folder.root(), Opened::kFresh), Catch::Contains("not a bench's folder"));
  CHECK(std::filesystem::file_size(lines_in(folder)) == 5);
}

}  // namespace
}  // namespace assay::bench
