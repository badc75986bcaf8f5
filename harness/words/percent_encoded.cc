// percent_encoded: byte by byte, independent of the locale.
#include "harness/words/percent_encoded.h"

#include <fmt/format.h>

namespace assay {
namespace {

bool stays(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += stays(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

}  // namespace assay
