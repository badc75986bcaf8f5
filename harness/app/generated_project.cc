// GeneratedProject: modules of programs, and a case file for each.
#include "harness/app/generated_project.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/app/session.h"
#include "harness/fuzz/print.h"

namespace assay {

namespace fs = std::filesystem;

GeneratedProject write_project(const fs::path& root, const std::vector<std::string>& ids,
                               const std::vector<fuzz::CodedProgram>& programs) {
  constexpr std::size_t kProgramsPerModule = 4;  // a case compiles all of its module, Dynamo tokenises it
  GeneratedProject written{.project = {root}, .programs = {}};
  fs::remove_all(root);
  fs::create_directories(written.project.golden());
  for (std::size_t first = 0; first < programs.size(); first += kProgramsPerModule) {
    std::vector<fuzz::NamedProgram> named;
    std::vector<fuzz::NamedCase> cases;
    for (std::size_t i = first; i < std::min(programs.size(), first + kProgramsPerModule); ++i) {
      named.push_back(
          {fmt::format("Program{}", i), fuzz::decode(programs[i].sequence, programs[i].vocabulary)});
      cases.push_back({ids[i], named.back().name});
    }
    const std::string module = fmt::format("{}{}.py", fuzz::kModulePrefix, first / kProgramsPerModule);
    const fs::path folder = written.project.models() / "fuzz";
    const std::string text = fuzz::print_module("Programs that assay fuzz has generated.", named);
    for (std::size_t i = 0; i < named.size(); ++i)
      written.programs[ids[first + i]] = {programs[first + i], fuzz::first_body_line(text, named[i].name)};
    write_text(folder / module, text);
    write_text(folder / (module + ".json"), fuzz::print_cases(module, cases));
  }
  return written;
}

}  // namespace assay
