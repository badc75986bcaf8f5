// CaseGoldens: the goldens of one case, which are one file.
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

/// What to do with a golden of which nobody knows any more what was agreed.
enum class WhereBroken : std::uint8_t { kRefuse, kReplace };

/// The golden that `pair` of `file` is. InputError for a version that is none.
GoldenKey key_in(const GoldenPair& pair, const std::filesystem::path& file);
/// The expected graph for a comparison with `found`. `file` is a graph file or a file of goldens. Of goldens,
/// `pair` chooses (pair_named). An empty `pair` means that of `found`, or the first if `file` lacks it. A
/// `pair` without a version means the golden that holds for `found`'s torch. InputError as of
/// GoldenBody::load.
GoldenBody load_agreed(const std::filesystem::path& file, const Header& found, const std::string& pair = "");

/// Read as a whole, changed in memory, and written as a whole (graph/golden_text.h): the file is the old one
/// or the new one at any time. Whoever writes holds a WriteTurn from before it reads.
class CaseGoldens {
 public:
  /// None where there is no file. InputError for a head that cannot be read, or another case's; none are held
  /// then under kReplace.
  CaseGoldens(const std::filesystem::path& root, const std::string& case_id,
              WhereBroken broken = WhereBroken::kRefuse);

  /// Of one pair ("make_fx@cpu"), base first, then by version.
  std::vector<GoldenKey> of(const std::string& pair) const;
  /// Of all pairs, in order.
  std::vector<GoldenKey> all() const;
  const std::filesystem::path& file() const { return file_; }
  /// InputError as GoldenBody::of throws it.
  GoldenBody load(const GoldenKey& key) const;

  /// From now on `body` is the golden, verified with `verified`.
  void put(const GoldenKey& key, const GoldenBody& body, std::vector<VerifiedWith> verified);
  void drop(const GoldenKey& key) { goldens_.erase(key); }
  /// Replaces the file if it changes, removes it if no golden is left. HarnessError as durable_write.
  void write() const;

 private:
  struct Held {
    GoldenPair pair;  ///< its graphs are its own
    std::shared_ptr<const GoldenGraphs> graphs;
  };

  void read(const std::string& bytes);

  std::string case_id_;
  std::filesystem::path file_;
  std::optional<std::string> on_disk_;  ///< nothing: there was no file
  std::map<GoldenKey, Held> goldens_;
};

}  // namespace assay
