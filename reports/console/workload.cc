// Workload: counts by tier and family.
#include "reports/console/workload.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reports/console/printable.h"

namespace assay {
namespace {

/// Lower bound, so that a pair with an estimate of 0 still counts as work.
constexpr double kLeastSeconds = 1e-3;

bool is_begun(const Workload::Part& part) { return part.done > 0 && part.done < part.pairs; }

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string done_text(const std::string& name, const Workload::Part& part) {
  return fmt::format("{} {}/{}", printable(name), part.done, part.pairs);
}

}  // namespace

std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(std::llround(std::max(seconds, 0.0)));
  const long long hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest)
                   : fmt::format("{}:{:02}", minutes, rest);
}

void Workload::add(const PairResult& pair, double seconds) {
  const double counted = std::max(seconds, kLeastSeconds);
  const bool fresh = entries_.try_emplace(pair.pair, Entry{pair.family, pair.tiers, counted, false}).second;
  if (!fresh) return;
  const auto count = [&](Part& part) {
    ++part.pairs;
    part.left += counted;
  };
  count(all_);
  count(families_[pair.family]);
  for (const std::string& tier : pair.tiers) count(tiers_[tier]);
}

/// Null for a pair that is done or not part of the run.
Workload::Entry* Workload::finish(const PairId& pair) {
  const auto found = entries_.find(pair);
  if (found == entries_.end() || found->second.done) return nullptr;
  Entry& entry = found->second;
  entry.done = true;
  const auto finish_in = [&](Part& part) {
    ++part.done;
    part.left = part.done == part.pairs ? 0 : std::max(0.0, part.left - entry.seconds);
  };
  finish_in(all_);
  finish_in(families_[entry.family]);
  for (const std::string& tier : entry.tiers) finish_in(tiers_[tier]);
  return &entry;
}

void Workload::settle(const PairId& pair) { finish(pair); }

void Workload::end(const PairId& pair) {
  if (const Entry* entry = finish(pair)) ended_ += entry->seconds;
}

double Workload::seconds_left(const Part& part, double elapsed) const {
  return ended_ > 0 ? part.left * elapsed / ended_ : 0;
}

std::string Workload::tiers_text(double elapsed) const {
  std::vector<std::string> parts;
  for (const auto& [name, part] : tiers_) {
    parts.push_back(done_text(name, part));
    if (part.done < part.pairs)
      parts.back() += fmt::format(" {} left", clock_text(seconds_left(part, elapsed)));
  }
  return parts.size() < 2 ? "" : "tiers: " + joined(parts);
}

std::string Workload::families_text(double elapsed) const {
  if (families_.size() < 2) return "";
  std::size_t done = 0, to_come = 0;
  std::vector<std::string> parts;
  for (const auto& [name, part] : families_) {
    done += part.done == part.pairs ? 1 : 0;
    to_come += part.done == 0 ? 1 : 0;
    if (is_begun(part))
      parts.push_back(done_text(name, part) +
                      fmt::format(" {} left", clock_text(seconds_left(part, elapsed))));
  }
  if (done > 0) parts.insert(parts.begin(), fmt::format("{} done", done));
  if (to_come > 0) parts.push_back(fmt::format("{} to come", to_come));
  return "families: " + joined(parts);
}

std::string Workload::parts_text(double elapsed) const {
  if (all_.done == all_.pairs) return "";
  const std::string tiers = tiers_text(elapsed), families = families_text(elapsed);
  return tiers + (tiers.empty() || families.empty() ? "" : "; ") + families;
}

std::string Workload::family_text() const {
  if (families_.size() < 2) return "";
  const auto begun =
      std::ranges::find_if(families_, [](const auto& family) { return is_begun(family.second); });
  return begun == families_.end() ? "" : done_text(begun->first, begun->second);
}

}  // namespace assay
