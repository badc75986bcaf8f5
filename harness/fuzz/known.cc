// known_as: matches observations and departure with the declarations of the program's features.
#include "harness/fuzz/known.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "harness/fuzz/features.h"
#include "harness/fuzz/print.h"
#include "harness/fuzz/reach.h"

namespace assay::fuzz {
namespace {

struct Explanation {
  std::string_view feature;
  KnownFinding finding;
  Reach reach;
};

bool contains(const auto& list, const auto& value) { return std::ranges::find(list, value) != list.end(); }

bool explains(const Explanation& known, const Observation& observed) {
  const auto reaches = [&](const std::optional<ComparedValue>& subject) {
    return !subject || known.reach.includes(*subject);
  };
  return known.finding.shows(observed) && reaches(observed.subject) && reaches(observed.with);
}

/// 57 for "programs_3.py:57". Nothing for a file that is not a program module.
std::optional<std::size_t> line_in_module(std::string_view source) {
  const std::size_t colon = source.rfind(':');
  if (colon == std::string_view::npos || source.find(kModulePrefix) == std::string_view::npos)
    return std::nullopt;
  std::size_t line = 0;
  const auto [end, error] = std::from_chars(source.data() + colon + 1, source.data() + source.size(), line);
  return error == std::errc() ? std::optional(line) : std::nullopt;
}

/// The statement of `program` at that place, or nullptr.
const Statement* statement_at(const Program& program, std::size_t first_line, std::string_view source) {
  const std::optional<std::size_t> line = line_in_module(source);
  const std::vector<BodyLine> lines = placed_lines(program);
  if (!line || *line < first_line || *line - first_line >= lines.size()) return nullptr;
  return lines[*line - first_line].statement;
}

class Explaining {
 public:
  Explaining(const Wrong& wrong, const Declares& declares)
      : result_(wrong.result),
        first_line_(wrong.first_line),
        program_(decode(wrong.coded.sequence, wrong.coded.vocabulary)),
        run_(wrong.result.replay ? deciding_run(*wrong.result.replay) : nullptr) {
    const bool is_first = run_ == nullptr || run_ == result_.replay->runs.data();
    for (const FeatureUse& use : features_of(program_))
      for (KnownFinding& finding : declares(use.feature))
        known_.push_back({use.feature, std::move(finding),
                          Reach(program_, use.at, is_first ? RunOrder::kFirst : RunOrder::kLater)});
  }

  std::string name() const {
    if (run_ == nullptr || contains_raised()) return raised();
    std::string first;
    for (const Observation& observed : run_->observations) {
      const auto known =
          std::ranges::find_if(known_, [&](const Explanation& one) { return explains(one, observed); });
      if (known == known_.end()) return "";
      if (first.empty()) first = known->feature;
    }
    if (first.empty() || !result_.replay->departure) return first;
    return departing(*result_.replay->departure);
  }

 private:
  bool contains_raised() const { return contains(run_->observations, Observation{Observable::kRaised}); }

  std::string raised() const {
    const std::string& message = run_ == nullptr ? result_.message : run_->message;
    const auto known = std::ranges::find_if(known_, [&](const Explanation& one) {
      return !one.finding.raises.empty() && message.find(one.finding.raises) != std::string::npos;
    });
    return known == known_.end() ? "" : std::string(known->feature);
  }

  /// Different results and states come from the forward. If only gradients differ, the departure may be in
  /// the backward.
  bool is_backward() const {
    return std::ranges::all_of(run_->observations, [](const Observation& observed) {
      return observed.subject && observed.subject->kind == ComparedValue::Kind::kGradient;
    });
  }

  std::string departing(const Departure& departure) const {
    const Statement* at = statement_at(program_, first_line_, departure.source);
    const auto is_of = [&](const Explanation& one) {
      return one.finding.departs_at(departure.target) &&
             (at == nullptr || one.reach.includes(*at) || (is_backward() && one.reach.leads_to(*at)));
    };
    const auto known = std::ranges::find_if(known_, is_of);
    return known == known_.end() ? "" : std::string(known->feature);
  }

  const PairResult& result_;
  std::size_t first_line_;
  Program program_;
  const ReplayRun* run_;
  std::vector<Explanation> known_;
};

}  // namespace

std::string known_as(const Wrong& wrong, const Declares& declares) {
  return Explaining(wrong, declares).name();
}

}  // namespace assay::fuzz
