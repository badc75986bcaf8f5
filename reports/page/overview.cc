// The first view: a summary before any detail.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "harness/results/clusters.h"
#include "harness/results/summary.h"
#include "harness/words/quantity.h"
#include "reports/console/coverage_text.h"
#include "reports/console/replay_text.h"
#include "reports/console/verdict_word.h"
#include "reports/page/most_first.h"
#include "reports/page/verdict_sign.h"
#include "reports/page/views.h"

namespace assay {

namespace {

constexpr std::size_t kMostClusters = 50;
constexpr std::size_t kMostReasons = 100;

void append_verdicts(Element view, const Summary& summary) {
  Element list = append_classed(view, "ul", "tiles");
  for (const auto& [verdict, count] : summary.totals) {
    if (count == 0) continue;
    Element item = append_classed(list, "li", class_of(verdict));
    append_classed(item, "span", "sign", mark_of(verdict));
    append_classed(item, "strong", "count", count_text(count));
    append_text(item, words_of(to_string(verdict)));
  }
}

void append_fact(Element list, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  append(list, "dt", name);
  append(list, "dd", value);
}

std::string share_of(const char* what, const Agreement& agreement) {
  if (!agreement.share()) return fmt::format("{} not compared", what);
  return fmt::format("{} {} ({} of {})", what, percent_text(agreement.share()), count_text(agreement.matched),
                     count_text(agreement.total));
}

std::string replay_of(const Summary& summary) {
  const ReplayCounts& counts = summary.replay;
  if (counts.attempted() == 0) return kNotMeasured;
  std::string text = fmt::format(
      "{} replayed ({}), {} guarded, {} undecided, {} diverge, {} cannot be replayed, {} not replayed",
      count_text(counts.replayed), judged_text(counts), count_text(counts.guarded),
      count_text(counts.undecided), count_text(counts.diverges), count_text(counts.fails),
      count_text(summary.captured - counts.attempted()));
  for (const std::string& reservation : reservations(counts)) text += "; " + reservation;
  return text;
}

void append_attention(Element view, const ReportData& data) {
  append(view, "h3", "What needs attention first");
  const std::vector<Cluster> clusters = clusters_of(data.records, data.results);
  if (clusters.empty()) {
    append(view, "p", "Nothing: every verdict is green.");
    return;
  }
  Element rows = append_table(view, {.caption = "Pairs that are not green, by cause",
                                     .head = {"pairs", "verdict", "what", "first of them", "next"},
                                     .numeric = {true}});
  for (std::size_t k = 0; k < std::min(clusters.size(), kMostClusters); ++k) {
    const Cluster& cluster = clusters[k];
    Element row = append(rows, "tr");
    append_number(row, static_cast<double>(cluster.pairs), count_text(cluster.pairs));
    append_cell(row, words_of(to_string(cluster.first.verdict)));
    Element what = append(row, "td");
    cluster.causes.empty()
        ? append_text(what, cluster.what)
        : static_cast<void>(append_link(what, "cause", cluster.causes.front(), cluster.what));
    append_link(append(row, "td"), "case", cluster.first.pair.case_id, to_string(cluster.first.pair));
    append_command(append(row, "td"), cluster.next);
  }
  if (clusters.size() > kMostClusters)
    append(view, "p",
           fmt::format("{} more are in the plain text beside this page.", clusters.size() - kMostClusters));
}

void append_method_rows(Element view, const Summary& summary) {
  append(view, "h3", "Methods");
  Element rows = append_table(
      view, {.caption = "Of the pairs that a method can do: captured, and replayed to what eager gives",
             .head = {"method", "device", "pairs", "captured", "replayed", "zoo coverage",
                      "operators: recall / precision", "median overhead", "median peak memory"},
             .numeric = {false, false, true, true, true, true, false, true, true}});
  for (const auto& [key, method] : summary.methods) {
    Element row = append(rows, "tr");
    append_link(append(row, "td"), "method", to_string(key.first), to_string(key.first));
    append_cell(row, to_string(key.second));
    for (const std::size_t count : {method.countable, method.captured, method.replay.agreeing()})
      append_number(row, static_cast<double>(count), count_text(count));
    append_number(row, method.zoo_coverage().value_or(-1), percent_text(method.zoo_coverage()));
    append_cell(row, method.operators.pairs > 0 ? shares_text(method.operators.operators) : kNotMeasured);
    append_number(row, method.median_overhead.value_or(-1), ratio_text(method.median_overhead));
    append_number(row, method.median_peak_bytes.value_or(-1),
                  method.median_peak_bytes ? bytes_text(*method.median_peak_bytes) : kNotMeasured);
  }
}

/// Reasons of expected failures, with counts.
void append_expected(Element view, const std::vector<PairResult>& records) {
  std::map<std::tuple<std::string, std::string>, std::pair<std::size_t, const PairResult*>> reasons;
  for (const PairResult& record : records) {
    if (record.verdict != Verdict::kExpectedFailure) continue;
    auto& [count, first] = reasons[{words_of(to_string(record.outcome)), record.reason}];
    if (count++ == 0) first = &record;
  }
  if (reasons.empty()) return;
  const auto sorted = most_first(reasons, [](const auto& seen) { return seen.first; });
  append(view, "h3", "Expected failures");
  Element rows = append_table(view, {.caption = "Pairs that fail as their case files expect, by reason",
                                     .head = {"pairs", "outcome", "reason", "first of them"},
                                     .numeric = {true}});
  for (std::size_t k = 0; k < std::min(sorted.size(), kMostReasons); ++k) {
    const auto& [what, seen] = *sorted[k];
    Element row = append(rows, "tr");
    append_number(row, static_cast<double>(seen.first), count_text(seen.first));
    append_cell(row, std::get<0>(what));
    append_cell(row, std::get<1>(what));
    append_link(append(row, "td"), "case", seen.second->pair.case_id, to_string(seen.second->pair));
  }
}

void append_environment(Element view, const ReportData& data) {
  append(view, "h3", "Environment");
  Element list = append(view, "dl");
  std::string torch, python, phantom;
  for (const PairResult& record : data.records) {
    if (!record.torch.empty()) torch = record.torch;
    if (!record.python.empty()) python = record.python;
    if (!record.phantom.empty()) phantom = record.phantom;
  }
  append_fact(list, "torch", torch);
  append_fact(list, "Python", python);
  append_fact(list, "cuda",
              !phantom.empty()                        ? "the phantom, " + phantom
              : data.head && data.head->cuda == "gpu" ? "a GPU"
                                                      : "");
  append_fact(list, "results", data.results);
  if (!data.head) return;
  append_fact(list, "command", data.head->command);
  append_fact(list, "replay", data.head->replay ? "yes" : "no");
  append_fact(
      list, "limits",
      data.head->seconds > 0 || data.head->memory_gb > 0
          ? fmt::format("{:g} s, {:g} GB (0: each case's own)", data.head->seconds, data.head->memory_gb)
          : "each case's own");
}

/// Denominators of the shares.
void append_denominators(Element view, const ReportData& data, const Summary& summary) {
  std::set<std::string> cases;
  std::set<MethodId> methods;
  std::map<Outcome, std::size_t> left_out;
  for (const PairResult& record : data.records) {
    cases.insert(record.pair.case_id);
    methods.insert(record.pair.method);
    if (!is_countable(record.outcome) && record.verdict != Verdict::kMissing) ++left_out[record.outcome];
  }
  append(view, "h3", "What is counted");
  Element list = append(view, "dl");
  append_fact(list, "planned",
              fmt::format("{} of {} by {}", counted(data.records.size(), "pair"),
                          counted(cases.size(), "case"), counted(methods.size(), "method")));
  for (const auto& [outcome, count] : left_out)
    append_fact(list, words_of(to_string(outcome)), counted(count, "pair") + ", in no share");
  append_fact(list, "to be captured", counted(summary.countable, "pair"));
  append_fact(list, "captured", counted(summary.captured, "pair"));
  append_fact(list, "replay", replay_of(summary));
  append_fact(list, "agreement with goldens",
              share_of("nodes", summary.nodes) + ", " + share_of("edges", summary.edges));
  append_fact(list, "zoo coverage",
              fmt::format("{}: captured and replayed, of those to be captured",
                          percent_text(summary.zoo_coverage())));
}

}  // namespace

void append_overview(Element page, const ReportData& data) {
  Element view = append_view(page, "overview", "Overview");
  const Summary summary = summarize(data.records);
  append_verdicts(view, summary);
  append_attention(view, data);
  append_method_rows(view, summary);
  append_expected(view, data.records);
  append_denominators(view, data, summary);
  append_environment(view, data);
}

}  // namespace assay
