// GoldenBody: the content of a golden for a pair, a graph or its summary.
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
  /// Reads `pair` of a file with several goldens, as pair_named. InputError as from read_graph_file and
  /// read_golden_summary.
  static GoldenBody load(const std::filesystem::path& file, std::string_view pair = "");
  static GoldenBody of(const GoldenText& golden, const GoldenPair& pair, const std::filesystem::path& file);
  /// The body for `capture`: the graphs as they are, or above kSummaryAbove bytes of text a summary. Graphs
  /// without a canonical text (dead code too symmetric) are kept at any size.
  static GoldenBody of(GraphFile capture);

  const Header& header() const;
  /// nullptr for a summary.
  const GraphFile* graphs() const { return std::get_if<GraphFile>(&data_); }
  bool is_summary() const { return graphs() == nullptr; }
  /// A summary compares by its digests. A capture without a canonical text then differs, with cause
  /// `undecided`.
  DiffResult compare(const GraphFile& captured, const Policy& policy) const;
  /// SHA-256 names of constants in files of their own. None for a summary, whose digests cover them.
  std::vector<std::string> constant_files() const;
  /// The text below the head of its file, for `device`.
  std::string text(std::string_view device) const;
  /// The digests beside `pair` in the head, where `text` is the body. For a summary the digests by level and
  /// the digest of these lines, else none.
  std::vector<std::string> digests(std::string_view pair, std::string_view text) const;

 private:
  explicit GoldenBody(std::variant<GraphFile, GoldenSummary> data) : data_(std::move(data)) {}
  std::variant<GraphFile, GoldenSummary> data_;
};

}  // namespace assay
