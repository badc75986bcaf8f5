// CheckOptions as a command line that selects the same pairs.
#include "harness/app/check_options.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

TEST_CASE("the command that selects the same pairs has what narrows them, quoted, and nothing else") {
  CHECK(selection_command({}, {}) == "assay check");
  CheckOptions options{.cases = {"seed*", "nets/resnet18"},
                       .methods = {"make_fx", "aot*"},
                       .tiers = {"full"},
                       .device = "cpu",
                       .results = "r",
                       .reports = {.junit = "j.xml"},
                       .shards = {.shard = "1/2"},
                       .parallel = 4,
                       .resume = true,
                       .lower = true,
                       .plan = {.seconds = 9, .memory_gb = 1.5, .replay = false}};
  CHECK(selection_command({}, options) ==
        "assay check 'seed*' nets/resnet18 --methods 'make_fx,aot*' --tier full --device cpu --timeout 9 "
        "--memory 1.5 --no-replay --lower");
}

TEST_CASE("what chooses the worker and the project, and how the pairs are dealt out, belongs to it") {
  Session session;
  session.torch = "2.14.1";
  session.project = "/p q";
  CHECK(selection_command(session, {.shards = {.by = "time", .times = "old"}}) ==
        "assay check --project '/p q' --torch 2.14.1 --shard-by time --times old");
}

}  // namespace
}  // namespace assay
