// Sides: eager and a captured graph, each with states of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "capture/dynamo/in_program.h"
#include "capture/execute/executable.h"
#include "capture/side_by_side/script.h"
#include "capture/side_by_side/side.h"

namespace assay::replay {

struct Sides {
  /// Loads the case twice. Throws CannotReplay for a graph that cannot be made executable.
  explicit Sides(const Script& of);

  bool runs_like_eager() const { return !script.phantom && !script.wide && !transformed; }
  /// What the file says of values holds for the run that was captured, as it was captured.
  bool keeps_promises() const { return is_captured_run && !script.phantom && !script.wide; }
  /// Of a state that a pass has folded away, whether it has left it in the module or not.
  bool has_own_gradient(const std::string& state) const;
  /// Those that only one side holds with the values they have now.
  void find_own_states();
  /// From now on the graphs run inside the program.
  void enter_program();

  const Script& script;
  bool transformed = false;  ///< the replay is of what a pass has made
  Side eager, replay;
  std::vector<Executable> executables;
  std::unique_ptr<InProgram> in_program = nullptr;  ///< of a capture whose graphs do not say all
  std::set<std::string> own_states = {};            ///< see find_own_states
  std::set<std::string> unread = {};                ///< those that the graph a pass has made does not read
  std::size_t runs = 0;                             ///< that are over
  bool is_captured_run = false;  ///< the inputs are those of the capture, and nothing has run before
};

}  // namespace assay::replay
