// assay matrix: the zoo on several PyTorch versions, and the changes between them.
#include <algorithm>
#include <iostream>

#include "harness/app/session.h"
#include "harness/check/check_plan.h"
#include "harness/error/error.h"
#include "harness/run/matrix_run.h"
#include "reports/drift_text/matrix_report.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

struct MatrixOptions {
  std::vector<std::string> cases, versions, tiers, methods;
  std::string index_url, wheels, results, device = "all";
  std::size_t keep = 0;
};

std::vector<Version> versions_of(const std::vector<std::string>& texts) {
  std::vector<Version> versions;
  for (const std::string& text : texts) {
    const auto version = version_from_string(text);
    if (!version)
      throw InputError({.what = "not a version",
                        .where = "--torch",
                        .expected = "MAJOR.MINOR.PATCH",
                        .found = text,
                        .next = "ls ci/requirements"});
    versions.push_back(*version);
  }
  std::ranges::sort(versions);
  versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
  return versions;
}

// Arguments of each `assay check`. Finds an empty selection before anything is installed.
std::vector<std::string> check_arguments(const MatrixOptions& options, const Project& project) {
  select_cases(project, options.cases);
  devices_from(options.device);
  std::vector<std::string> arguments = options.cases;
  if (!options.methods.empty()) select_methods(options.methods);
  for (const std::string& method : options.methods) arguments.insert(arguments.end(), {"--methods", method});
  for (const std::string& tier : options.tiers) arguments.insert(arguments.end(), {"--tier", tier});
  arguments.insert(arguments.end(), {"--device", options.device});
  if (project.exists) arguments.insert(arguments.end(), {"--project", project.root.string()});
  return arguments;
}

// For both uv, which installs the packages, and pip, which installs uv.
std::map<std::string, std::string> package_source(const MatrixOptions& options) {
  if (!options.index_url.empty())
    return {{"UV_DEFAULT_INDEX", options.index_url}, {"PIP_INDEX_URL", options.index_url}};
  if (options.wheels.empty()) return {};
  if (!fs::is_directory(options.wheels))
    throw InputError({.what = "no such folder", .where = "--wheels", .found = options.wheels});
  const std::string folder = fs::absolute(options.wheels).string();
  return {{"UV_FIND_LINKS", folder}, {"UV_NO_INDEX", "1"}, {"PIP_FIND_LINKS", folder}, {"PIP_NO_INDEX", "1"}};
}

// A red check, which is the finding, takes precedence over a version without results.
ExitStatus status_of(const MatrixResult& result) {
  if (result.end == MatrixEnd::kInterrupted) return ExitStatus::kInterrupted;
  ExitStatus status = ExitStatus::kGreen;
  for (const MatrixRow& row : result.rows) {
    if (row.stage == MatrixStage::kDone && !row.green) return ExitStatus::kRed;
    if (row.stage != MatrixStage::kDone) status = ExitStatus::kHarness;
  }
  return status;
}

void add_options(Subcommand command, MatrixOptions& options) {
  command.add_option("case", options.cases, "Ids, globs, case files (default: the project's cases)");
  command.add_option("--torch", options.versions, "PyTorch versions")
      .value("VERSION")
      .comma_separated()
      .required();
  Option index =
      command.add_option("--index-url", options.index_url, "Package index to install from").value("URL");
  command.add_option("--wheels", options.wheels, "Folder of wheels to install from, instead")
      .value("DIR")
      .excludes(index);
  command.add_option("--tier", options.tiers, "Only pairs of these tiers").value("TIER").comma_separated();
  command.add_option("--methods,--method", options.methods, "Capture methods")
      .value("METHOD")
      .comma_separated();
  command.add_option("--device", options.device, "cpu, cuda or all").value("DEVICE");
  command.add_option("--results", options.results, "Folder for results, logs and matrix.json").value("DIR");
  command.add_option("--keep", options.keep, "Environments made here to keep, newest first (4-5 GB each)");
}

}  // namespace

void add_matrix(Subcommand app, Session& session) {
  Subcommand command =
      app.add_subcommand("matrix", "Check a project on several PyTorch versions and report the differences");
  command.footer("Example: assay matrix 'seed*' --torch 2.14.1 2.15.0 --keep 1");
  const auto options = std::make_shared<MatrixOptions>();
  options->results = default_results();
  add_options(command, *options);
  command.callback([options, &session] {
    const MatrixPlan plan{.program = session.program,
                          .worker_script = tree_to_write_into(session.program) / "ci" / "worker.sh",
                          .workers_root = session.workers_root(),
                          .results = options->results,
                          .versions = versions_of(options->versions),
                          .check_arguments = check_arguments(*options, session.find()),
                          .environment = package_source(*options),
                          .keep = options->keep};
    const MatrixResult result = run_matrix(plan, [&](const std::string& line) {
      if (!session.quiet) std::cout << "assay: " << line << std::endl;
    });
    const fs::path json = fs::path(options->results) / "matrix.json";
    write_text(json, matrix_json(result));
    std::cout << matrix_text(result) << "matrix: " << json.string() << "\n";
    session.status = status_of(result);
  });
}

}  // namespace assay
