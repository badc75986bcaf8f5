// CaseGoldens: the goldens of a case, in one file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_name.h"
#include "harness/graph/golden_text.h"

namespace assay {

/// Treatment of a broken golden, whose agreed graph is unknown.
enum class WhereBroken : std::uint8_t { kRefuse, kReplace };

/// The key of `pair` in `file`. InputError for an invalid version.
GoldenKey key_in(const GoldenPair& pair, const std::filesystem::path& file);
/// The expected graph for a comparison with `found`. `file` is a graph file or a file of goldens. In goldens
/// `pair` selects (pair_named). An empty `pair` means the pair of `found`, or the first pair if `file` lacks
/// it. A `pair` without a version means the golden that holds for the torch of `found`. InputError as from
/// GoldenBody::load.
GoldenBody load_agreed(const std::filesystem::path& file, const Header& found, const std::string& pair = "");

/// Read as a whole, changed in memory, and written as a whole (graph/golden_text.h): the file is always the
/// old or the new version. Writers hold a WriteTurn from before the read.
class CaseGoldens {
 public:
  /// Empty without a file. InputError for an unreadable head or another case. With kReplace such a file
  /// counts as empty.
  CaseGoldens(const std::filesystem::path& root, const std::string& case_id,
              WhereBroken broken = WhereBroken::kRefuse);

  /// The goldens of a pair ("make_fx@cpu"), base first, then by version.
  std::vector<GoldenKey> of(const std::string& pair) const;
  /// The goldens of all pairs, in order.
  std::vector<GoldenKey> all() const;
  const std::filesystem::path& file() const { return file_; }
  /// InputError as from GoldenBody::of.
  GoldenBody load(const GoldenKey& key) const;

  /// Makes `body` the golden of `key`, verified with `verified`.
  void put(const GoldenKey& key, const GoldenBody& body, std::vector<VerifiedWith> verified);
  void drop(const GoldenKey& key) { goldens_.erase(key); }
  /// Replaces the file if it changed, removes it if no golden is left. HarnessError as from durable_write.
  void write() const;

 private:
  struct Held {
    GoldenPair pair;  ///< with empty `graphs`
    std::shared_ptr<const GoldenGraphs> graphs;
  };

  void read(const std::string& bytes);

  std::string case_id_;
  std::filesystem::path file_;
  std::optional<std::string> on_disk_;  ///< empty if there was no file
  std::map<GoldenKey, Held> goldens_;
};

}  // namespace assay
