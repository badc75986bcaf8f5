// operators_markdown: a table per operator.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/words/quantity.h"
#include "harness/words/utf8.h"
#include "reports/console/printable.h"
#include "reports/operator_list/print_operators.h"

namespace assay {
namespace {

constexpr std::size_t kOriginsTold = 3, kLongestArgument = 200;

/// Backticks end code and pipes end cells. Neither can be escaped inside code.
std::string code(std::string_view text) {
  std::string safe;
  for (const char c : printable(text))
    safe += c == '`' ? '\'' : c == '|' ? '/' : c == '\n' || c == '\t' ? ' ' : c;
  return "`" + safe + "`";
}

std::string arguments_text(const CallSignature& signature) {
  std::vector<std::string> texts;
  for (const CallArgument& argument : signature.arguments)
    texts.push_back(code(shortened(print_argument(argument), kLongestArgument)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string origins_text(const CallSignature& signature) {
  std::vector<std::string> texts;
  for (const auto& [origin, calls] : signature.from) {
    if (texts.size() == kOriginsTold) break;
    texts.push_back(code(origin));
  }
  if (signature.from.size() > kOriginsTold)
    texts.push_back(fmt::format("{} more", signature.from.size() - kOriginsTold));
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::string totals_text(const OperatorList& list) {
  return fmt::format("{}, {}, {}", counted(list.calls, "call"),
                     counted(list.signatures.size(), "unique signature"),
                     counted(list.operators, "operator"));
}

std::string operators_markdown(const OperatorList& list) {
  std::string text = totals_text(list) + "\n";
  if (!list.without_nodes.empty())
    text += fmt::format("\n{} kept as summaries, without nodes, not counted: {}\n",
                        counted(list.without_nodes.size(), "golden"),
                        code(fmt::format("{}", fmt::join(list.without_nodes, ", "))));
  const std::string* op = nullptr;
  for (const CallSignature& signature : list.signatures) {
    if (op == nullptr || *op != signature.op)
      text += fmt::format("\n## {}\n\n| calls | arguments | from |\n|---:|---|---|\n", code(signature.op));
    op = &signature.op;
    text += fmt::format("| {} | {} | {} |\n", count_text(signature.calls), arguments_text(signature),
                        origins_text(signature));
  }
  return text;
}

}  // namespace assay
