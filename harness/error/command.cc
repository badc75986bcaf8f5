// Command and ShellLine: words are joined and quoted for a POSIX shell when they are printed.
#include "harness/error/command.h"

#include <algorithm>

namespace assay {
namespace {

bool is_left_alone(char byte) {
  constexpr std::string_view kOthers = "_@%+=:,./-";
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         kOthers.find(byte) != std::string_view::npos;
}

bool names(const std::vector<std::string>& words, const std::string& option) {
  return std::ranges::find(words, option) != words.end();
}

std::string text_of(const std::string& text) { return text; }
std::string text_of(const ShellLine::Word& word) { return shell_word(word.text); }
std::string text_of(const Command& command) { return to_string(command); }

}  // namespace

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::ranges::all_of(word, is_left_alone)) return std::string(word);
  std::string quoted = "'";
  for (const char byte : word) byte == '\'' ? quoted.append("'\\''") : quoted.append(1, byte);
  return quoted + "'";
}

bool Command::has(const std::string& option) const {
  return names(options, option) || names(arguments, option);
}

std::string to_string(const Command& command) {
  std::string text = "assay";
  for (const std::string& word : command.options) text += " " + shell_word(word);
  text += " " + shell_word(command.verb);
  for (const std::string& word : command.arguments) text += " " + shell_word(word);
  return text;
}

ShellLine::ShellLine(std::string text) {
  if (!text.empty()) parts_.emplace_back(std::move(text));
}

std::string ShellLine::text() const {
  std::string text;
  for (const Part& part : parts_) text += std::visit([](const auto& value) { return text_of(value); }, part);
  return text;
}

Command* ShellLine::command() {
  for (Part& part : parts_)
    if (auto* command = std::get_if<Command>(&part)) return command;
  return nullptr;
}

std::vector<std::string*> ShellLine::words() {
  std::vector<std::string*> words;
  for (Part& part : parts_) {
    if (auto* word = std::get_if<Word>(&part)) words.push_back(&word->text);
    if (auto* command = std::get_if<Command>(&part))
      for (std::vector<std::string>* list : {&command->options, &command->arguments})
        for (std::string& word : *list) words.push_back(&word);
  }
  return words;
}

ShellLine operator+(const ShellLine& left, const ShellLine& right) {
  std::vector<ShellLine::Part> parts = left.parts();
  parts.insert(parts.end(), right.parts().begin(), right.parts().end());
  return ShellLine(std::move(parts));
}

ShellLine git_checkout(std::string file) {
  return ShellLine("git checkout -- ") + ShellLine::Word{std::move(file)};
}

}  // namespace assay
