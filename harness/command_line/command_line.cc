// CommandLine over CLI11.
#include "harness/command_line/command_line.h"

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/command_line/help_form.h"
#include "harness/error/error.h"
#include "harness/words/nearest.h"

namespace assay {
namespace {

/// The part of a command line that CLI11 accepted.
struct Understood {
  const CLI::App* command;
  std::string name;                  ///< "assay list cases"
  std::vector<std::string> options;  ///< "--json": of the command and its parents
};

Understood understood_of(const CLI::App& program) {
  Understood line{.command = &program, .name = program.get_name(), .options = {}};
  while (true) {
    for (const CLI::Option* option : line.command->get_options())
      for (const std::string& name : option->get_lnames()) line.options.push_back("--" + name);
    const std::vector<CLI::App*> named = line.command->get_subcommands();
    if (named.empty()) return line;
    line.command = named.back();
    line.name += " " + line.command->get_name();
  }
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) names.push_back(command->get_name());
  return names;
}

/// The message for a refused line, with suggestions, which CLI11 lacks.
ErrorParts refusal_of(const CLI::App& program, const CLI::ParseError& error) {
  const Understood line = understood_of(program);
  ErrorParts parts{.what = error.what(), .next = line.name + " --help"};
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    parts.what = "a value that its option does not take";
    parts.found = error.what();
  }
  const bool lacks_command = line.command->get_require_subcommand_min() > 0;
  if (!lacks_command && dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return parts;
  const std::vector<std::string> unknown = program.remaining(true), commands = commands_of(*line.command);
  const std::string word = unknown.empty() ? "" : unknown.front();
  if (word.starts_with('-')) {
    parts.what = fmt::format("no option '{}'{}", word, did_you_mean(word, line.options));
  } else if (lacks_command) {
    parts.what = word.empty() ? "no command is named"
                              : fmt::format("no command '{}'{}", word, did_you_mean(word, commands));
    parts.expected = fmt::format("one of {}", fmt::join(commands, ", "));
  } else {
    parts.what = fmt::format("'{}' is one argument too many", word);
  }
  return parts;
}

/// Replaces CLI11's own check, whose message names a conversion and which reads -3 as 2^64 - 3.
template <class Number>
CLI::Validator number() {
  const auto refusal = [](const std::string& text) -> std::string {
    const bool below = std::is_unsigned_v<Number> && text.find('-') != std::string::npos;
    if (!below && CLI::TypeValidator<Number>()(text).empty()) return "";
    const char* wanted = std::is_unsigned_v<Number>   ? "whole number from 0 up"
                         : std::is_integral_v<Number> ? "whole number"
                                                      : "number";
    return fmt::format("'{}' is no {}", text, wanted);
  };
  return CLI::Validator(refusal, "");
}

/// Help names the default that the variable has, unless nothing stands for it.
Option with_default(CLI::Option* option, bool has_default) {
  option->type_name(option->get_type_name() == "TEXT" ? "TEXT" : "N");
  return Option(has_default ? option->capture_default_str() : option);
}

}  // namespace

Option Option::required() const { return Option(option_->required()); }
Option Option::value(const std::string& name) const { return Option(option_->type_name(name)); }
Option Option::comma_separated() const { return Option(option_->delimiter(',')); }
Option Option::one_of(std::vector<std::string> values) const {
  return Option(option_->check(CLI::IsMember(std::move(values))));
}
Option Option::two() const {
  option_->expected(2);
  return *this;
}

Option Option::positive() const {
  // CLI11's own check accepts NaN and prints the whole range of a double.
  const auto refusal = [](const std::string& text) -> std::string {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool is_number = !text.empty() && *end == '\0';
    return is_number && std::isfinite(value) && value > 0 ? "" : "'" + text + "' is no number above 0";
  };
  return Option(option_->check(CLI::Validator(refusal, "")));
}
Option Option::or_variable(const std::string& name) const { return Option(option_->envname(name)); }
Option Option::excludes(Option other) const { return Option(option_->excludes(other.option_)); }

Subcommand Subcommand::add_subcommand(const std::string& name, const std::string& description) const {
  return Subcommand(app_->add_subcommand(name, description)->fallthrough()->group(heading_));
}
Subcommand Subcommand::under(const char* heading) const { return Subcommand(app_, heading); }
std::vector<std::string> Subcommand::subcommands() const { return commands_of(*app_); }
std::string Subcommand::help() const {
  return app_->get_formatter()->make_help(app_, app_->get_name(), CLI::AppFormatMode::Normal);
}
std::string Subcommand::help_of(const std::string& subcommand) const {
  return app_->get_formatter()->make_help(app_->get_subcommand(subcommand),
                                          app_->get_name() + " " + subcommand, CLI::AppFormatMode::Normal);
}
void Subcommand::require_subcommand() const { app_->require_subcommand(1); }
void Subcommand::footer(const std::string& text) const { app_->footer(text); }
void Subcommand::hide() const { app_->group(""); }
void Subcommand::callback(std::function<void()> run) const { app_->callback(std::move(run)); }

Option Subcommand::add_flag(const std::string& names, bool& value, const std::string& description) const {
  return Option(app_->add_flag(names, value, description));
}
Option Subcommand::add_option(const std::string& names, std::string& value,
                              const std::string& description) const {
  return with_default(app_->add_option(names, value, description), !value.empty());
}
Option Subcommand::add_option(const std::string& names, std::vector<std::string>& values,
                              const std::string& description) const {
  return Option(app_->add_option(names, values, description));
}
Option Subcommand::add_option(const std::string& names, int& value, const std::string& description) const {
  return with_default(app_->add_option(names, value, description)->check(number<int>()), value != 0);
}
Option Subcommand::add_option(const std::string& names, double& value, const std::string& description) const {
  return with_default(app_->add_option(names, value, description)->check(number<double>()), value != 0);
}
Option Subcommand::add_option(const std::string& names, std::uint64_t& value,
                              const std::string& description) const {
  return with_default(app_->add_option(names, value, description)->check(number<std::uint64_t>()), true);
}

CommandLine::CommandLine(const std::string& description, const std::string& name, const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->formatter(std::make_shared<HelpForm>());
  app_->set_help_flag("-h,--help", "Print this help");
  app_->set_version_flag("--version", version, "Print the version");
}
CommandLine::~CommandLine() = default;

Parsed CommandLine::parse(int argc, char** argv) const {
  try {
    app_->parse(argc, argv);
    return Parsed::kRan;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw InputError(refusal_of(*app_, error));
    app_->exit(error, std::cout, std::cerr);
    return Parsed::kToldHelp;
  }
}

}  // namespace assay
