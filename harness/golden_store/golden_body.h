// GoldenBody: what a golden file holds, a graph or a summary of one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "harness/golden_store/golden_summary.h"

namespace assay {

class GoldenBody {
 public:
  /// InputError as load_graph_file and read_golden_summary throw it.
  static GoldenBody load(const std::filesystem::path& file);
  /// How `capture` is kept: as it is, or above kSummaryAbove nodes as a summary. A graph whose dead code is
  /// too symmetric to have a canonical text is kept as it is, whatever its size.
  static GoldenBody of(GraphFile capture);

  const Header& header() const;
  bool is_summary() const { return std::holds_alternative<GoldenSummary>(data_); }
  /// Of a summary: what its digests say. A capture without a canonical text differs, cause `undecided`.
  DiffResult compare(const GraphFile& captured, const Policy& policy) const;
  /// SHA-256 names of constants kept in files of their own; none for a summary, whose digests hold them.
  std::vector<std::string> constant_files() const;
  /// The file's bytes with another header.
  std::string text(Header header) const;

 private:
  explicit GoldenBody(std::variant<GraphFile, GoldenSummary> data) : data_(std::move(data)) {}
  std::variant<GraphFile, GoldenSummary> data_;
};

}  // namespace assay
