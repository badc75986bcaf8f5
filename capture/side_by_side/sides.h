// Sides: eager and a captured graph, each with its own states.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "capture/dynamo/in_program.h"
#include "capture/execute/executable.h"
#include "capture/side_by_side/replay_setup.h"
#include "capture/side_by_side/side.h"

namespace assay::replay {

struct Sides {
  /// Loads the case twice. Throws CannotReplay for a graph that cannot be executed.
  explicit Sides(const ReplaySetup& of);

  bool runs_like_eager() const { return !setup.phantom && !setup.wide && !transformed; }
  /// The file's declarations about values apply only to the captured run in its original form.
  bool keeps_promises() const { return is_captured_run && !setup.phantom && !setup.wide; }
  /// Whether a pass has folded the state away, even if it is still in the module.
  bool has_own_gradient(const std::string& state) const;
  /// Finds the states whose current values differ between the sides.
  void find_own_states();
  /// From now on the graphs run inside the program.
  void enter_program();

  const ReplaySetup& setup;
  bool transformed = false;  ///< the replay is of the pass's output
  Side eager, replay;
  std::vector<Executable> executables;
  std::unique_ptr<InProgram> in_program = nullptr;  ///< for a capture whose graphs are incomplete alone
  std::set<std::string> own_states = {};            ///< see find_own_states
  std::set<std::string> unread = {};                ///< states that the transformed graph does not read
  std::size_t runs = 0;                             ///< completed runs
  bool is_captured_run = false;  ///< the inputs are the capture's, and nothing has run before
};

}  // namespace assay::replay
