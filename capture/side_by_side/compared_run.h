// ComparedRun: observations from a run of both sides, without a verdict, and its observers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/native/native_recorder.h"
#include "capture/observe/op_trace.h"
#include "capture/side_by_side/subject.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

struct ComparedRun {
  std::optional<std::string> eager_raised;  ///< eager itself cannot do this run; no values are set
  bool gives_value = false;                 ///< eager raises, the capture does not
  bool draws = false;                       ///< eager has drawn random numbers
  std::optional<std::string> failed;        ///< the graph could not be executed
  std::optional<std::string> outside;       ///< the capture's guard that this run breaks
  /// If PyTorch was asked: its reason to refuse the inputs, or "".
  std::optional<std::string> refusal;
  std::string structure;                ///< difference of results in number, name or requires_grad
  std::string alias;                    ///< difference in writes into results
  std::vector<Observation> not_values;  ///< all such differences; `structure` and `alias` name the first
  std::optional<Departure> metadata;    ///< the first output whose shape differs from the file
  std::vector<Finding> findings;        ///< the first of each kind
  std::vector<Pairing> pairs;
};

/// Adds `finding` unless its kind is present.
void add_finding(Finding finding, ComparedRun& compared);

/// "ValueError: .." up to the end of the first line.
std::string raised_text(const pybind11::error_already_set& error);
/// At most 400 bytes of it.
std::string first_line(const std::string& text);

struct OpTraces {
  OpTrace* eager = nullptr;
  OpTrace* replay = nullptr;
};

/// Recorders of the dispatcher's operators. Each gets the inputs of its side, then records its run.
struct Recorders {
  native::NativeRecorder* eager = nullptr;
  native::NativeRecorder* replay = nullptr;
};

}  // namespace assay::replay
