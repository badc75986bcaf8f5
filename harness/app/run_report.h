// What is printed of a run at its end, of one machine's or of merged shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/app/session.h"
#include "harness/results/pair_result.h"

namespace assay {

/// Of the terminal; without one of plain text.
std::size_t terminal_width();

/// Where what is printed is from.
struct RunShown {
  std::string results;     ///< folder
  std::string everything;  ///< the command that prints all of it
  std::string also;        ///< behind the totals
};

/// A screen of it, or as much as the session asks for.
void print_run(const Session& session, const std::vector<PairResult>& records, const RunShown& shown);

enum class MaySkipAll : std::uint8_t { kNo, kYes };

/// Green where every record is, and where one at least was not skipped unless all may be; says so when none
/// was.
ExitStatus judge_run(const std::vector<PairResult>& records, MaySkipAll may_skip_all);

/// Writes JUnit XML; nothing for an empty path.
void write_junit_file(const std::string& file, const std::vector<PairResult>& records);

}  // namespace assay
