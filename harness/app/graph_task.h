// GraphTask: what a worker is asked to do with a graph file and the case it was captured from.
#pragma once

#include <filesystem>
#include <string>

#include "harness/run/pool.h"
#include "harness/spec/project.h"

namespace assay {

/// The file's pair with `source_path` set and nothing to capture; the caller names the task and what else the
/// request needs. InputError for a file that is no graph file, a summary, or one whose method or device this
/// assay does not know, and when no case is found (graph_case.h).
class GraphTask {
 public:
  GraphTask(const std::filesystem::path& file, const std::string& selector, const Project& project);
  GraphTask(const GraphTask&) = delete;
  GraphTask& operator=(const GraphTask&) = delete;

  protocol::CaptureRequest& request() { return job_.request; }
  const Job& job() const { return job_; }

 private:
  Job job_;
};

}  // namespace assay
