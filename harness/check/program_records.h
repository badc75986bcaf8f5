// ProgramRecords: collects the records of one program by several methods until all have ended.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/methods/lowered_programs.h"
#include "harness/results/pair_result.h"

namespace assay {

/// Adds the lowered graph of `file`, written by a capture, to `files`. Returns why it is not comparable, or
/// "".
std::string add_lowered(MethodId method, const std::filesystem::path& file, std::vector<LoweredFile>& files);

/// Compares the lowered captures of each program, once all of its pairs have ended
/// (harness/methods/agreement.h). A program with a pair that never ends is never returned.
class ProgramRecords {
 public:
  /// Announces a pair of the run.
  void expect(const PairId& pair);

  /// `lowered` is the pair's lowered graph, removed here. Returns nothing until the last pair of the program
  /// on its device has ended. Then it returns all of its records, with disagreements in their aftermath.
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
