// Properties of outcomes, order of stages, and green verdicts.
#include "harness/zoo/outcome.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

/// Names of the outcomes with a property.
std::string those(bool (*holds)(Outcome)) {
  std::string names;
  for (const std::string& name : outcome_names())
    if (holds(outcome_from_string(name).value())) names += (names.empty() ? "" : " ") + name;
  return names;
}

TEST_CASE("an outcome reads back from its name, and a name that is none reads as nothing") {
  REQUIRE(outcome_names().size() == 14);
  for (const std::string& name : outcome_names()) CHECK(to_string(outcome_from_string(name).value()) == name);
  CHECK(outcome_from_string("skipped") == Outcome::kSkipped);
  CHECK_FALSE(outcome_from_string("raised"));
}

TEST_CASE("what was captured has a graph, which agrees with eager unless replaying it told otherwise") {
  CHECK(those(has_graph) == "captured replay_fails diverges undecided guarded");
  CHECK(those(agrees) == "captured guarded");
  CHECK(those(is_of_replay) == "replay_fails diverges undecided guarded");
}

TEST_CASE(
    "an exception is told of what Python raised, and nothing is counted of what was not to be captured") {
  CHECK(those(has_exception) == "load_fails eager_fails raises out_of_memory replay_fails");
  CHECK(those([](Outcome outcome) { return !is_countable(outcome); }) == "unsupported skipped");
}

TEST_CASE("stages are in the order in which a pair goes through them") {
  CHECK(Stage::kLoad < Stage::kEager);
  CHECK(Stage::kEager < Stage::kCapture);
  CHECK(Stage::kCapture < Stage::kWrite);
  CHECK(Stage::kWrite < Stage::kReplay);
  CHECK(Stage::kReplay < Stage::kCompare);
}

TEST_CASE("only match and expected_failure are green, skipped counts neither way") {
  std::string green;
  for (const Verdict verdict : kVerdictNames.values())
    if (is_green(verdict)) green += std::string(to_string(verdict)) + " ";
  CHECK(green == "match expected_failure skipped ");
}

}  // namespace
}  // namespace assay
