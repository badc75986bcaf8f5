// Pair: the subject of a task in the form that Python's modules take.
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

  /// A separate program; the first call returns the loaded program, if any. Counts as the run's load time.
  pybind11::object load();
  /// The method's captures. They draw from the same seed as eager's runs, whatever model and inputs drew
  /// before. A branch that depends on a draw is then the same.
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
