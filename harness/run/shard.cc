// Shards: by FNV-1a, or the longest pair first.
#include "harness/run/shard.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <utility>

#include "harness/error/error.h"
#include "harness/run/pair_times.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

constexpr const char* kTotal = "TEST_TOTAL_SHARDS";
constexpr const char* kIndex = "TEST_SHARD_INDEX";

bool read_int(std::string_view text, int& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

[[noreturn]] void refuse_variables(const ShardVariables& variables) {
  const auto told = [](const char* name, const std::string& value) {
    return std::string(name) + (value.empty() ? " not set" : "=" + value);
  };
  throw InputError({.what = "not a shard",
                    .where = std::string(kTotal) + ", " + kIndex,
                    .expected = "both set, with 0 <= index < total; or neither",
                    .found = told(kTotal, variables.total) + ", " + told(kIndex, variables.index),
                    .next = std::string("unset ") + kTotal + " " + kIndex});
}

std::optional<Shard> shard_of(const ShardVariables& variables) {
  if (variables.total.empty() && variables.index.empty()) return std::nullopt;
  Shard shard;
  int from_zero = 0;
  const bool read = read_int(variables.total, shard.count) && read_int(variables.index, from_zero);
  if (!read || from_zero < 0 || from_zero >= shard.count) refuse_variables(variables);
  shard.index = from_zero + 1;
  return shard;
}

}  // namespace

Shard shard_from_string(std::string_view text) {
  Shard shard;
  const auto slash = text.find('/');
  const bool read = slash != std::string_view::npos && read_int(text.substr(0, slash), shard.index) &&
                    read_int(text.substr(slash + 1), shard.count);
  if (!read || shard.index < 1 || shard.index > shard.count) {
    throw InputError({.what = "not a shard",
                      .where = "--shard",
                      .expected = "I/N with 1 <= I <= N",
                      .found = std::string(text),
                      .next = Command{"check", {"--shard", "1/2"}}});
  }
  return shard;
}

Shard chosen_shard(const std::string& option, const ShardVariables& variables) {
  const std::optional<Shard> told = shard_of(variables);
  if (option.empty()) return told.value_or(Shard{});
  const Shard asked = shard_from_string(option);
  if (told && *told != asked) {
    throw InputError(
        {.what = "--shard and the environment name different shards",
         .where = "--shard " + to_string(asked),
         .expected = to_string(*told) + ", of " + kTotal + "=" + variables.total + " and " + kIndex + "=" +
                     variables.index + ", which counts from 0",
         .found = to_string(asked),
         .next = Command{"check"} + (std::string(" without --shard, or unset ") + kTotal + " " + kIndex)});
  }
  return asked;
}

void advertise_shards(const std::filesystem::path& status_file) {
  if (status_file.empty()) return;
  const std::ofstream touched(status_file, std::ios::app);
  if (touched) return;
  throw HarnessError({.what = "cannot be touched",
                      .where = status_file.string(),
                      .expected = "a file that TEST_SHARD_STATUS_FILE may name",
                      .next = shell_command("ls -ld {}", status_file.parent_path())});
}

namespace {

int shard_of_text(std::string_view text, int count) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const unsigned char c : text) hash = (hash ^ c) * 1099511628211ull;
  // FNV's low bits alone follow the last letter, which most pairs share.
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdull;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53ull;
  hash ^= hash >> 33;
  return 1 + static_cast<int>(hash % static_cast<std::uint64_t>(count));
}

}  // namespace

int shard_by_hash(const PairId& pair, int count) { return shard_of_text(to_string(pair), count); }

int shard_by_case(const PairId& pair, int count) { return shard_of_text(pair.case_id, count); }

std::vector<int> shards_by_time(const std::vector<PairId>& pairs, const std::vector<PairResult>& earlier,
                                int count) {
  const PairTimes times(earlier);
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(-times.of(pairs[i]), pairs[i]); });
  struct Load {
    double seconds = 0;
    std::size_t pairs = 0;  // spreads pairs that take no time, too
    auto operator<=>(const Load&) const = default;
  };
  std::vector<Load> loads(static_cast<std::size_t>(count));
  std::vector<int> shards(pairs.size());
  for (const std::size_t i : order) {
    const auto least = std::ranges::min_element(loads);
    shards[i] = 1 + static_cast<int>(least - loads.begin());
    least->seconds += times.of(pairs[i]);
    ++least->pairs;
  }
  return shards;
}

}  // namespace assay
