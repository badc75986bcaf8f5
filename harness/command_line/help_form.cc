// HelpForm: two columns.
#include "harness/command_line/help_form.h"

#include <fmt/format.h>

namespace assay {
namespace {

constexpr std::size_t kNames = 28, kWidth = 100;  // columns

std::string two_columns(const std::string& names, const std::string& text) {
  std::string out = "  " + names, line;
  if (out.size() + 2 > kNames)
    out += "\n" + std::string(kNames, ' ');
  else
    out.resize(kNames, ' ');
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (!line.empty() && kNames + line.size() + 1 + end - begin > kWidth) {
      out += line + "\n" + std::string(kNames, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + text.substr(begin, end - begin);
    begin = end + 1;
  }
  return out + line + "\n";
}

/// "-j, --jobs".
std::string names_of(const CLI::Option& option) {
  std::string names;
  const auto add = [&names](const std::string& name) { names += (names.empty() ? "" : ", ") + name; };
  for (const std::string& name : option.get_snames()) add("-" + name);
  for (const std::string& name : option.get_lnames()) add("--" + name);
  return names;
}

/// "N", "SECONDS", "{hash,time}"; "" of a flag.
std::string value_of(const CLI::Option& option) {
  if (option.get_type_size() == 0) return "";
  const std::string type = option.get_type_name();
  const std::size_t choices = type.find('{');
  std::string value = choices == std::string::npos ? type.substr(0, type.find(':')) : type.substr(choices);
  return value + (option.get_expected_max() >= CLI::detail::expected_max_vector_size ? " .." : "");
}

std::string text_of(const CLI::Option& option) {
  std::string text = option.get_description();
  if (!option.get_default_str().empty()) text += fmt::format(" (default: {})", option.get_default_str());
  if (!option.get_envname().empty()) text += fmt::format(" (also: {}=1)", option.get_envname());
  if (option.get_required() && !option.get_positional()) text += " (required)";
  return text;
}

}  // namespace

std::string HelpForm::make_option(const CLI::Option* option, bool is_positional) const {
  if (is_positional) {
    const bool many = option->get_expected_max() >= CLI::detail::expected_max_vector_size;
    return two_columns(option->get_name(true, false) + (many ? " .." : ""), text_of(*option));
  }
  const std::string value = value_of(*option);
  return two_columns(names_of(*option) + (value.empty() ? "" : " " + value), text_of(*option));
}

std::string HelpForm::make_subcommand(const CLI::App* command) const {
  return two_columns(command->get_name(), command->get_description());
}

}  // namespace assay
