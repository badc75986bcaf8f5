// Command, a call of assay, and ShellLine, a line for a shell: data until they are printed.
//
// Code that holds a line can add options to its command and change its words without parsing text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay {

/// `word` quoted for a POSIX shell. Words without special characters stay as they are.
std::string shell_word(std::string_view word);

struct Command {
  std::string verb = {};                    ///< "check"
  std::vector<std::string> arguments = {};  ///< without quotes
  std::vector<std::string> options = {};    ///< global options, before the verb: "--project", "DIR"

  bool has(const std::string& option) const;  ///< among `options` or `arguments`
  friend bool operator==(const Command&, const Command&) = default;
};

/// Example: "assay --project DIR check 'seed*'".
std::string to_string(const Command& command);

class ShellLine {
 public:
  /// A path or another argument, quoted when it is printed.
  struct Word {
    std::string text;
    friend bool operator==(const Word&, const Word&) = default;
  };
  /// A string is shell text, printed as it is.
  using Part = std::variant<std::string, Word, Command>;

  ShellLine() = default;
  ShellLine(std::string text);  // NOLINT(google-explicit-constructor): advice that names no command
  ShellLine(const char* text) : ShellLine(std::string(text)) {}  // NOLINT(google-explicit-constructor)
  ShellLine(Command command) : parts_{std::move(command)} {}     // NOLINT(google-explicit-constructor)
  ShellLine(Word word) : parts_{std::move(word)} {}              // NOLINT(google-explicit-constructor)
  explicit ShellLine(std::vector<Part> parts) : parts_(std::move(parts)) {}

  bool empty() const { return parts_.empty(); }
  const std::vector<Part>& parts() const { return parts_; }
  std::string text() const;

  /// The first Command; null if the line has none.
  Command* command();
  /// All words, with those of commands.
  std::vector<std::string*> words();

  friend bool operator==(const ShellLine&, const ShellLine&) = default;

 private:
  std::vector<Part> parts_;
};

/// Joins without a blank.
ShellLine operator+(const ShellLine& left, const ShellLine& right);

/// "git checkout -- FILE": restores a file of a repository.
ShellLine git_checkout(std::string file);

}  // namespace assay
