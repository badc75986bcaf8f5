// Pair: the subject of a task, as Python's modules take it.
#pragma once

#include <filesystem>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "capture/cost/gpu_meter.h"
#include "capture/pair/graph_output.h"
#include "capture/pair/pair_run.h"

namespace assay {

struct Pair {
  Pair(const protocol::Subject& subject, PairRun& run);

  /// A program of its own: at first the one that is there, if any. Counts as the run's load.
  pybind11::object load();
  /// What the method gives. Whatever was drawn for model and inputs, it draws from the seed that eager's runs
  /// start from: a branch that hangs on a draw is the same one.
  pybind11::list captured(const pybind11::object& program) const;
  Walked walked(const pybind11::list& captured, const pybind11::object& program) const;
  GraphSize write(const pybind11::list& captured, const pybind11::object& program,
                  const std::filesystem::path& path) const;

  Processor processor() const { return device == "cuda" && !phantom ? Processor::kGpu : Processor::kCpu; }

  pybind11::dict test;
  std::string method;
  std::string device;
  bool phantom;
  pybind11::object loaded;
  Cost& cost;
};

}  // namespace assay
