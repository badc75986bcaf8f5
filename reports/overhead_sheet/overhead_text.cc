// overhead_text, pairs_text, changes_text: cells, then columns.
#include "reports/overhead_sheet/overhead_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"

namespace assay {

namespace {

using bench::Change;
using bench::Estimate;
using bench::FamilyOverhead;
using bench::Movement;
using bench::PairOverhead;
using bench::PhaseSeconds;

// Three significant digits, or all digits of a larger number: "0.412", "12.3", "1,230".
std::string digits(double number) {
  if (number >= 1000) return count_text(static_cast<std::uint64_t>(std::llround(number)));
  return fmt::format("{:.{}f}", number, number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3);
}

std::string with_interval(const Estimate& estimate) {
  return fmt::format("{} ({}-{})", digits(estimate.value), digits(estimate.low), digits(estimate.high));
}

std::string seconds_cell(const Estimate& estimate) {
  return estimate.count == 0 ? "-" : duration_text(estimate.value);
}

/// Methods as rows, families as columns.
std::string ratio_table(const std::vector<FamilyOverhead>& all, Device device, bool warm, Color color) {
  std::set<std::string> families;
  std::map<MethodId, std::map<std::string, const FamilyOverhead*>> methods;
  for (const FamilyOverhead& one : all) {
    if (one.device != device) continue;
    families.insert(one.family);
    methods[one.method][one.family] = &one;
  }
  Row head{{warm ? "warm" : "cold", Ink::kBold}};
  for (const std::string& family : families) head.push_back({printable(family), Ink::kBold});
  std::vector<Row> rows{head};
  for (const auto& [method, cells] : methods) {
    Row row{{std::string(to_string(method)), Ink::kPlain}};
    for (const std::string& family : families) {
      const auto found = cells.find(family);
      const FamilyOverhead* one = found == cells.end() ? nullptr : found->second;
      if (one == nullptr || one->measured == 0) {
        row.push_back({"-", Ink::kFaint});
        continue;
      }
      std::string text = with_interval(warm ? one->warm_ratio : one->cold_ratio);
      if (one->measured < one->models) text += fmt::format(" {}/{}", one->measured, one->models);
      row.push_back({text, Ink::kPlain});
    }
    rows.push_back(std::move(row));
  }
  return aligned_columns(rows, {}, color);
}

PhaseSeconds sum(const PhaseSeconds& left, const PhaseSeconds& right) {
  return {left.trace + right.trace,     left.decompose + right.decompose, left.partition + right.partition,
          left.observe + right.observe, left.walk + right.walk,           left.write + right.write};
}

std::string share_cell(double part, double whole) {
  return part <= 0 || whole <= 0 ? "-" : fmt::format("{:.1f} %", 100 * part / whole);
}

/// Shares of a warm capture, over all pairs of a method. Walking and writing are on top of it.
std::string phases_table(const std::vector<PairOverhead>& pairs, Color color) {
  std::map<MethodId, PhaseSeconds> methods;
  for (const PairOverhead& pair : pairs)
    if (pair.warm.count > 0) methods[pair.pair.method] = sum(methods[pair.pair.method], pair.phases);
  std::vector<Row> rows{{{"of a warm capture", Ink::kBold}}};
  for (const char* name : {"trace", "decompose", "partition", "observe", "+ walk", "+ write"})
    rows[0].push_back({name, Ink::kBold});
  for (const auto& [method, phases] : methods) {
    const double whole = phases.trace + phases.decompose + phases.partition + phases.observe;
    Row row{{std::string(to_string(method)), Ink::kPlain}};
    for (const double part :
         {phases.trace, phases.decompose, phases.partition, phases.observe, phases.walk, phases.write})
      row.push_back({share_cell(part, whole), Ink::kPlain});
    rows.push_back(std::move(row));
  }
  using enum Align;
  return aligned_columns(rows, {kLeft, kRight, kRight, kRight, kRight, kRight, kRight}, color);
}

std::string not_measured_text(const std::vector<PairOverhead>& pairs) {
  std::map<std::string, std::size_t> outcomes;
  for (const PairOverhead& pair : pairs)
    if (pair.warm.count == 0) ++outcomes[std::string(to_string(pair.outcome))];
  std::string text;
  for (const auto& [outcome, count] : outcomes)
    text += fmt::format("{}{} {}", text.empty() ? "not measured: " : ", ", count_text(count), outcome);
  return text.empty() ? "" : text + "\n";
}

Row change_row(const Change& change) {
  const bool slower = change.movement == Movement::kSlower;
  const bool compared = change.before.count > 0 && change.after.count > 0;
  return {{std::string(to_string(change.movement)), slower ? Ink::kRed : Ink::kPlain},
          {printable(change.name), Ink::kPlain},
          {change.before.count > 0 ? digits(change.before.value) : "-", Ink::kPlain},
          {change.after.count > 0 ? digits(change.after.value) : "-", Ink::kPlain},
          {compared && change.ratio.count > 0 ? with_interval(change.ratio) : "", Ink::kPlain},
          {compared ? fmt::format("p {:.2g}, delta {:+.2f}", change.slower.p, change.slower.delta) : "",
           Ink::kFaint}};
}

}  // namespace

std::string overhead_text(const std::vector<bench::Sample>& samples, Color color) {
  const std::vector<FamilyOverhead> families = bench::by_family(samples);
  const std::vector<PairOverhead> pairs = bench::overhead_of(samples);
  std::string text;
  for (const Device device : {Device::kCpu, Device::kCuda}) {
    const auto is_of = [&](const FamilyOverhead& one) { return one.device == device && one.measured > 0; };
    if (std::ranges::none_of(families, is_of)) continue;
    text += fmt::format(
        "{}: CPU time of a capture to that of eager (forward and backward where the method has "
        "one); geometric mean of a family's models, 95 % interval\n",
        to_string(device));
    text += ratio_table(families, device, true, color) + "\n" + ratio_table(families, device, false, color) +
            "\n";
  }
  return text + phases_table(pairs, color) + not_measured_text(pairs);
}

namespace {

/// Time between CUDA events and GPU memory of a pair, each with eager's in parentheses.
void append_gpu(const PairOverhead& pair, Row& row) {
  row.push_back(
      {fmt::format("{} ({})", duration_text(pair.warm_gpu_seconds), duration_text(pair.eager_gpu_seconds))});
  row.push_back({fmt::format("{} ({})", bytes_text(static_cast<double>(pair.capture_gpu_bytes)),
                             bytes_text(static_cast<double>(pair.eager_gpu_bytes)))});
}

bool ran_on_gpu(const PairOverhead& pair) { return pair.warm_gpu_seconds > 0 || pair.eager_gpu_seconds > 0; }

}  // namespace

std::string pairs_text(const std::vector<PairOverhead>& pairs, Color color) {
  const bool gpu = std::ranges::any_of(pairs, ran_on_gpu);
  std::vector<Row> rows{{}};
  for (const char* name :
       {"pair", "eager", "cold", "warm", "warm to eager", "nodes", "memory", "eager's", "instructions"})
    rows[0].push_back({name, Ink::kBold});
  if (gpu)
    for (const char* name : {"GPU (eager's)", "GPU memory (eager's)"}) rows[0].push_back({name, Ink::kBold});
  for (const PairOverhead& pair : pairs) {
    if (pair.warm.count == 0) {
      rows.push_back({{printable(to_string(pair.pair)), Ink::kPlain},
                      {std::string(to_string(pair.outcome)), Ink::kFaint}});
      continue;
    }
    rows.push_back(
        {{printable(to_string(pair.pair)), Ink::kPlain},
         {seconds_cell(pair.eager), Ink::kPlain},
         {seconds_cell(pair.cold), Ink::kPlain},
         {seconds_cell(pair.warm), Ink::kPlain},
         {pair.warm_ratio.count > 0 ? with_interval(pair.warm_ratio) : "-", Ink::kPlain},
         {count_text(pair.nodes), Ink::kPlain},
         {bytes_text(static_cast<double>(pair.capture_bytes)), Ink::kPlain},
         {bytes_text(static_cast<double>(pair.eager_bytes)), Ink::kPlain},
         {pair.warm_instructions > 0 ? count_text(pair.warm_instructions) : "no counter", Ink::kFaint}});
    if (ran_on_gpu(pair)) append_gpu(pair, rows.back());
  }
  using enum Align;
  return aligned_columns(
      rows, {kLeft, kRight, kRight, kRight, kLeft, kRight, kRight, kRight, kRight, kRight, kRight}, color);
}

std::string changes_text(const std::vector<Change>& changes, const bench::Bar& bar, Color color) {
  std::vector<const Change*> told;
  for (const Change& change : changes)
    if (change.movement != Movement::kNone) told.push_back(&change);
  std::ranges::stable_sort(told, [](const Change* left, const Change* right) {
    const auto rank = [](const Change* change) { return std::pair(change->movement, -change->ratio.value); };
    return rank(left) < rank(right);
  });
  std::vector<Row> rows;
  for (const Change* change : told) rows.push_back(change_row(*change));
  std::map<Movement, std::size_t> counts;
  for (const Change& change : changes) ++counts[change.movement];
  using enum Align;
  std::string text = aligned_columns(rows, {kLeft, kLeft, kRight, kRight, kLeft, kLeft}, color);
  text += fmt::format("in times the yardstick; {}: {} slower by more than {:g} %, {} faster, {} unchanged",
                      counted(changes.size(), "benchmark"), counts[Movement::kSlower], 100 * bar.margin,
                      counts[Movement::kFaster], counts[Movement::kNone]);
  if (counts[Movement::kTooFew] > 0)
    text += fmt::format(", {} of too few samples to tell", counts[Movement::kTooFew]);
  if (counts[Movement::kOnlyOld] > 0) text += fmt::format(", {} gone", counts[Movement::kOnlyOld]);
  if (counts[Movement::kOnlyNew] > 0) text += fmt::format(", {} new", counts[Movement::kOnlyNew]);
  return text + fmt::format(" (Mann-Whitney, {:g} % over all of them)\n", 100 * bar.significance);
}

}  // namespace assay
