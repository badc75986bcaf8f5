// assay export: converts a graph file to another form.
#include <algorithm>
#include <charconv>

#include "harness/app/session.h"
#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_summary.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "reports/drawing/dot_text.h"
#include "reports/drawing/draw_graph.h"
#include "reports/drawing/svg.h"
#include "reports/fx_module/fx_module.h"
#include "reports/gathering/listed_operators.h"
#include "reports/graph_table/tabular.h"
#include "reports/model_explorer/model_explorer.h"
#include "reports/node_link/node_link.h"
#include "reports/operator_list/print_operators.h"

namespace assay {

namespace {

struct ExportOptions {
  std::string file, pair, to, output, fold = "auto", format = "markdown";
  bool tensors = false;
};

using Form = std::string (*)(const GraphFile& file, const ExportOptions& options);

Fold fold_of(const std::string& text) {
  if (text == "auto") return {Fold::How::kAuto};
  if (text == "none") return {Fold::How::kNone};
  Fold fold{Fold::How::kDepth};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), fold.depth);
  if (error == std::errc() && end == text.data() + text.size()) return fold;
  throw InputError({.what = "no way to fold a graph",
                    .where = "--fold",
                    .expected = "auto, none, or how many names of a module's path are told: 2",
                    .found = text});
}

Drawing drawing_of(const GraphFile& file, const ExportOptions& options) {
  DrawOptions drawn{.fold = fold_of(options.fold)};
  if (options.tensors) drawn.detail = DrawOptions::Detail::kTensors;
  return draw_graph(file, drawn);
}

const std::vector<std::pair<std::string, Form>>& forms() {
  static const std::vector<std::pair<std::string, Form>> all = {
      {"text", [](const GraphFile& file, const ExportOptions&) { return print_text(file); }},
      {"json", [](const GraphFile& file, const ExportOptions&) { return write_graph_file(file); }},
      {"tabular", [](const GraphFile& file, const ExportOptions&) { return print_tabular(file); }},
      {"networkx", [](const GraphFile& file, const ExportOptions&) { return print_node_link(file); }},
      {"model-explorer",
       [](const GraphFile& file, const ExportOptions&) { return print_model_explorer(file); }},
      {"fx", [](const GraphFile& file, const ExportOptions&) { return print_fx_module(file); }},
      {"dot", [](const GraphFile& file,
                 const ExportOptions& options) { return dot_text(drawing_of(file, options)); }},
      {"svg",
       [](const GraphFile& file, const ExportOptions& options) {
         return svg_of(dot_text(drawing_of(file, options)), SvgPlace::kFile);
       }},
  };
  return all;
}

/// The only form that needs no graph file.
constexpr const char* kOperators = "ops";

std::vector<std::string> form_names() {
  std::vector<std::string> names{kOperators};
  for (const auto& [name, form] : forms()) names.push_back(name);
  return names;
}

/// For a golden that is a summary, the pair's line and its summary. Nothing for other files.
std::optional<std::string> summary_of(const std::string& bytes, const ExportOptions& options) {
  if (!is_golden_text(bytes)) return std::nullopt;
  const GoldenText golden = read_golden_text(bytes, options.file);
  const GoldenPair& pair = pair_named(golden, options.pair, options.file);
  if (!is_golden_summary(graphs_as_written(golden, pair).text)) return std::nullopt;
  GoldenBody::of(golden, pair, options.file);  // throws if it is unreadable
  return write_golden_text(alone(golden, pair));
}

std::string exported(const ExportOptions& options, const Session& session) {
  if (options.to == kOperators) {
    const OperatorList list = operators_of(options.file, options.pair, [&] { return session.find(); });
    return options.format == "json" ? operators_json(list) : operators_markdown(list);
  }
  const std::string bytes = read_file(options.file).value_or("");
  if (const auto summary = summary_of(bytes, options)) {
    if (options.to == "text") return *summary;
    throw InputError({.what = "a summary, which has no nodes to show as " + options.to,
                      .where = options.file,
                      .expected = "a graph file, or --to text",
                      .next = Command{"export", {options.file, "--to", "text"}}});
  }
  // A file from `git diff` textconv has no large constants beside it. load_graph_file reports a file that
  // cannot be opened.
  const GraphFile file = bytes.empty() ? load_graph_file(options.file, options.pair)
                                       : read_graph_file(bytes, options.file, options.pair);
  const auto form = std::ranges::find(forms(), options.to, &std::pair<std::string, Form>::first);
  return form->second(file, options);
}

}  // namespace

void add_export(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("export",
                                          "Write a graph file as text, table or drawing, for NetworkX, Model "
                                          "Explorer or torch.fx, or its operators");
  command.footer("Example: assay export golden/seed/linear_relu.txt --to svg -o graph.svg");
  const auto options = std::make_shared<ExportOptions>();
  command.add_option("file", options->file, "Graph file; with --to ops also a results folder or case ids")
      .required();
  command.add_option("--pair", options->pair, kPairHelp).value("PAIR");
  command.add_option("--to", options->to, "Output form").required().one_of(form_names());
  command.add_flag("--tensors", options->tensors, "dot, svg: draw tensors as nodes, too");
  command
      .add_option("--fold", options->fold,
                  "dot, svg: draw modules as single nodes: auto (as many as needed), none, or DEPTH "
                  "(1: outermost modules)")
      .value("DEPTH");
  command.add_option("--format", options->format, "ops: output format").one_of({"markdown", "json"});
  command.add_option("-o,--output", options->output, "File to write (default: stdout)").value("FILE");
  command.callback([options, &session] {
    write_text(options->output, exported(*options, session));
    session.status = ExitStatus::kGreen;
  });
}

}  // namespace assay
