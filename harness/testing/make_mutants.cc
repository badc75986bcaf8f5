// make_mutants GRAPH INPUTS FOLDER MOST SEED: writes mutants of a graph file as graph files and as torch.fx
// modules.
//
// INPUTS is a JSON list of {role, name, file} with the bytes of each input at capture. FOLDER gets a module
// of the original, and a graph file and a module of each mutant. A mutant without a torch.fx form has no
// module. Standard output has one JSON object per line. The first has the reason why the original has no
// module, or "". Each further object has kind, place and change of a mutant.
#include <filesystem>
#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/graph/json.h"
#include "harness/testing/defects/mutation.h"
#include "reports/fx_module/fx_module.h"

namespace assay::defects {
namespace {

using Json = nlohmann::ordered_json;

std::string bytes_of(const std::string& path) {
  auto bytes = read_file(path);
  if (!bytes) throw InputError({.what = "no such file", .found = path});
  return *std::move(bytes);
}

InputBytes read_inputs(const std::string& path) {
  InputBytes bytes;
  for (const Json& row : Json::parse(bytes_of(path)))
    bytes[{role_from_string(row.at("role").get<std::string>()).value(), row.at("name").get<std::string>()}] =
        bytes_of(row.at("file").get<std::string>());
  return bytes;
}

void write(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Returns why the file has no module, or "" once written.
std::string write_module(const GraphFile& file, const std::filesystem::path& path) {
  try {
    write(path, print_fx_module(file));
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

Json told(const GraphFile& original, const Mutant& mutant) {
  const Graph& graph = original.graphs.at(mutant.site.graph);
  Json row{{"kind", mutations()[static_cast<std::size_t>(mutant.kind)].name}, {"graph", graph.name.view()}};
  if (mutant.site.tag < graph.nodes.size()) {
    const Node& node = graph.nodes[mutant.site.tag];
    row["node"] = mutant.site.tag;
    row["target"] = node.kind == NodeKind::kOp ? to_string(node.target) : std::string(to_string(node.kind));
  }
  row["change"] = mutant.change;
  return row;
}

void run(const std::string& path, const std::string& inputs, const std::filesystem::path& folder,
         std::size_t most, std::uint64_t seed) {
  const GraphFile file = load_graph_file(path);
  std::cout << Json{{"module", write_module(file, folder / "original.py")}}.dump() << "\n";
  std::size_t number = 0;
  for (const Mutant& mutant : mutants_of(file, read_inputs(inputs), most, seed)) {
    const std::string name = std::to_string(number++);
    write(folder / (name + ".json"), write_graph_file(mutant.file));
    for (const auto& [digest, bytes] : mutant.constants) write(folder / (digest + ".bin"), bytes);
    Json row = told(file, mutant);
    row["file"] = name;
    row["module"] = write_module(mutant.file, folder / (name + ".py"));
    std::cout << row.dump() << "\n";
  }
}

}  // namespace
}  // namespace assay::defects

int main(int argc, char** argv) {
  if (argc != 6) {
    std::cerr << "usage: make_mutants GRAPH INPUTS FOLDER MOST SEED\n";
    return 2;
  }
  try {
    assay::defects::run(argv[1], argv[2], argv[3], std::stoull(argv[4]), std::stoull(argv[5]));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
