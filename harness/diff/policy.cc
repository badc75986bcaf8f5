// Levels and policies by name.
#include "harness/diff/policy.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/error/error.h"
#include "harness/words/enumerators.h"

namespace assay {

namespace {

constexpr auto kLevelNames = enumerators<Level>({"structure", "shapes", "exact"});

}  // namespace

std::string_view to_string(Level level) { return kLevelNames[level]; }
std::optional<Level> level_from_string(std::string_view text) { return kLevelNames.find(text); }

namespace {

/// A policy in written form: its key and the switches of its words.
struct Row {
  struct Word {
    std::string_view text;
    bool Policy::*is_on;
  };
  std::string_view key, off;
  std::vector<Word> words;
};

/// In the order of application and of printing.
const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"commutative", "false", {{"true", &Policy::commutative}}},
      {"fold", "", {{"alias", &Policy::fold_alias}, {"detach", &Policy::fold_detach}}},
      {"device_index", "compare", {{"ignore", &Policy::device_index}}},
      {"parameter_names", "compare", {{"ignore", &Policy::parameter_names}}},
  };
  return all;
}

[[noreturn]] void fail(std::string_view what, std::string_view where, std::string expected,
                       std::string_view found) {
  throw InputError({.what = std::string(what),
                    .where = std::string(where),
                    .expected = std::move(expected),
                    .found = std::string(found)});
}

std::vector<std::string_view> texts_of(const Row& row) {
  std::vector<std::string_view> texts;
  for (const Row::Word& word : row.words) texts.push_back(word.text);
  return texts;
}

std::string values_of(const Row& row) {
  return row.words.size() > 1 ? fmt::format("{} or several with commas", fmt::join(texts_of(row), ", "))
                              : fmt::format("{} or {}", row.words.front().text, row.off);
}

void set_row(Policy& policy, const Row& row, std::string_view value, std::string_view where) {
  for (const Row::Word& word : row.words) policy.*word.is_on = false;
  if (value == row.off) return;
  for (const auto part : std::views::split(value, ',')) {
    const std::string_view text(part.begin(), part.end());
    const auto word = std::ranges::find(row.words, text, &Row::Word::text);
    if (word == row.words.end()) fail("unknown value of a policy", where, values_of(row), text);
    policy.*word->is_on = true;
  }
}

}  // namespace

void set_policy(Policy& policy, std::string_view key, std::string_view value, std::string_view where) {
  if (key == "level") {
    const auto level = level_from_string(value);
    if (!level) fail("unknown level", where, "'structure', 'shapes' or 'exact'", value);
    policy.level = *level;
    return;
  }
  const auto row = std::ranges::find(rows(), key, &Row::key);
  if (row == rows().end()) fail("unknown policy", where, policy_forms(), key);
  set_row(policy, *row, value, where);
}

std::vector<SetPolicy> policies(const Policy& policy) {
  std::vector<SetPolicy> all;
  for (const Row& row : rows()) {
    SetPolicy& set = all.emplace_back(row.key, std::string(row.off), row.words.size() > 1);
    for (const Row::Word& word : row.words)
      if (policy.*word.is_on) set.on.push_back(word.text);
    if (set.is_on()) set.value = fmt::format("{}", fmt::join(set.on, ","));
  }
  return all;
}

std::vector<std::string> policies_on(const Policy& policy) {
  std::vector<std::string> on;
  for (const SetPolicy& set : policies(policy))
    if (set.is_on()) on.push_back(fmt::format("{}={}", set.key, set.value));
  return on;
}

std::string policy_forms() {
  std::vector<std::string> forms;
  for (const Row& row : rows()) forms.push_back(fmt::format("{}={}", row.key, fmt::join(texts_of(row), ",")));
  const std::string last = forms.back();
  forms.pop_back();
  return fmt::format("{} or {}", fmt::join(forms, ", "), last);
}

bool Policy::normalises() const {
  return std::ranges::any_of(rows(), [this](const Row& row) {
    return std::ranges::any_of(row.words, [this](const Row::Word& word) { return this->*word.is_on; });
  });
}

}  // namespace assay
