// GoldenBody: what a golden holds for one pair, a graph or a summary of one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/golden_store/golden_summary.h"
#include "harness/graph/golden_text.h"

namespace assay {

class GoldenBody {
 public:
  /// Of `pair` in a golden of several, as pair_named understands it. InputError as read_graph_file and
  /// read_golden_summary throw it.
  static GoldenBody load(const std::filesystem::path& file, std::string_view pair = "");
  static GoldenBody of(const GoldenText& golden, const GoldenPair& pair, const std::filesystem::path& file);
  /// How `capture` is kept: as it is, or above kSummaryAbove bytes of text as a summary. A graph whose dead
  /// code is too symmetric to have a canonical text is kept as it is, whatever its size.
  static GoldenBody of(GraphFile capture);

  const Header& header() const;
  /// nullptr for a summary.
  const GraphFile* graphs() const { return std::get_if<GraphFile>(&data_); }
  bool is_summary() const { return graphs() == nullptr; }
  /// Of a summary: what its digests say. A capture without a canonical text differs, cause `undecided`.
  DiffResult compare(const GraphFile& captured, const Policy& policy) const;
  /// SHA-256 names of constants kept in files of their own; none for a summary, whose digests hold them.
  std::vector<std::string> constant_files() const;
  /// What stands for it in its file, below the head, on `device`.
  std::string text(std::string_view device) const;
  /// What stands in the head beside `pair`, whose body is `text`: a summary's digests by level, and that of
  /// these lines.
  std::vector<std::string> digests(std::string_view pair, std::string_view text) const;

 private:
  explicit GoldenBody(std::variant<GraphFile, GoldenSummary> data) : data_(std::move(data)) {}
  std::variant<GraphFile, GoldenSummary> data_;
};

}  // namespace assay
