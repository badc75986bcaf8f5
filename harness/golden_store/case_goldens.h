// CaseGoldens: the goldens of one case, and in which files they are.
//
// A file (graph/golden_text.h) has one body and a line for each golden that has it: a pair, from the
// beginning or from a version on. Goldens of a case with one body are in one file, which is named after the
// first of them. So the files follow from the goldens alone, whatever has been accepted in whatever order,
// and what another method does moves a pair's graph to another file only when the first leaves or a new one
// comes first. (Of summaries, too: what pairs do not have in common, their digests, is in the head.)
//
// One golden changes at a time. Files that gain are written before the file that loses, and what is empty
// goes last; each by rename. So wherever this is interrupted, every golden is in a file with its own body,
// the one that changes with the old or the new. Should it be in two files, the one named after it holds, else
// the first by name, and a text before the JSON file of former times; the next change leaves one.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_name.h"
#include "harness/graph/golden_text.h"

namespace assay {

/// The golden that `pair` of `file` is. InputError for a version that is none.
GoldenKey key_in(const GoldenPair& pair, const std::filesystem::path& file);

class CaseGoldens {
 public:
  /// Reads the heads of all files. InputError for a head that cannot be read, and for a file that is named
  /// after none of its goldens: any pair's golden might be in it.
  /// `replacing` is a pair whose golden is to be replaced however broken it is: a file that cannot be read is
  /// its own to replace where it is named after that pair, and stays as it is where it is another's.
  CaseGoldens(const std::filesystem::path& root, const std::string& case_id,
              const std::string& replacing = "");

  /// Of one pair ("make_fx@cpu"), base first, then by version.
  std::vector<GoldenKey> of(const std::string& pair) const;
  /// Of all pairs, in order.
  std::vector<GoldenKey> all() const;
  /// Where the golden is, or would be by itself.
  std::filesystem::path file(const GoldenKey& key) const;
  /// InputError as GoldenBody::load throws it.
  GoldenBody load(const GoldenKey& key) const;

  /// From now on `body` is the golden, verified with `verified`; a JSON file of that golden goes.
  void put(const GoldenKey& key, const GoldenBody& body, std::vector<VerifiedWith> verified);
  void drop(const GoldenKey& key);
  /// The JSON files of former times as texts, no graph changed. How many there were.
  std::size_t rewrite_old();

 private:
  struct Held {
    GoldenPair pair;
    std::shared_ptr<const std::string> body;
    std::filesystem::path file;
  };
  using Files = std::map<std::filesystem::path, std::string>;

  void read(const std::filesystem::path& file);
  void read_if_whole(const std::filesystem::path& file, bool replaced);
  void hold(const GoldenKey& key, const GoldenBody& body, std::vector<VerifiedWith> verified);
  Files part_and_join();
  void write(const std::filesystem::path& last);
  void remove_old(const GoldenKey& key);

  std::string case_id_;
  std::filesystem::path folder_;
  std::map<GoldenKey, Held> texts_;
  std::map<GoldenKey, std::filesystem::path> old_;  ///< JSON files
  Files on_disk_;                                   ///< of the texts: their bytes
};

}  // namespace assay
