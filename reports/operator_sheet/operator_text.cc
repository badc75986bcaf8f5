// operator_text: counts, causes and broken promises. Empty parts are left out.
#include "reports/operator_sheet/operator_text.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "harness/results/broken_promises.h"
#include "harness/results/operator_causes.h"
#include "harness/results/operator_counts.h"
#include "harness/words/quantity.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"
#include "reports/console/verdict_word.h"

namespace assay {
namespace {

using namespace operators;

constexpr std::size_t kMostListed = 10;  // causes, and broken promises, on a screen
constexpr std::size_t kMostNamed = 6;    // names of operators or methods per cause

using Counts = std::map<CountKey, OperatorCount>;

Cell count_cell(const Counts& counts, MethodId method, Device device, DTypeClass of) {
  const auto found = counts.find({method, device, of});
  if (found == counts.end() || found->second.pairs == 0) return {"-"};
  const OperatorCount& count = found->second;
  const std::string recall = count.recall() ? ", " + percent_text(count.recall()) : "";
  return {fmt::format("{}, {} of {}{}", count.captured, count.replayed, count.pairs, recall),
          count.replayed == count.pairs ? Ink::kPlain : Ink::kYellow};
}

std::string count_table(const Counts& counts, Color color) {
  Row head{{"method", Ink::kBold}, {"device", Ink::kBold}};
  for (const DTypeClass of : kClasses) head.push_back({std::string(to_string(of)), Ink::kBold});
  std::vector<Row> rows{head};
  std::set<std::pair<MethodId, Device>> methods;
  for (const auto& [key, count] : counts) methods.insert({std::get<0>(key), std::get<1>(key)});
  for (const auto& [method, device] : methods) {
    Row row{{std::string(to_string(method))}, {std::string(to_string(device))}};
    for (const DTypeClass of : kClasses) row.push_back(count_cell(counts, method, device, of));
    rows.push_back(std::move(row));
  }
  return "\noperators by class of dtypes: captured, replayed of pairs, recall of what the dispatcher ran\n" +
         aligned_columns(rows, {}, color);
}

template <typename T, typename NameOf>
std::string some_of(const std::vector<T>& all, NameOf name_of) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMostNamed); ++i)
    text += (i == 0 ? "" : ", ") + std::string(name_of(all[i]));
  return all.size() > kMostNamed ? text + fmt::format(" and {} more", all.size() - kMostNamed) : text;
}

std::string said_by(const OperatorCause& cause) {
  std::string text = words_of(to_string(cause.outcome));
  if (!cause.exception.empty()) text += " " + cause.exception;
  return cause.message.empty() ? text : text + ": " + cause.message;
}

std::string cause_text(const OperatorCause& cause, Color color, const Typed& typed) {
  const std::string expected =
      cause.unexpected == cause.pairs ? "" : fmt::format(", {} unexpected", cause.unexpected);
  std::string text = fmt::format("  {}{}: {}\n", counted(cause.pairs, "pair"), expected,
                                 paint(printable(said_by(cause)), Ink::kRed, color));
  if (!cause.place.empty()) text += "    at " + printable(cause.place) + "\n";
  text += "    of " + some_of(cause.operators, [](const std::string& name) { return name; }) + "; by " +
          some_of(cause.methods, [](MethodId method) { return to_string(method); }) + "\n";
  return text + "    next: " + typed(cause.reproduce).text() + "\n";
}

std::string promise_text(const BrokenPromise& promise) {
  return fmt::format("  {} ({}, such as {}): promised {}, it gives {}\n", printable(promise.target),
                     counted(promise.pairs, "pair"), to_string(promise.first), printable(promise.promised),
                     printable(promise.given));
}

/// The first entries, or all with kAll.
template <typename T, typename TextOf>
std::string listed(const std::vector<T>& all, Detail detail, TextOf text_of) {
  const std::size_t most = detail == Detail::kAll ? all.size() : std::min(all.size(), kMostListed);
  std::string text;
  for (std::size_t i = 0; i < most; ++i) text += text_of(all[i]);
  return most < all.size() ? text + fmt::format("  and {} more; -v prints all\n", all.size() - most) : text;
}

}  // namespace

std::string operator_text(const std::vector<PairResult>& records, Detail detail, Color color,
                          const Typed& typed) {
  const Counts counts = count_operators(records);
  if (counts.empty()) return "";
  std::string text = count_table(counts, color);
  const std::vector<OperatorCause> causes = causes_of_operators(records);
  if (!causes.empty())
    text +=
        fmt::format("\nmisses: {}\n", counted(causes.size(), "cause")) +
        listed(causes, detail, [&](const OperatorCause& cause) { return cause_text(cause, color, typed); });
  const std::vector<BrokenPromise> promises = broken_promises_in(records);
  if (!promises.empty())
    text += fmt::format("\nkernels that give other metadata than their fake kernels promise: {}\n",
                        counted(promises.size(), "operator")) +
            listed(promises, detail, promise_text);
  return text;
}

std::string operator_list_text(const OperatorList& list, const Selection& selection) {
  std::vector<Row> rows;
  std::map<std::string, std::set<std::string>> dtypes;
  for (const Case& test : cases_of(list, selection)) {
    const OperatorSamples samples = operator_samples_from(test.id);
    dtypes[samples.name].insert(samples.dtype);
  }
  for (const auto& [name, taken] : dtypes) {
    Row row{{name}};
    for (const std::string& dtype : taken) row.push_back({dtype});
    rows.push_back(std::move(row));
  }
  return aligned_columns(rows, {}, Color::kOff);
}

}  // namespace assay
