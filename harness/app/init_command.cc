// assay init: writes a case file for a callable.
#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/app/session.h"
#include "harness/error/error.h"
#include "harness/words/shell_command.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

struct InitOptions {
  std::string callable, output;
};

// The factory's path is relative to the case file, so that both can move together.
std::string case_file_text(const Case& test, const std::string& callable, const fs::path& output) {
  const std::size_t colon = callable.rfind(':');
  const fs::path folder = output.has_parent_path() ? fs::absolute(output.parent_path()) : fs::current_path();
  const fs::path factory = fs::relative(fs::absolute(callable.substr(0, colon)), folder);
  nlohmann::ordered_json file = {{"assay_case", 1},
                                 {"case", test.id},
                                 {"factory", factory.string() + callable.substr(colon)},
                                 {"inputs", nlohmann::ordered_json::array()}};
  return file.dump(2) + "\n";
}

}  // namespace

void add_init(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand(
      "init", "Write a case file for a callable that returns a module, or (module, inputs)");
  command.footer("Example: assay init my_model.py:build -o models/my_model.json");
  const auto options = std::make_shared<InitOptions>();
  command.add_option("callable", options->callable, "FILE.py:CALLABLE").required();
  command.add_option("-o,--output", options->output, "Case file to write (default: CALLABLE.json)")
      .value("FILE");
  command.callback([options, &session] {
    const Case test = case_of_callable(options->callable);
    const fs::path output = options->output.empty()
                                ? options->callable.substr(options->callable.rfind(':') + 1) + ".json"
                                : options->output;
    if (fs::exists(output)) {
      throw InputError({.what = "the file exists already",
                        .where = output.string(),
                        .next = Command{"init", {options->callable, "-o", "OTHER.json"}}});
    }
    write_text(output, case_file_text(test, options->callable, output));
    std::cout
        << "wrote " << output.string()
        << "; \"inputs\": [] leaves the inputs to the callable, e.g. [{\"shape\": [2, 3]}] states them\n"
        << "next: " << shell_command("assay check {}\n", output);
    session.status = ExitStatus::kGreen;
  });
}

}  // namespace assay
