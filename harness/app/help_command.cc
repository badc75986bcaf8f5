// assay help: a command, or a field of case files.
#include <iostream>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/app/session.h"
#include "harness/error/error.h"
#include "harness/words/nearest.h"
#include "harness/zoo/case_field.h"
#include "harness/zoo/case_fields_page.h"

namespace assay {
namespace {

/// Some words are a command and a field: both are explained.
std::string help_of(const Subcommand& program, const std::vector<CaseField>& fields,
                    const std::string& word) {
  if (word.empty()) return program.help();
  const std::vector<std::string> commands = program.subcommands();
  std::set<std::string> names(commands.begin(), commands.end());
  std::string text = names.contains(word) ? program.help_of(word) : "";
  for (const CaseField& field : fields) {
    if (field.name == word) text += (text.empty() ? "" : "\nA field of case files:\n") + to_text(field);
    names.insert(field.name);
  }
  if (!text.empty()) return text;
  throw InputError({.what = fmt::format("no command or field of case files '{}'{}", word,
                                        did_you_mean(word, {names.begin(), names.end()})),
                    .expected = fmt::format("one of {}", fmt::join(names, ", ")),
                    .next = Command{"help"}});
}

}  // namespace

void add_help(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("help", "Explain a command or a field of case files");
  command.footer("Example: assay help expect");
  const auto word = std::make_shared<std::string>();
  command.add_option("word", *word, "A command, or a field such as expect, inputs or dynamic");
  command.callback([app, word, &session] {
    std::cout << help_of(app, case_fields(kCaseFieldsPage), *word);
    session.status = ExitStatus::kGreen;
  });
}

}  // namespace assay
