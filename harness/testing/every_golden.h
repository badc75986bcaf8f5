// every_golden: the graphs of all goldens, pair by pair, for tests over the zoo.
#pragma once

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "harness/files/read_file.h"
#include "harness/graph/golden_text.h"

namespace assay {

struct ZooGolden {
  std::string name;  ///< "seed/mlp/make_fx@cpu.from-2.14"
  GraphFile file;
};

/// Leaves out summaries, which have no graphs.
inline std::vector<ZooGolden> goldens_in(const std::filesystem::path& file) {
  std::vector<ZooGolden> goldens;
  const GoldenText golden = read_golden_text(read_file(file).value_or(""), file.string());
  for (const GoldenPair& pair : golden.pairs)
    if (!graphs_as_written(golden, pair).text.starts_with("{"))
      goldens.push_back({golden.case_id + "/" + full_name_of(pair), graphs_of(golden, pair, file.string())});
  return goldens;
}

/// The goldens of all cases below `folder`, in order of name, which determines seeds.
inline std::vector<ZooGolden> every_golden(
    const std::filesystem::path& folder = std::filesystem::path(ASSAY_SOURCE_DIR) / "golden") {
  std::vector<ZooGolden> goldens;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".txt")
      std::ranges::move(goldens_in(entry.path()), std::back_inserter(goldens));
  std::ranges::sort(goldens, {}, &ZooGolden::name);
  return goldens;
}

}  // namespace assay
