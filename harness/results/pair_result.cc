// One-line texts of a PairResult.
#include "harness/results/pair_result.h"

#include <algorithm>
#include <iterator>

#include "harness/words/utf8.h"

namespace assay {
namespace {

constexpr std::size_t kMostBytes = 160;
constexpr std::size_t kMostReplayBytes = 400;  // an operator and two values, each already bounded

/// The first line with text, shortened for a terminal.
std::string first_line(const std::string& text, std::size_t most = kMostBytes) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  std::string line = text.substr(begin, text.find_first_of("\r\n", begin) - begin);
  line.erase(line.find_last_not_of(" \t") + 1);
  std::ranges::replace(line, '\t', ' ');
  return shortened(line, most);
}

}  // namespace

std::string to_string(const PairId& pair) {
  return pair.case_id + " " + std::string(to_string(pair.method)) + " " + std::string(to_string(pair.device));
}

Command check_of(const PairId& pair, std::vector<std::string> more) {
  Command command{.verb = "check",
                  .arguments = {pair.case_id, "--methods", std::string(to_string(pair.method)), "--device",
                                std::string(to_string(pair.device))}};
  std::ranges::move(more, std::back_inserter(command.arguments));
  return command;
}

std::string check_command(const PairId& pair) { return to_string(check_of(pair)); }

std::string told(const Repetition& repetition) {
  return std::to_string(repetition.otherwise) + " of " + std::to_string(repetition.runs) +
         " runs ended otherwise: " + repetition.how;
}

std::string why_line(const PairResult& result) {
  if (result.verdict == Verdict::kFlaky && result.repetition) return told(*result.repetition);
  const bool failed_to_capture = result.verdict == Verdict::kUnexpectedFailure;
  std::string text;
  const bool told_by_replay = result.replay && has_graph(result.outcome);
  if (failed_to_capture && !told_by_replay)
    text = std::string(to_string(result.outcome)) + " in " + std::string(to_string(result.stage));
  const auto add = [&](const std::string& more) {
    if (!more.empty()) text += (text.empty() ? "" : ": ") + more;
  };
  if (failed_to_capture && told_by_replay) {
    add(first_line(describe(*result.replay), kMostReplayBytes));
  } else if (failed_to_capture && !result.exception.empty()) {
    add(first_line(result.exception));
    add(first_line(result.message));
  } else if (!result.explanation.empty()) {
    add(first_line(result.explanation));
  } else {
    add(first_line(result.reason.empty() ? result.message : result.reason));
  }
  return text;
}

std::string verdict_line(const PairResult& result) {
  std::string text = to_string(result.pair) + ": " + std::string(to_string(result.verdict));
  const std::string detail = result.verdict == Verdict::kMatch ? "" : why_line(result);
  if (!detail.empty()) text += ": " + detail;
  if (result.not_yet_verified) text += " (not yet verified with torch " + result.torch + ")";
  return text;
}

std::string one_line(const PairResult& result) {
  const bool has_next = !is_green(result.verdict) && !result.next.empty();
  return verdict_line(result) + (has_next ? "; next: " + result.next.text() : "");
}

}  // namespace assay
