// GraphSubject: the pair that a graph file was captured from, as the subject of a task.
#pragma once

#include <filesystem>
#include <string>

#include "harness/check/check_plan.h"
#include "harness/run/scratch_root.h"

namespace assay {

/// `pair` ("make_fx@cpu") selects a pair of a golden, "" the first. InputError for a file that is not a graph
/// file, a summary, an unknown method or device, and a graph without a case (graph_case.h).
class GraphSubject {
 public:
  GraphSubject(const std::filesystem::path& file, const std::string& pair, const std::string& selector,
               const Project& project);
  GraphSubject(const GraphSubject&) = delete;
  GraphSubject& operator=(const GraphSubject&) = delete;

  protocol::Subject subject() const { return subject_of(planned_, project_); }
  /// The graph file for the worker: the file itself, or the pair's graphs extracted from the golden.
  std::string source_path() const { return source_path_; }
  Job job(protocol::Task task) const { return job_for(planned_, std::move(task)); }

 private:
  const Project& project_;
  ScratchRoot scratch_;
  std::filesystem::path source_path_;
  Case test_;
  PlannedPair planned_;
};

}  // namespace assay
