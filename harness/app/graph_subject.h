// GraphSubject: the pair that a graph file was captured from, as a task on the file needs it.
#pragma once

#include <filesystem>
#include <string>

#include "harness/app/check_plan.h"

namespace assay {

/// InputError for a file that is no graph file, a summary, or one whose method or device this assay does not
/// know, and when no case is found (graph_case.h).
class GraphSubject {
 public:
  GraphSubject(const std::filesystem::path& file, const std::string& selector, const Project& project);
  GraphSubject(const GraphSubject&) = delete;
  GraphSubject& operator=(const GraphSubject&) = delete;

  protocol::Subject subject() const { return subject_of(planned_, project_); }
  Job job(protocol::Task task) const { return job_for(planned_, std::move(task)); }

 private:
  const Project& project_;
  Case test_;
  PlannedPair planned_;
};

}  // namespace assay
