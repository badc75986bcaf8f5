// Version and VersionRange: parsing and comparing.
#include "harness/zoo/version.h"

#include <algorithm>
#include <cctype>

namespace assay {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Removes a leading number of at most nine digits from `text`.
std::optional<int> take_number(std::string_view& text) {
  std::size_t length = 0;
  int value = 0;
  while (length < text.size() && is_digit(text[length])) {
    if (length == 9) return std::nullopt;
    value = value * 10 + (text[length++] - '0');
  }
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// The text after the numbers: "rc1", "a0", ".dev20261101", ".post1", then a local part "+cu130".
bool is_suffix(std::string_view text) {
  constexpr std::array<std::string_view, 7> kMarks{"rc", "a", "b", ".dev", "dev", ".post", "post"};
  for (bool again = true; again;) {
    again = false;
    for (std::string_view mark : kMarks) {
      if (!take_prefix(text, mark)) continue;
      if (!take_number(text)) return false;
      again = true;
      break;
    }
  }
  if (text.empty()) return true;
  if (text.front() != '+') return false;
  text.remove_prefix(1);
  return std::ranges::all_of(text, [](char c) { return is_alnum(c) || c == '.' || c == '-' || c == '_'; });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<Version> version_from_string(std::string_view text) {
  Version version;
  for (std::size_t i = 0; i < version.parts.size(); ++i) {
    if (i > 0) {
      const bool more = text.size() > 1 && text[0] == '.' && is_digit(text[1]);
      if (!more && i == 1) return std::nullopt;
      if (!more) break;
      text.remove_prefix(1);
    }
    const auto number = take_number(text);
    if (!number) return std::nullopt;
    version.parts[i] = *number;
  }
  if (!is_suffix(text)) return std::nullopt;
  return version;
}

std::string to_string(const Version& version) {
  return std::to_string(version.parts[0]) + "." + std::to_string(version.parts[1]) + "." +
         std::to_string(version.parts[2]);
}

std::optional<VersionRange> VersionRange::parse(std::string_view text) {
  VersionRange range;
  range.text_ = std::string(text);
  constexpr std::array<std::pair<std::string_view, Op>, 5> kOps{
      {{">=", Op::kGe}, {"<=", Op::kLe}, {"==", Op::kEq}, {">", Op::kGt}, {"<", Op::kLt}}};
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    std::string_view term = trim(text.substr(0, comma));
    const auto op =
        std::ranges::find_if(kOps, [&](const auto& entry) { return take_prefix(term, entry.first); });
    if (op == kOps.end()) return std::nullopt;
    const auto version = version_from_string(trim(term));
    if (!version) return std::nullopt;
    range.terms_.emplace_back(op->second, *version);
    if (more) text.remove_prefix(comma + 1);
  }
  return range;
}

bool VersionRange::holds(const Version& version) const {
  return std::ranges::all_of(terms_, [&](const auto& term) {
    switch (term.first) {
      case Op::kGe:
        return version >= term.second;
      case Op::kGt:
        return version > term.second;
      case Op::kLe:
        return version <= term.second;
      case Op::kLt:
        return version < term.second;
      case Op::kEq:
        return version == term.second;
    }
    return false;
  });
}

}  // namespace assay
