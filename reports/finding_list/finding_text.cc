// finding_text: lines of totals, findings and outcomes.
#include "reports/finding_list/finding_text.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/fuzz/print.h"
#include "harness/words/quantity.h"
#include "harness/words/utf8.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

constexpr std::size_t kMostLines = 15, kWidest = 100;

std::string outcomes_text(const std::map<Outcome, std::size_t>& outcomes) {
  std::string text;
  for (const auto& [outcome, count] : outcomes)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count_text(count), to_string(outcome));
  return text;
}

std::string line_of(const FindingShown& shown) {
  const fuzz::Finding& finding = shown.finding;
  const std::string known = finding.known.empty() ? "new" : "known as " + finding.known;
  return fmt::format("{:>6}  {}  ({})\n        {}\n", finding.pairs,
                     printable(shortened(fuzz::to_string(finding.signature), kWidest)), known,
                     shown.folder.empty() ? shown.command : shown.folder);
}

/// "3 of 4 programs", or "4 programs" if all have pairs.
std::string programs_text(const FuzzTotals& totals) {
  const std::string part = totals.programs < totals.of ? count_text(totals.programs) + " of " : "";
  return part + counted(totals.of, "program");
}

using Outcomes = std::map<MethodId, Outcome>;

/// A line per method with its outcome in each version.
std::string methods_text(const FindingShown& shown) {
  std::vector<std::pair<std::string_view, const Outcomes*>> columns{{shown.torch, &shown.methods}};
  for (const auto& [torch, outcomes] : shown.elsewhere) columns.emplace_back(torch, &outcomes);
  std::string text;
  const auto end_line = [&] { text.replace(text.find_last_not_of(' ') + 1, std::string::npos, "\n"); };
  if (columns.size() > 1) {
    text += fmt::format("    {:<18} ", "method");
    for (const auto& [torch, outcomes] : columns) text += fmt::format("{:<17}", torch);
    end_line();
  }
  for (const auto& [method, own] : shown.methods) {
    text += fmt::format("    {:<18} ", to_string(method));
    for (const auto& [torch, outcomes] : columns) {
      const auto found = outcomes->find(method);
      text += fmt::format("{:<17}", found == outcomes->end() ? "-" : to_string(found->second));
    }
    end_line();
  }
  return text;
}

}  // namespace

std::string finding_text(const FindingShown& shown) {
  const fuzz::Finding& finding = shown.finding;
  const fuzz::CodedProgram& coded = finding.smallest.coded;
  std::string text = fmt::format("{}\n{}, {}\n", printable(fuzz::to_string(finding.signature)),
                                 counted(finding.pairs, "pair"),
                                 finding.known.empty() ? "new" : "known as " + finding.known);
  text += fmt::format("in all programs: {}\n\n", fmt::join(finding.in_all, ", "));
  for (const std::string& line : fuzz::body_lines(fuzz::decode(coded.sequence, coded.vocabulary)))
    text += "    " + line + "\n";
  text += "\n";
  text += methods_text(shown);
  text +=
      fmt::format("\n{}\nnext: {}\n", printable(fuzz::message_of(finding.smallest.result)), shown.command);
  return text;
}

FuzzTotals totals_of(const fuzz::FuzzTerms& terms, const fuzz::FuzzRun& run,
                     const std::vector<PairResult>& records) {
  FuzzTotals totals{.what = terms.program.empty()
                                ? fmt::format("{}, seed {}", to_string(terms.space), terms.seed)
                                : terms.program,
                    .of = run.programs(),
                    .outcomes = {},
                    .seconds = run.seconds(),
                    .ran = run.ran()};
  std::set<std::string> begun;
  for (const PairResult& record : records) {
    ++totals.outcomes[record.outcome];
    begun.insert(record.pair.case_id);
  }
  totals.programs = begun.size();
  return totals;
}

std::string step_text(const fuzz::FuzzStep& step) {
  constexpr std::size_t kTenths = 10;
  std::string text;
  if (step.fresh)
    text = printable(step.record.pair.case_id) + " " + printable(fuzz::to_string(*step.fresh)) +
           (step.known.empty() ? "" : " (known as " + step.known + ")") + "\n";
  if (step.ran * kTenths / step.of != (step.ran - 1) * kTenths / step.of)
    text += fmt::format("{} of {} pairs in {:.0f} s, {} so far\n", step.ran, step.of, step.seconds,
                        counted(step.signatures, "signature"));
  return text;
}

std::string findings_text(const FuzzTotals& totals, const std::vector<FindingShown>& findings) {
  const auto is_new = [](const FindingShown& shown) { return shown.finding.known.empty(); };
  const auto fresh = static_cast<std::size_t>(std::ranges::count_if(findings, is_new));
  std::string text =
      fmt::format("fuzz {}: {}; {}\n", totals.what, programs_text(totals), outcomes_text(totals.outcomes));
  if (totals.seconds > 0)
    text += fmt::format("pace: {} in {:.0f} s, {:.0f} a minute\n", counted(totals.ran, "pair"),
                        totals.seconds, 60 * static_cast<double>(totals.ran) / totals.seconds);
  text += fmt::format("{}, {} new\n", counted(findings.size(), "finding"), count_text(fresh));
  for (std::size_t i = 0; i < std::min(findings.size(), kMostLines); ++i) text += line_of(findings[i]);
  if (findings.size() > kMostLines)
    text += fmt::format("        and {} more\n", findings.size() - kMostLines);
  if (fresh > 0) text += "\nthe first: " + finding_text(findings.front());
  return text;
}

std::vector<FindingFile> finding_files(const FindingShown& shown, std::size_t number) {
  const fuzz::CodedProgram& coded = shown.finding.smallest.coded;
  const fuzz::NamedProgram named{"Found", fuzz::decode(coded.sequence, coded.vocabulary)};
  return {{"program.py", fuzz::print_module(fuzz::to_string(shown.finding.signature), {named})},
          {"case.json", fuzz::print_cases("program.py", {{fmt::format("found/{:03}", number), "Found"}})},
          {"finding.txt", finding_text(shown)}};
}

}  // namespace assay
