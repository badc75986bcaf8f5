// The table of outcomes and their properties.
#include "harness/zoo/outcome.h"

namespace assay {
namespace {

struct Row {
  std::string_view name;
  bool graph, agrees, of_replay, exception, countable;
};

constexpr bool yes = true, no = false;

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    // name              graph agrees of replay exception countable
    {"load_fails",       no,   no,    no,       yes,      yes},
    {"eager_fails",      no,   no,    no,       yes,      yes},
    {"nondeterministic", no,   no,    no,       no,       yes},
    {"captured",         yes,  yes,   no,       no,       yes},
    {"raises",           no,   no,    no,       yes,      yes},
    {"crashes",          no,   no,    no,       no,       yes},
    {"times_out",        no,   no,    no,       no,       yes},
    {"out_of_memory",    no,   no,    no,       yes,      yes},
    {"replay_fails",     yes,  no,    yes,      yes,      yes},
    {"diverges",         yes,  no,    yes,      no,       yes},
    {"undecided",        yes,  no,    yes,      no,       yes},
    {"guarded",          yes,  yes,   yes,      no,       yes},
    {"unsupported",      no,   no,    no,       no,       no},
    {"skipped",          no,   no,    no,       no,       no},
});
// clang-format on
static_assert(is_complete<Outcome, kRows.size()>);

const Row& row(Outcome outcome) { return kRows.at(static_cast<std::size_t>(outcome)); }

}  // namespace

std::string_view to_string(Outcome outcome) { return row(outcome).name; }

std::optional<Outcome> outcome_from_string(std::string_view text) {
  const auto found = std::ranges::find(kRows, text, &Row::name);
  return found == kRows.end() ? std::nullopt : std::optional(static_cast<Outcome>(found - kRows.begin()));
}

std::vector<std::string> outcome_names() {
  std::vector<std::string> names;
  for (const Row& each : kRows) names.emplace_back(each.name);
  return names;
}

bool has_graph(Outcome outcome) { return row(outcome).graph; }
bool agrees(Outcome outcome) { return row(outcome).agrees; }
bool is_of_replay(Outcome outcome) { return row(outcome).of_replay; }
bool has_exception(Outcome outcome) { return row(outcome).exception; }
bool is_countable(Outcome outcome) { return row(outcome).countable; }

bool is_green(Verdict verdict) {
  return verdict == Verdict::kMatch || verdict == Verdict::kExpectedFailure || verdict == Verdict::kSkipped;
}

}  // namespace assay
