// HelpForm: how `--help` prints a command.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace assay {

/// Names at the left, texts in a column of their own, broken at blanks. An option's text ends with its
/// default.
class HelpForm : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace assay
