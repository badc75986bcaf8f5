// assay export: a graph file in another form.
#include "harness/app/session.h"
#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_summary.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/words/shell_command.h"
#include "reports/graph_table/tabular.h"
#include "reports/node_link/node_link.h"

namespace assay {

namespace {

struct ExportOptions {
  std::string file, pair, to, output;
};

bool is_summary(const std::string& bytes, const std::string& file) {
  return is_golden_summary(is_golden_text(bytes) ? read_golden_text(bytes, file).body : bytes);
}

/// A golden kept as a summary is text already.
std::string exported(const ExportOptions& options) {
  const std::string bytes = read_file(options.file).value_or("");
  if (is_summary(bytes, options.file)) {
    GoldenBody::load(options.file, options.pair);  // or why it cannot be read
    if (options.to == "text") return bytes;
    throw InputError({.what = "a summary, which has no nodes to show as " + options.to,
                      .where = options.file,
                      .expected = "a graph file, or --to text",
                      .next = shell_command("assay export {} --to text", options.file)});
  }
  // What `git diff` hands to textconv lies by itself: large constants need not be beside it. A file that
  // cannot be opened has its message from load_graph_file.
  const GraphFile file = bytes.empty() ? load_graph_file(options.file, options.pair)
                                       : read_graph_file(bytes, options.file, options.pair);
  if (options.to == "json") return write_graph_file(file);
  if (options.to == "networkx") return print_node_link(file);
  return options.to == "text" ? print_text(file) : print_tabular(file);
}

}  // namespace

void add_export(Command app, Session& session) {
  Command command = app.add_subcommand("export", "Write a graph file as text, as JSON, as a table or for NetworkX");
  command.footer("Example: assay export golden/seed/linear_relu/make_fx@cpu.txt --to tabular");
  const auto options = std::make_shared<ExportOptions>();
  command.add_option("file", options->file, "Graph file").required();
  command.add_option("--pair", options->pair, kPairHelp);
  command.add_option("--to", options->to, "Form to write").required().one_of({"text", "json", "tabular", "networkx"});
  command.add_option("-o,--output", options->output, "File to write; stdout when not given");
  command.callback([options, &session] {
    write_text(options->output, exported(*options));
    session.status = ExitStatus::kGreen;
  });
}

}  // namespace assay
