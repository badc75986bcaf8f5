// seed_defects GRAPH FOLDER SEED: wrong programs from a correct graph, for tests that run them.
//
// Draws each defect that may change computed values once, if the graph has a place for it. Writes it as
// FOLDER/NAME.json. Standard output has a JSON object per line: file, defect, kind, and whether any of its
// sites is live. Live means reached from a result or a side effect of the unchanged graph.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/testing/defects/changes.h"
#include "harness/testing/defects/defect.h"
#include "harness/testing/defects/isomorphism.h"

namespace assay::defects {
namespace {

// Excludes defects of description only (strides, aliases, effect marks), and defects that need a planted
// place.
constexpr std::array<std::string_view, 20> kOfValues{
    "lose_an_operator",     "lose_an_unread_operator", "lose_a_result",         "replace_the_operator",
    "replace_the_overload", "replace_the_class",       "change_a_number",       "flip_a_flag",
    "change_a_word",        "change_a_dtype_argument", "change_the_bytes",      "change_a_hyper_parameter",
    "swap_two_arguments",   "swap_two_results",        "read_another_operator", "return_another_node",
    "read_another_output",  "cross_two_edges",         "change_a_size",         "change_a_dtype"};
constexpr int kTries = 12;

bool is_live(const GraphFile& file, const Sites& sites) {
  for (const Site& site : sites) {
    const Graph& graph = file.graphs[site.graph];
    if (site.tag >= graph.nodes.size() || live_nodes(graph)[site.tag]) return true;
  }
  return false;
}

void seed(const GraphFile& file, const std::filesystem::path& folder, std::uint64_t number) {
  for (const Defect& defect : all_defects()) {
    if (std::ranges::find(kOfValues, defect.name) == kOfValues.end()) continue;
    Random random(number);
    for (int attempt = 0; attempt < kTries; ++attempt) {
      Specimen specimen(file);
      const auto sites = defect.seed(specimen, random);
      if (!sites) break;
      if (compare_independently(file, specimen.file()) != Sameness::kDifferent) continue;
      const std::string name = std::string(defect.name) + ".json";
      std::ofstream(folder / name) << write_graph_file(specimen.file());
      std::cout << nlohmann::json{{"file", name},
                                  {"defect", defect.name},
                                  {"kind", to_string(defect.kind)},
                                  {"live", is_live(file, *sites)}}
                       .dump()
                << "\n";
      break;
    }
  }
}

}  // namespace
}  // namespace assay::defects

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: seed_defects GRAPH FOLDER SEED\n";
    return 2;
  }
  try {
    assay::defects::seed(assay::load_graph_file(argv[1]), argv[2], std::stoull(argv[3]));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
