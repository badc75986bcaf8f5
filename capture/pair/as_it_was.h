// AsItWas: process, module and value state that a capture must leave unchanged, compared before and after.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

namespace assay {

/// How much state a capture must leave unchanged. Each level includes the levels before it.
enum class LeftAlone : std::uint8_t {
  kProcess,  ///< modes, dispatch keys, hooks and global patches of Python; also for a capture that fails
  kModules,  ///< module state beside values: training mode, hooks, names of attributes
  kValues,   ///< states and inputs: for a capture that does not run the model on its own tensors
};

/// Compares a value by tensor object, type and number of writes, not by elements, so a write of equal values
/// counts as a change. Not compared: generators, because tracing may draw, and values of a module's Python
/// attributes, which the program's own Python may change during tracing. Attributes that captures leave on
/// any module are ignored (torch_private::kLeftOnModules).
class AsItWas {
 public:
  /// Reads the state of `program` (program/program.py) and of this thread, up to `extent`.
  AsItWas(pybind11::object program, LeftAlone extent);

  /// The changes up to `extent`, one line each: "grad mode was on, is off". At most kMostChanges lines.
  /// `extent` must not exceed the extent of the constructor.
  std::vector<std::string> changes(LeftAlone extent) const;
  static constexpr std::size_t kMostChanges = 8;

 private:
  using Facts = std::vector<std::pair<std::string, std::string>>;  ///< name and state
  static Facts facts_of_process();
  Facts facts_of_modules() const;
  Facts facts_of_values() const;
  Facts facts(LeftAlone part) const;

  /// "0", "1", .. in order of first occurrence. The tensors are kept alive, so that no other takes their
  /// address.
  std::string number_of(const pybind11::object& tensor) const;

  pybind11::object program_;
  mutable std::vector<pybind11::object> seen_;
  std::vector<Facts> before_;  ///< by LeftAlone, up to the extent
};

}  // namespace assay
