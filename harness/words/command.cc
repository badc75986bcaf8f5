// Command and ShellLine: words joined and quoted last.
#include "harness/words/command.h"

#include <algorithm>

#include "harness/words/shell_command.h"

namespace assay {
namespace {

bool names(const std::vector<std::string>& words, const std::string& option) {
  return std::ranges::find(words, option) != words.end();
}

std::string text_of(const std::string& text) { return text; }
std::string text_of(const ShellLine::Word& word) { return shell_word(word.text); }
std::string text_of(const Command& command) { return to_string(command); }

}  // namespace

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

}  // namespace assay
