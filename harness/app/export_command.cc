// assay export: a graph file in another form.
#include <fstream>
#include <iterator>

#include "harness/app/session.h"
#include "harness/error/error.h"
#include "harness/golden_store/golden_summary.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "reports/graph_table/tabular.h"

namespace assay {

namespace {

struct ExportOptions {
  std::string file, to, output;
};

/// A golden kept as a summary is text already: `git diff` through textconv shows its modules and operators.
std::string exported(const ExportOptions& options) {
  std::ifstream stream(options.file, std::ios::binary);
  std::string bytes;
  if (stream) bytes.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  if (is_golden_summary(bytes)) {
    if (options.to == "text")
      return write_golden_summary(read_golden_summary(std::move(bytes), options.file));
    throw InputError({.what = "a summary, which has no nodes to show as " + options.to,
                      .where = options.file,
                      .expected = "a graph file, or --to text",
                      .next = "assay export " + options.file + " --to text"});
  }
  // What `git diff` hands to textconv lies by itself: large constants need not be beside it. A file that
  // cannot be opened has its message from load_graph_file.
  const GraphFile file = stream ? read_graph_file(bytes, options.file) : load_graph_file(options.file);
  return options.to == "text" ? print_text(file) : print_tabular(file);
}

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
    write_text(options->output, exported(*options));
    session.status = ExitStatus::kGreen;
  });
}

}  // namespace assay
