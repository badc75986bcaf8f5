// ProgramRecords: what several methods left of one program, held until all have ended.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/methods/lowered_programs.h"
#include "harness/results/pair_result.h"

namespace assay {

/// Adds the lowered graph of `file`, which a capture has left, to `files`; else why there is none to compare.
std::string add_lowered(MethodId method, const std::filesystem::path& file, std::vector<LoweredFile>& files);

/// Only together do captures of a program show which of them is another program after lowering
/// (harness/methods/agreement.h). A program whose pairs do not all end is given to nobody.
class ProgramRecords {
 public:
  /// A pair that is going to end.
  void expect(const PairId& pair);

  /// `lowered`: where the capture was lowered into, removed here. Gives nothing until the last pair of the
  /// program on its device has ended; then the records of all, with what disagrees in their aftermath.
  std::vector<PairResult> ended(PairResult record, const std::filesystem::path& lowered);

 private:
  struct Program {
    std::size_t to_come = 0;
    std::vector<PairResult> records;
    std::vector<LoweredFile> lowered;  // of captures that replay
  };
  std::map<std::pair<std::string, Device>, Program> programs_;
};

}  // namespace assay
