// Composes the message of an Error from its parts.
#include "harness/error/error.h"

#include <utility>

namespace assay {

std::string to_message(const ErrorParts& parts) {
  std::string message = parts.where.empty() ? parts.what : parts.where + ": " + parts.what;
  auto line = [&message](const char* label, const std::string& text) {
    if (!text.empty()) message.append("\n  ").append(label).append(": ").append(text);
  };
  line("expected", parts.expected);
  line("found", parts.found);
  line("next", parts.next.text());
  return message;
}

Error::Error(ErrorParts parts) : std::runtime_error(to_message(parts)), parts_(std::move(parts)) {}

}  // namespace assay
