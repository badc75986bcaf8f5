// The one file that sees CLI11.
#include "harness/app/command_line.h"

#include <cmath>
#include <cstdlib>
#include <iostream>

#include <CLI/CLI.hpp>

namespace assay {

Option Option::required() const { return Option(option_->required()); }
Option Option::comma_separated() const { return Option(option_->delimiter(',')); }
Option Option::one_of(std::vector<std::string> values) const {
  return Option(option_->check(CLI::IsMember(std::move(values))));
}
Option Option::two() const {
  option_->expected(2);
  return *this;
}

Option Option::positive() const {
  // CLI's own check lets NaN pass, and tells the range of a double in full.
  const auto refusal = [](const std::string& text) -> std::string {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool is_number = !text.empty() && *end == '\0';
    return is_number && std::isfinite(value) && value > 0 ? "" : "'" + text + "' is no number above 0";
  };
  return Option(option_->check(CLI::Validator(refusal, "above 0")));
}
Option Option::or_variable(const std::string& name) const { return Option(option_->envname(name)); }
Option Option::excludes(Option other) const { return Option(option_->excludes(other.option_)); }

Command Command::add_subcommand(const std::string& name, const std::string& description) const {
  return Command(app_->add_subcommand(name, description)->fallthrough());
}
void Command::require_subcommand() const { app_->require_subcommand(1); }
void Command::footer(const std::string& text) const { app_->footer(text); }
void Command::hide() const { app_->group(""); }
void Command::callback(std::function<void()> run) const { app_->callback(std::move(run)); }

Option Command::add_flag(const std::string& names, bool& value, const std::string& description) const {
  return Option(app_->add_flag(names, value, description));
}
Option Command::add_option(const std::string& names, std::string& value,
                           const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}
Option Command::add_option(const std::string& names, std::vector<std::string>& values,
                           const std::string& description) const {
  return Option(app_->add_option(names, values, description));
}
Option Command::add_option(const std::string& names, int& value, const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}
Option Command::add_option(const std::string& names, double& value, const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}
Option Command::add_option(const std::string& names, std::uint64_t& value,
                           const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}

CommandLine::CommandLine(const std::string& description, const std::string& name, const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", version);
}
CommandLine::~CommandLine() = default;

Parsed CommandLine::parse(int argc, char** argv) const {
  try {
    app_->parse(argc, argv);
    return Parsed::kRan;
  } catch (const CLI::ParseError& error) {
    return app_->exit(error, std::cout, std::cerr) == 0 ? Parsed::kToldHelp : Parsed::kRefused;
  }
}

}  // namespace assay
