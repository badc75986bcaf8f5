// GraphSubject: the file's header and its case.
#include "harness/check/graph_subject.h"

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/golden_body.h"
#include "harness/graph/json.h"
#include "harness/results/write_file.h"
#include "harness/zoo/graph_case.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

/// The golden of a large capture is a summary: it has digests, and no graph to execute.
GoldenBody load_graphs(const fs::path& file, const std::string& pair) {
  GoldenBody body = GoldenBody::load(file, pair);
  if (!body.is_summary()) return body;
  const Header& header = body.header();
  throw InputError(
      {.what = "a summary has no graph to execute",
       .where = file.string(),
       .expected = "a graph file",
       .next = Command{
           "capture", {header.case_id, "--method", header.method, "--device", header.device, "-o", "FILE"}}});
}

/// Workers read graph files. For a text golden: the graphs of one pair, with its constants beside it.
fs::path worker_file(const fs::path& file, const GoldenBody& body, const fs::path& scratch) {
  if (!is_golden_text(read_file(file).value_or(""))) return fs::absolute(file);
  for (const std::string& sha256 : body.constant_files()) {
    const std::string name = sha256 + ".bin";
    fs::create_symlink(fs::absolute(file).parent_path() / name, scratch / name);
  }
  write_file(scratch / "golden.json", write_graph_file(*body.graphs()));
  return scratch / "golden.json";
}

template <typename Parse>
auto named(const std::string& name, const char* what, const fs::path& file, Parse parse) {
  const auto value = parse(name);
  if (value) return *value;
  throw InputError({.what = fmt::format("captured by a {} that this assay does not know", what),
                    .where = file.string(),
                    .expected = fmt::format("a known {}", what),
                    .found = name,
                    .next = Command{"list", {"methods"}}});
}

}  // namespace

GraphSubject::GraphSubject(const fs::path& file, const std::string& pair, const std::string& selector,
                           const Project& project)
    : project_(project) {
  const GoldenBody body = load_graphs(file, pair);
  const Header& header = body.header();
  test_ = case_of_graph(header, file, selector, project);
  planned_ = {{test_.id, named(header.method, "method", file, method_from_string),
               named(header.device, "device", file, device_from_string)},
              &test_};
  source_path_ = worker_file(file, body, scratch_.path());
}

}  // namespace assay
