// GraphSubject: the file's header and its case.
#include "harness/app/graph_subject.h"

#include <fmt/format.h>

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

GraphSubject::GraphSubject(const fs::path& file, const std::string& selector, const Project& project)
    : project_(project) {
  const Header header = header_of(file);
  test_ = case_of_graph(header, file, selector, project);
  planned_ = {{test_.id, named(header.method, "method", file, method_from_string),
               named(header.device, "device", file, device_from_string)},
              &test_};
}

}  // namespace assay
