// ProgramRecords: records by program, and disagreements of their lowered graphs.
#include "harness/check/program_records.h"

#include <algorithm>

#include "harness/check/other_graph.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/methods/agreement.h"
#include "harness/run/outcome.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

void add_disagreements(const std::vector<LoweredFile>& lowered, std::vector<PairResult>& records) {
  for (const Disagreement& one : disagreements(lowered)) {
    PairResult& record =
        *std::ranges::find(records, one.method, [](const PairResult& result) { return result.pair.method; });
    if (!record.aftermath) record.aftermath.emplace();
    if (record.aftermath->peer) continue;
    record.aftermath->other_program = told_line(to_string(one));
    record.aftermath->peer = one.from;
  }
}

}  // namespace

std::string add_lowered(MethodId method, const fs::path& file, std::vector<LoweredFile>& files) {
  if (!fs::exists(fs::symlink_status(file))) return "the worker wrote no lowered graph";
  try {
    return add_comparable(method, load_captured_file(file.string()), files);
  } catch (const InputError& error) {
    return told_line(std::string("its lowered graph cannot be read: ") + error.what());
  }
}

void ProgramRecords::expect(const PairId& pair) { ++programs_[{pair.case_id, pair.device}].to_come; }

std::vector<PairResult> ProgramRecords::ended(PairResult record, const fs::path& lowered) {
  const auto found = programs_.find({record.pair.case_id, record.pair.device});
  Program& program = found->second;
  if (agrees(record.outcome)) add_lowered(record.pair.method, lowered, program.lowered);
  std::error_code stays;
  fs::remove(lowered, stays);
  program.records.push_back(std::move(record));
  if (--program.to_come > 0) return {};
  std::vector<PairResult> all = std::move(program.records);
  add_disagreements(program.lowered, all);
  programs_.erase(found);
  return all;
}

}  // namespace assay
