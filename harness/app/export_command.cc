// assay export: a graph file in another form.
#include "harness/app/session.h"
#include "harness/graph/json.h"
#include "harness/graph/tabular.h"
#include "harness/graph/text.h"

namespace assay {

namespace {

struct ExportOptions {
  std::string file, to, output;
};

}  // namespace

void add_export(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("export", "A graph file as text or as a table");
  command->footer("Example: assay export golden/seed/mlp/make_fx@cpu.json --to tabular");
  const auto options = std::make_shared<ExportOptions>();
  command->add_option("file", options->file, "Graph file")->required();
  command->add_option("--to", options->to, "text or tabular")
      ->required()
      ->check(CLI::IsMember({"text", "tabular"}));
  command->add_option("-o,--output", options->output, "Where to write; stdout when not given");
  command->callback([options, &session] {
    const GraphFile file = load_graph_file(options->file);
    write_text(options->output, options->to == "text" ? print_text(file) : print_tabular(file));
    session.status = ExitStatus::kGreen;
  });
}

}  // namespace assay
