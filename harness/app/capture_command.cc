// assay capture: captures a pair, and writes its graph file to stdout or a file.
#include <iostream>

#include "harness/app/workers.h"
#include "harness/check/check_plan.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/run/outcome.h"
#include "harness/run/scratch_root.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/console/printable.h"

namespace assay {

namespace {

struct CaptureOptions {
  std::string test, method, device = "cpu", output;
  bool own_sources = false;
};

PlannedPair the_pair(const std::vector<Case>& cases, const CaptureOptions& options) {
  const std::vector<MethodId> methods = select_methods({options.method});
  const std::vector<Device> devices = devices_from(options.device);
  if (cases.size() != 1 || methods.size() != 1 || devices.size() != 1) {
    throw InputError({.what = "capture takes one case, one method and one device",
                      .where = options.test + " " + options.method + " " + options.device,
                      .expected = "one of each",
                      .found = counted(cases.size(), "case") + ", " + counted(methods.size(), "method") +
                               ", " + counted(devices.size(), "device"),
                      .next = Command{"check", {options.test}}});
  }
  return {{cases[0].id, methods[0], devices[0]}, &cases[0]};
}

ExitStatus report(const PairEnding& ending, const std::filesystem::path& graph, const CaptureOptions& options,
                  const Session& session) {
  if (ending.ended.ending != protocol::Ending::kFinished) {
    std::cerr << "assay: " << to_string(ending.job.pair) << ": " << printable(describe(ending.ended)) << "\n";
    if (session.verbose) std::cerr << printable(ending.ended.traceback) << "\n";
    std::cerr << "next: "
              << shell_command("assay capture {} --method {} --device {} -v\n", options.test, options.method,
                               options.device);
    return ExitStatus::kRed;
  }
  const GraphFile file = load_graph_file(graph);
  write_text(options.output, write_graph_file(file));
  if (!session.quiet) {
    const GraphSize size = size_of(file);
    std::cerr << to_string(ending.job.pair) << ": " << counted(size.nodes, "node") << ", "
              << counted(size.edges, "edge") << (options.output.empty() ? "" : " in " + options.output)
              << "\n";
  }
  return ExitStatus::kGreen;
}

// Large constants are files beside the graph file, and are copied with it.
void bring_constants(const std::filesystem::path& from, const std::string& output) {
  if (output.empty()) return;
  for (const auto& entry : std::filesystem::directory_iterator(from)) {
    if (entry.path().extension() != ".bin") continue;
    const auto target = std::filesystem::absolute(output).parent_path() / entry.path().filename();
    std::filesystem::copy_file(entry.path(), target, std::filesystem::copy_options::overwrite_existing);
  }
}

}  // namespace

void add_capture(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("capture", "Capture a case by a method and write the graph file");
  command.footer("Example: assay capture my_model.py:build --method aot_joint -o joint.json");
  const auto options = std::make_shared<CaptureOptions>();
  command.add_option("case", options->test, "Id, case file or FILE.py:CALLABLE").required();
  command.add_option("--method", options->method, "Capture method (assay list methods)")
      .value("METHOD")
      .required();
  command.add_option("--device", options->device, "cpu or cuda").value("DEVICE");
  command.add_option("-o,--output", options->output, "Graph file to write (default: stdout)").value("FILE");
  command.add_flag("--own-sources", options->own_sources,
                   "In a git worktree: refuse models that import from another tree of the repository");
  command.callback([options, &session] {
    const Project project = session.find();
    const std::vector<Case> cases = select_cases(project, {options->test});
    const PlannedPair planned = the_pair(cases, *options);
    const ScratchRoot scratch;
    const std::filesystem::path graph = scratch.path() / "out" / "graph.json";
    protocol::Capture task{
        .subject = subject_of(planned, project), .graph_path = graph.string(), .measure = false};
    if (options->own_sources) task.subject.test["own_sources"] = true;
    run_job(session, job_for(planned, task), [&](const PairEnding& ending) {
      const ExitStatus status = report(ending, graph, *options, session);
      if (status == ExitStatus::kGreen) bring_constants(graph.parent_path(), options->output);
      return status;
    });
  });
}

}  // namespace assay
