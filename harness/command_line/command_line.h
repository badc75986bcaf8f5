// CommandLine, Subcommand, Option: the command line of `assay`, over CLI11.
//
// Only this folder's .cc files include CLI11, which costs each file some 15 s of compilation.
// Options are bound to variables, which must live until the line was parsed; a callback runs after that.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace assay {

/// An option of a command. Each call restricts it and returns it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required() const;
  Option value(const std::string& name) const;  ///< as help calls it: "SECONDS"
  Option comma_separated() const;               ///< of a list: `a,b` is two values
  Option one_of(std::vector<std::string> values) const;
  Option positive() const;
  Option two() const;  ///< for lists: exactly two values
  Option excludes(Option other) const;
  Option or_variable(const std::string& name) const;  ///< default from the environment

 private:
  CLI::Option* option_;
};

/// A command, or the program itself. Names have CLI11's form: "case" is positional, "-j,--jobs" an option,
/// "!--no-x" a flag that unsets. A Subcommand is valid as long as its CommandLine.
class Subcommand {
 public:
  explicit Subcommand(CLI::App* app, const char* heading = "Commands") : app_(app), heading_(heading) {}

  /// The same command, whose new subcommands are listed under this heading.
  Subcommand under(const char* heading) const;
  /// Options of the commands above it may follow those of the new one.
  Subcommand add_subcommand(const std::string& name, const std::string& description) const;
  void require_subcommand() const;
  std::vector<std::string> subcommands() const;  ///< names, without hidden ones
  std::string help() const;
  std::string help_of(const std::string& subcommand) const;
  void footer(const std::string& text) const;
  void hide() const;  ///< not in `--help`: for scripts, not for people
  void callback(std::function<void()> run) const;

  Option add_flag(const std::string& names, bool& value, const std::string& description) const;
  Option add_option(const std::string& names, std::string& value, const std::string& description = "") const;
  Option add_option(const std::string& names, std::vector<std::string>& values,
                    const std::string& description = "") const;
  Option add_option(const std::string& names, int& value, const std::string& description) const;
  Option add_option(const std::string& names, double& value, const std::string& description) const;
  Option add_option(const std::string& names, std::uint64_t& value, const std::string& description) const;

 private:
  CLI::App* app_;
  const char* heading_;
};

enum class Parsed : std::uint8_t { kRan, kToldHelp };

class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& name, const std::string& version);
  ~CommandLine();

  Subcommand program() const { return Subcommand(app_.get()); }
  /// Runs the callbacks of the named commands. Their exceptions propagate. Help and version go to stdout.
  /// Throws InputError for an invalid line, with the nearest names for an unknown command or option.
  Parsed parse(int argc, char** argv) const;

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace assay
