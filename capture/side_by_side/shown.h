// Shown: what one run of both sides showed, and who watches it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/native/native_recorder.h"
#include "capture/observe/witness.h"
#include "capture/side_by_side/subject.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// What one run showed. Nothing is decided here.
struct Shown {
  std::optional<std::string> eager_raised;  ///< eager itself cannot do this run; no values are set
  bool gives_value = false;                 ///< where eager raises, the capture does not
  bool draws = false;                       ///< eager has drawn random numbers
  std::optional<std::string> failed;        ///< the graph could not be executed
  std::optional<std::string> outside;       ///< the guard of the capture that this run breaks
  /// Of runs for which PyTorch was asked: why it refuses their inputs, or "".
  std::optional<std::string> refusal;
  std::string structure;                ///< how results differ in number, name or requires_grad
  std::string alias;                    ///< how writing into results differs
  std::vector<Observation> not_values;  ///< all that `structure` and `alias` name the first of
  std::optional<Departure> metadata;    ///< the first output of another shape than the file says
  std::vector<Finding> findings;        ///< the first of each kind
  std::vector<Pairing> pairs;
};

/// Keeps the first of each kind.
void add_finding(Finding finding, Shown& shown);

/// "ValueError: .." to the end of the first line.
std::string raised_text(const pybind11::error_already_set& error);
/// At most 400 bytes of it.
std::string first_line(const std::string& text);

struct Witnesses {
  Witness* eager = nullptr;
  Witness* replay = nullptr;
};

/// Of what the dispatcher runs; each is told of its side's inputs, then sees its side run.
struct Recorders {
  native::NativeRecorder* eager = nullptr;
  native::NativeRecorder* replay = nullptr;
};

}  // namespace assay::replay
