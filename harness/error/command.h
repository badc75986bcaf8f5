// Command: a command of assay's, and ShellLine: a line to type, both data until they are printed.
//
// Whoever has a line may add options to its command and change its words, without reading the text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay {

/// As it is where a shell leaves it alone, else in single quotes.
std::string shell_word(std::string_view word);

struct Command {
  std::string verb = {};                    ///< "check"
  std::vector<std::string> arguments = {};  ///< as the program gets them
  std::vector<std::string> options = {};    ///< those of every command, before the verb: "--project", "DIR"

  bool has(const std::string& option) const;  ///< before or behind the verb
  friend bool operator==(const Command&, const Command&) = default;
};

/// "assay --project DIR check 'seed*'".
std::string to_string(const Command& command);

class ShellLine {
 public:
  /// A path or another argument, quoted where it is printed.
  struct Word {
    std::string text;
    friend bool operator==(const Word&, const Word&) = default;
  };
  /// Text of the shell's is printed as it is.
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

  /// The first command of assay's; null where there is none.
  Command* command();
  /// Every word, those of commands included.
  std::vector<std::string*> words();

  friend bool operator==(const ShellLine&, const ShellLine&) = default;

 private:
  std::vector<Part> parts_;
};

/// One after the other, without a blank between them.
ShellLine operator+(const ShellLine& left, const ShellLine& right);

/// "git checkout -- FILE": what puts back a file of a repository.
ShellLine git_checkout(std::string file);

}  // namespace assay
