// every_golden: the graphs of all goldens below a folder, pair by pair, for tests over the zoo.
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

/// In an order that does not change with how goldens are shared out among files: seeds follow it. Summaries,
/// which have no graphs, are left out.
inline std::vector<ZooGolden> every_golden(const std::filesystem::path& folder) {
  std::vector<ZooGolden> goldens;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    const std::string source = entry.path().string();
    const GoldenText golden = read_golden_text(read_file(entry.path()).value_or(""), source);
    if (golden.body.starts_with("{")) continue;
    for (const GoldenPair& pair : golden.pairs)
      goldens.push_back(
          {golden.case_id + "/" + name_of(pair) + (pair.from.empty() ? "" : ".from-" + pair.from),
           graphs_of(golden, pair, source)});
  }
  const auto order = [](const ZooGolden& golden) {
    return golden.name + ".json";
  };  // as files were named once
  std::ranges::sort(
      goldens, [&](const ZooGolden& left, const ZooGolden& right) { return order(left) < order(right); });
  return goldens;
}

inline std::vector<ZooGolden> every_golden() {
  return every_golden(std::filesystem::path(ASSAY_SOURCE_DIR) / "golden");
}

}  // namespace assay
