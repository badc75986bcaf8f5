// GraphSubject: the pair that a graph file was captured from, as a task on the file needs it.
#pragma once

#include <filesystem>
#include <string>

#include "harness/check/check_plan.h"
#include "harness/run/scratch_root.h"

namespace assay {

/// Of `pair` ("make_fx@cpu") where the file is a golden of several, of the first for "". InputError for a
/// file that is no graph file, a summary, or one whose method or device this assay does not know, and when no
/// case is found (graph_case.h).
class GraphSubject {
 public:
  GraphSubject(const std::filesystem::path& file, const std::string& pair, const std::string& selector,
               const Project& project);
  GraphSubject(const GraphSubject&) = delete;
  GraphSubject& operator=(const GraphSubject&) = delete;

  protocol::Subject subject() const { return subject_of(planned_, project_); }
  /// The graph file that a worker is to read: the file, or the pair's graphs out of the golden.
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
