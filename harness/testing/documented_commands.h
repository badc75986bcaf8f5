// For tests: the commands in a document, and those that do not exist as shown.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "harness/testing/command.h"

namespace assay::test {

using Words = std::vector<std::string>;

/// The commands of a shell line. Quotes are kept together. `;`, `|` and `&&` separate commands, and `#` ends
/// them.
inline std::vector<Words> commands_of(const std::string& line) {
  std::vector<Words> commands(1);
  std::string word;
  char quote = 0;
  const auto end_word = [&] {
    if (!word.empty()) commands.back().push_back(std::exchange(word, ""));
  };
  for (const char c : line) {
    if (quote != 0 || c == '\'' || c == '"') {
      if (quote == 0 || quote == c) quote = quote == 0 ? c : 0;
      word += c;
    } else if (c == '#' && word.empty()) {
      break;
    } else if (c == ';' || c == '|' || c == '&') {
      end_word();
      commands.emplace_back();
    } else if (c == ' ') {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
  std::erase_if(commands, [](const Words& words) { return words.empty(); });
  return commands;
}

/// The lines of a text. A line that ends in a backslash is joined with the next.
inline std::vector<std::string> logical_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  bool goes_on = false;
  for (std::string line; std::getline(stream, line);) {
    const bool more = line.ends_with('\\');
    if (more) line.pop_back();
    if (goes_on)
      lines.back() += line;
    else
      lines.push_back(line);
    goes_on = more;
  }
  return lines;
}

inline bool is_assay(const std::string& word) { return word == "assay" || word.ends_with("/bin/assay"); }
inline bool is_script(const std::string& word) {
  return word.ends_with(".sh") && (word.starts_with("ci/") || word.find("/ci/") != std::string::npos);
}

/// Blocks of Markdown whose lines are commands: ```sh, and ```console, where a command begins with `$ `.
enum class Block { kNone, kShell, kConsole, kOther };
inline Block block_after(const std::string& line, Block block) {
  if (!line.starts_with("```")) return block;
  if (block != Block::kNone) return Block::kNone;
  return line.starts_with("```sh")        ? Block::kShell
         : line.starts_with("```console") ? Block::kConsole
                                          : Block::kOther;
}

/// The commands of `assay` and of scripts in ci/. In Markdown, commands are indented lines, blocks of commands
/// and text in backticks.
inline std::vector<Words> commands_shown_in(const std::string& text, bool is_markdown) {
  std::vector<Words> shown;
  const auto add = [&](std::string line) {
    for (const char* before : {" ", "- ", "run: ", "$ "})
      while (line.starts_with(before)) line.erase(0, std::string(before).size());
    for (Words& words : commands_of(line))
      if (words.size() > 1 && (is_assay(words[0]) || is_script(words[0]))) shown.push_back(std::move(words));
  };
  Block block = Block::kNone;
  for (const std::string& line : logical_lines(text)) {
    const Block before = std::exchange(block, block_after(line, block));
    if (is_markdown && (before != Block::kNone || block != Block::kNone)) {
      if (block == Block::kShell || (block == Block::kConsole && line.starts_with("$ "))) add(line);
      continue;
    }
    if (!is_markdown || line.starts_with("    ")) {
      add(line);
      continue;
    }
    for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1)) {
      const std::size_t end = std::min(line.find('`', at + 1), line.size());
      add(line.substr(at + 1, end - at - 1));
      at = end;
      if (at == line.size()) break;
    }
  }
  return shown;
}

/// The options in a command's help or a script's text.
class KnownCommands {
 public:
  /// The part of the command that does not exist, or empty.
  std::string missing_of(const Words& words) const {
    return is_assay(words[0]) ? missing_of_assay(words) : missing_of_script(words);
  }

 private:
  static bool names(const std::string& text, const std::string& option) {
    for (std::size_t at = text.find(option); at != std::string::npos; at = text.find(option, at + 1)) {
      const std::size_t end = at + option.size();
      const bool goes_on =
          end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-');
      if (!goes_on && (at == 0 || text[at - 1] != '-')) return true;
    }
    return false;
  }
  static std::string missing_option(const Words& words, const std::string& known) {
    for (const std::string& word : words) {
      if (word == "--") return "";
      const std::string option = word.substr(0, word.find('='));
      if (option.size() > 1 && option[0] == '-' && !names(known, option)) return option;
    }
    return "";
  }
  std::string missing_of_assay(const Words& words) const {
    auto word = std::find_if(words.begin() + 1, words.end(), [](const auto& each) { return each[0] != '-'; });
    if (word == words.end()) return missing_option(words, help_of(""));
    std::string command = *word;
    if (command == "list" && word + 1 != words.end()) command += " " + *(word + 1);
    const std::string help = help_of(command);
    // For an unknown command, --help prints the program's help.
    if (!names(help, "Example: assay " + command)) return command;
    return missing_option(words, help + help_of(""));
  }
  std::string missing_of_script(const Words& words) const {
    namespace fs = std::filesystem;
    const std::string name = words[0].substr(words[0].rfind("ci/"));
    const fs::path script = fs::path(ASSAY_SOURCE_DIR) / name;
    if (!fs::exists(script) || (fs::status(script).permissions() & fs::perms::owner_exec) == fs::perms::none)
      return name;
    std::string known = read_file(script).value_or("");
    const std::string passes_on = "arguments of `assay ";
    if (const std::size_t at = known.find(passes_on); at != std::string::npos) {
      const std::size_t begin = at + passes_on.size();
      known += help_of(known.substr(begin, known.find_first_of("`,", begin) - begin)) + help_of("");
    }
    return missing_option(words, known);
  }
  std::string help_of(const std::string& command) const {
    const Said said = folder_.assay(command + " --help");
    return said.status == 0 ? said.text : "";
  }

  Folder folder_;
};

/// "assay chekc --x: chekc" for each command with a missing part.
inline std::vector<std::string> breaches_of(const std::vector<Words>& commands) {
  const KnownCommands known;
  std::vector<std::string> breaches;
  for (const Words& words : commands) {
    const std::string missing = known.missing_of(words);
    if (missing.empty()) continue;
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    breaches.push_back(line + ": " + missing);
  }
  return breaches;
}

}  // namespace assay::test
