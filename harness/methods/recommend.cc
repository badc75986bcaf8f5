// recommend: a filter per step of the rule, with a reason for each excluded method.
#include "harness/methods/recommend.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "harness/zoo/need.h"

namespace assay {
namespace {

/// A method over all cases.
struct Candidate {
  MethodId method = MethodId::kMakeFx;
  std::vector<const MethodResult*> results;
  bool guarded = false;
  std::vector<BreakPlace> breaks;  ///< Of all cases.
  std::size_t measured = 0;
  Counted operators;
  double seconds = 0;
};

class Rule {
 public:
  Rule(const std::vector<Comparison>& comparisons, const std::vector<Need>& needs)
      : comparisons_(comparisons), needs_(needs) {
    for (const Method& method : all_methods()) {
      if (was_run(method.id)) candidates_.push_back(candidate(method.id));
    }
  }

  Recommendation apply() {
    keep([&](const Candidate& one) { return why_not_replayed(one); });
    keep([&](const Candidate& one) { return why_need_unmet(one); });
    const std::size_t able = candidates_.size();
    keep_independent();
    keep_unguarded();
    keep_unbroken();
    keep_complete();
    keep_first();
    Recommendation result{needs_, {}, reason(able), {}};
    if (!candidates_.empty()) result.method = candidates_.front().method;
    std::ranges::sort(rejected_, {}, &Rejected::method);
    result.rejected = std::move(rejected_);
    return result;
  }

 private:
  static const MethodResult* result_of(const Comparison& comparison, MethodId method) {
    const auto found = std::ranges::find(comparison.methods, method, &MethodResult::method);
    return found == comparison.methods.end() ? nullptr : &*found;
  }

  bool was_run(MethodId method) const {
    return std::ranges::any_of(comparisons_,
                               [&](const Comparison& one) { return result_of(one, method) != nullptr; });
  }

  Candidate candidate(MethodId method) const {
    Candidate made;
    made.method = method;
    for (const Comparison& comparison : comparisons_) {
      const MethodResult* result = result_of(comparison, method);
      made.results.push_back(result);
      if (result == nullptr) continue;
      made.guarded = made.guarded || result->outcome == Outcome::kGuarded;
      made.seconds += result->cost.capture_seconds;
      if (result->facts)
        made.breaks.insert(made.breaks.end(), result->facts->breaks.begin(), result->facts->breaks.end());
      if (!result->coverage) continue;
      made.measured += 1;
      made.operators += result->coverage->operators;
    }
    return made;
  }

  std::string why_not_replayed(const Candidate& one) const {
    for (std::size_t i = 0; i < comparisons_.size(); ++i) {
      const MethodResult* result = one.results[i];
      if (result == nullptr) return comparisons_[i].case_id + ": was not run";
      const bool unseen = result->outcome == Outcome::kCaptured && !result->replay;
      if (agrees(result->outcome) && !unseen) continue;
      return comparisons_[i].case_id + ": " + (unseen ? "was not replayed" : describe(*result));
    }
    return "";
  }

  bool some_capture_shows(const Comparison& comparison, Need need) const {
    return std::ranges::any_of(comparison.methods, [&](const MethodResult& one) {
      return one.facts && one.facts->needs.at(need) == Shown::kFound;
    });
  }

  /// Why a capture misses a need that only its graphs decide.
  static std::string why_not_so(const CaptureFacts& facts, Need need) {
    if (need == Need::kFunctional) return fmt::format("{} writes", facts.writes);
    const std::string graphs = counted(facts.graphs, "graph");
    return facts.breaks.empty() ? graphs : fmt::format("{}, {}", graphs, told(facts.breaks));
  }

  std::string why_need_unmet(const Candidate& one) const {
    for (const Need need : needs_) {
      if (need == Need::kWithoutAssay && method(one.method).is_reference())
        return fmt::format("is Assay's own: {}", method(one.method).assay_reason);
      for (std::size_t i = 0; i < comparisons_.size(); ++i) {
        const auto& facts = one.results[i]->facts;
        const Shown shown = facts ? facts->needs.at(need) : Shown::kCannot;
        const std::string& id = comparisons_[i].case_id;
        if (shown == Shown::kCannot) return fmt::format("cannot express {}", to_string(need));
        if (shown == Shown::kFound) continue;
        if (!is_declared(need))
          return fmt::format("{}: not {}: {}", id, to_string(need), why_not_so(*facts, need));
        if (some_capture_shows(comparisons_[i], need))
          return fmt::format("{}: shows no {}, where another method does", id, to_string(need));
      }
    }
    return "";
  }

  /// `why` returns the reason to exclude a candidate, or nothing.
  void keep(const std::function<std::string(const Candidate&)>& why) {
    std::vector<Candidate> kept;
    for (Candidate& one : candidates_) {
      std::string reason = why(one);
      if (reason.empty())
        kept.push_back(std::move(one));
      else
        rejected_.push_back({one.method, std::move(reason)});
    }
    candidates_ = std::move(kept);
  }

  void keep_independent() {
    const auto is_own = [](const Candidate& one) { return method(one.method).is_reference(); };
    if (std::ranges::all_of(candidates_, is_own)) return;
    keep([&](const Candidate& one) {
      return is_own(one) ? "Assay's own recorder: the reference, recommended only where nothing else serves"
                         : "";
    });
  }

  void keep_unbroken() {
    if (candidates_.empty()) return;
    const auto breaks = [](const Candidate& one) { return one.breaks.size(); };
    const std::size_t fewest = std::ranges::min(candidates_, {}, breaks).breaks.size();
    keep([&](const Candidate& one) {
      if (breaks(one) == fewest) return std::string();
      return told(one.breaks) + (fewest == 0 ? ", where another method has none"
                                             : fmt::format(", where another method has {}", fewest));
    });
  }

  void keep_unguarded() {
    const bool some = std::ranges::any_of(candidates_, [](const Candidate& one) { return !one.guarded; });
    if (!some) return;
    keep([](const Candidate& one) { return one.guarded ? "agrees inside its guards only" : ""; });
  }

  /// "aten.empty.memory_format, aten.relu.default and more": from the first case with missed operators.
  static std::string names_missed(const Candidate& one) {
    const auto incomplete = [](const MethodResult* result) {
      return result->coverage && !result->coverage->missed.empty();
    };
    const auto found = std::ranges::find_if(one.results, incomplete);
    if (found == one.results.end()) return "";
    const std::vector<Unmatched>& missed = (*found)->coverage->missed;
    std::string names = missed[0].what;
    if (missed.size() > 1) names += ", " + missed[1].what;
    return fmt::format(" (misses {}{})", names, missed.size() > 2 ? " and more" : "");
  }

  void keep_complete() {
    const bool measured = std::ranges::all_of(
        candidates_, [&](const Candidate& one) { return one.measured == comparisons_.size(); });
    if (candidates_.empty() || !measured) return;
    const auto recall = [](const Candidate& one) { return one.operators.recall().value_or(1); };
    double largest = 0;
    for (const Candidate& one : candidates_) largest = std::max(largest, recall(one));
    keep([&](const Candidate& one) {
      return recall(one) == largest
                 ? ""
                 : fmt::format("operator recall {}{}, where {} is reached", percent_text(recall(one)),
                               names_missed(one), percent_text(largest));
    });
  }

  void keep_first() {
    if (candidates_.empty()) return;
    const MethodId first = candidates_.front().method;
    keep([&](const Candidate& one) {
      return one.method == first ? ""
                                 : fmt::format("equally good as {}, which comes first", to_string(first));
    });
  }

  std::string reason(std::size_t able) const {
    const std::string need = needs_.empty() ? "" : "meets " + print_needs(needs_) + " and ";
    if (candidates_.empty())
      return needs_.empty() ? "no method's capture replays"
                            : "no method meets " + print_needs(needs_) + " and replays";
    const Candidate& one = candidates_.front();
    std::string text =
        need + (one.guarded ? "agrees with eager inside its guards" : "replays to what eager gives");
    if (one.measured == comparisons_.size() && one.operators.recall())
      text += fmt::format(", recalls {} of the operators that ran", percent_text(one.operators.recall()));
    if (!one.breaks.empty()) text += ", has " + told(one.breaks);
    text += fmt::format(", takes {} to capture", duration_text(one.seconds));
    if (able > 1) text += fmt::format("; the best of {} that meet the need", able);
    if (const Method& chosen = method(one.method); chosen.is_reference())
      text += fmt::format("; it is Assay's own ({}), and nothing else serves", chosen.assay_reason);
    return text;
  }

  const std::vector<Comparison>& comparisons_;
  const std::vector<Need>& needs_;
  std::vector<Candidate> candidates_;
  std::vector<Rejected> rejected_;
};

}  // namespace

Recommendation recommend(const std::vector<Comparison>& comparisons, const std::vector<Need>& needs) {
  return Rule(comparisons, needs).apply();
}

}  // namespace assay
