// GraphTask: the file's header, its case, and a request for them.
#include "harness/app/graph_task.h"

#include <fmt/format.h>

#include "harness/app/check_plan.h"
#include "harness/app/graph_case.h"
#include "harness/error/error.h"
#include "harness/golden_store/golden_body.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

/// A golden of a large capture is a summary: it has digests, and nothing to execute.
Header header_of(const fs::path& file) {
  const GoldenBody body = GoldenBody::load(file);
  const Header header = body.header();
  if (!body.is_summary()) return header;
  throw InputError({.what = "a summary has no graph to execute",
                    .where = file.string(),
                    .expected = "a graph file",
                    .next = fmt::format("assay capture {} --method {} --device {} -o FILE", header.case_id,
                                        header.method, header.device)});
}

template <typename Parse>
auto named(const std::string& name, const char* what, const fs::path& file, Parse parse) {
  const auto value = parse(name);
  if (value) return *value;
  throw InputError({.what = fmt::format("captured by a {} that this assay does not know", what),
                    .where = file.string(),
                    .expected = fmt::format("a known {}", what),
                    .found = name,
                    .next = "assay list methods"});
}

}  // namespace

GraphTask::GraphTask(const fs::path& file, const std::string& selector, const Project& project) {
  const Header header = header_of(file);
  const Case test = case_of_graph(header, file, selector, project);
  const PairId pair{test.id, named(header.method, "method", file, method_from_string),
                    named(header.device, "device", file, device_from_string)};
  job_ = job_for(PlannedPair{pair, &test}, project, file, {.replay = false});
  job_.request.graph_path.clear();                // nothing is captured
  job_.request.source_path = fs::absolute(file);  // the child works in a folder of its own
  job_.request.measure = false;
}

}  // namespace assay
