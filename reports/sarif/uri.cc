// uri_below: normalised, then encoded byte by byte.
#include "reports/sarif/uri.h"

#include <filesystem>

#include <fmt/format.h>

#include "harness/spec/case_path.h"

namespace assay {
namespace {

/// Whatever the locale says.
bool stays(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string uri_below(std::string_view path) {
  const std::filesystem::path below(path);
  if (!stays_below(below)) return "";
  std::string uri;
  for (const char c : below.lexically_normal().generic_string())
    uri += stays(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

}  // namespace assay
