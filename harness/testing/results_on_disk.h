// For tests: the results folder of a check, with graphs given as text.
#pragma once

#include <string>
#include <vector>

#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/results/results_folder.h"
#include "harness/testing/scratch_folder.h"

namespace assay {

/// Every pair is make_fx on the CPU, identified by its case.
class ResultsOnDisk {
 public:
  ResultsOnDisk& captured(const std::string& case_id, const std::string& graph) {
    return with_graph(case_id, Outcome::kCaptured, graph);
  }
  ResultsOnDisk& diverges(const std::string& case_id, const std::string& graph) {
    return with_graph(case_id, Outcome::kDiverges, graph);
  }
  ResultsOnDisk& raises(const std::string& case_id, const std::string& exception) {
    add(case_id, Outcome::kRaises).exception = exception;
    return *this;
  }
  ResultsOnDisk& skipped(const std::string& case_id) {
    add(case_id, Outcome::kSkipped);
    return *this;
  }
  /// Writes the records and returns the folder.
  const std::filesystem::path& written() const {
    std::string lines;
    for (const PairResult& record : records_) lines += encode_record(record) + "\n";
    folder_.write("results.jsonl", lines);
    return folder_.root();
  }

 private:
  ResultsOnDisk& with_graph(const std::string& case_id, Outcome outcome, const std::string& graph) {
    const std::string file = "graphs/" + case_id + ".json";
    folder_.write(file, write_graph_file(parse_text(graph)));
    add(case_id, outcome).graph = file;
    return *this;
  }
  PairResult& add(const std::string& case_id, Outcome outcome) {
    records_.push_back({});
    records_.back().pair = {case_id, MethodId::kMakeFx, Device::kCpu};
    records_.back().outcome = outcome;
    return records_.back();
  }

  ScratchFolder folder_;
  std::vector<PairResult> records_;
};

}  // namespace assay
