// failure_text: an indented block that ends with the next command.
#include "reports/console/failure_text.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/printable.h"
#include "reports/console/replay_text.h"
#include "reports/console/verdict_word.h"

namespace assay {
namespace {

std::string title_of(const PairResult& result) {
  return fmt::format("{} {}", title_word(result), to_string(result.pair));
}

/// `text` indented line by line. Beyond `most` lines, a count of the rest.
std::string indented(std::string_view text, std::string_view indent, std::size_t most) {
  std::string out;
  std::size_t lines = 0, left_out = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (++lines <= most) {
      out += fmt::format("{}{}\n", end == 0 ? "" : indent, text.substr(0, end));
    } else {
      ++left_out;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (left_out > 0) out += fmt::format("{}... and {}\n", indent, counted(left_out, "more line"));
  return out;
}

std::string field(std::string_view name, const std::string& value) {
  return value.empty() ? "" : fmt::format("  {}: {}\n", name, value);
}

/// The replay for a graph that does not agree with eager, else stage, exception and message.
std::string failure_of(const PairResult& result, std::size_t most_lines) {
  if (result.replay && has_graph(result.outcome) && result.outcome != Outcome::kCaptured)
    return replay_text(*result.replay);
  if (result.exception.empty() && result.message.empty()) return "";
  const std::string colon = result.exception.empty() || result.message.empty() ? "" : ": ";
  const std::string said = fmt::format("{}{}{}", result.exception, colon, result.message);
  return fmt::format("  at stage {}:\n{}", to_string(result.stage), indented(said, "    ", most_lines));
}

std::string next_of(const PairResult& result) {
  // A record without a command can still be checked again.
  return result.next.empty() ? check_command(result.pair) : result.next.text();
}

}  // namespace

std::string title_word(const PairResult& result) {
  std::string word = verdict_word(result).text.substr(1);  // without its "!"
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::toupper(c); });
  return word;
}

std::string reasons_text(const PairResult& result, std::size_t most_lines) {
  return printable(field("reason", result.reason) + failure_of(result, most_lines) +
                   indented(result.explanation, "  ", most_lines));
}

std::string failure_text(const PairResult& result, std::size_t most_lines) {
  std::string text = title_of(result) + "\n";
  text += field("golden", result.golden) + field("pending", result.pending) + field("graph", result.graph);
  return printable(text + reasons_text(result, most_lines) + "  next: " + next_of(result) + "\n");
}

std::string failure_blocks(const std::vector<PairResult>& results, std::size_t most_lines, Color color) {
  std::string text;
  bool block_above = false;
  for (const PairResult& result : results) {
    if (is_green(result.verdict)) continue;
    const std::string title = printable(title_of(result));
    // An unreadable golden makes its pair new as well, but its explanation needs a block.
    const bool line = result.verdict == Verdict::kNew && result.explanation.empty();
    if (!text.empty() && (block_above || !line)) text += '\n';
    const std::string rest = line ? printable("  next: " + next_of(result) + "\n")
                                  : failure_text(result, most_lines).substr(title.size());
    text += paint(title, verdict_word(result).ink, color) + rest;
    block_above = !line;
  }
  return text;
}

}  // namespace assay
