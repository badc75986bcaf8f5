// GeneratedProject: program modules, with a case file for each.
#include "harness/fuzz/generated_project.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/fuzz/print.h"
#include "harness/results/write_file.h"

namespace assay::fuzz {

namespace fs = std::filesystem;

Wrong GeneratedProject::wrong(PairResult record) const {
  const Program& program = programs.at(record.pair.case_id);
  return {program.coded, std::move(record), program.first_line};
}

GeneratedProject write_project(const fs::path& root, const NamedPrograms& all) {
  const auto& [ids, programs] = all;
  constexpr std::size_t kProgramsPerModule = 4;  // a case compiles its module, Dynamo tokenises it
  GeneratedProject written{.project = {root}, .programs = {}};
  fs::remove_all(root);
  fs::create_directories(written.project.golden());
  for (std::size_t first = 0; first < programs.size(); first += kProgramsPerModule) {
    std::vector<NamedProgram> named;
    std::vector<NamedCase> cases;
    for (std::size_t i = first; i < std::min(programs.size(), first + kProgramsPerModule); ++i) {
      named.push_back({fmt::format("Program{}", i), decode(programs[i].sequence, programs[i].vocabulary)});
      cases.push_back({ids[i], named.back().name});
    }
    const std::string module = fmt::format("{}{}.py", kModulePrefix, first / kProgramsPerModule);
    const fs::path folder = written.project.models() / "fuzz";
    const std::string text = print_module("Programs that assay fuzz has generated.", named);
    for (std::size_t i = 0; i < named.size(); ++i)
      written.programs[ids[first + i]] = {programs[first + i], first_body_line(text, named[i].name)};
    write_file(folder / module, text);
    write_file(folder / (module + ".json"), print_cases(module, cases));
  }
  return written;
}

}  // namespace assay::fuzz
