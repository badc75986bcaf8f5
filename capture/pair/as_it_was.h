// AsItWas: what a capture must leave as it found it, looked at before and after.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

namespace assay {

/// How much of what a capture may have touched it must have left alone.
enum class LeftAlone : std::uint8_t {
  kProcess,  ///< modes, dispatch keys, hooks and patches that hold for all of Python: a capture that fails,
             ///< too
  kModules,  ///< and what each module is beside its values: in training, hooks, names of its attributes
  kValues,   ///< and states and inputs: a capture that does not run the model on its own tensors
};

/// Values are told apart by tensor object, type and number of writes, not element by element: what writes an
/// equal value has written. Not looked at: generators, since tracing may draw, and the values of a module's
/// Python attributes, which the program's own Python changes wherever it is traced. The attributes that
/// captures leave on any module are not counted (torch_private::kLeftOnModules).
class AsItWas {
 public:
  /// Looks at `program` (program/program.py) and this thread, as far as `extent`.
  AsItWas(pybind11::object program, LeftAlone extent);

  /// What is otherwise now as far as `extent`, which is no further than the first look; a line each, the
  /// first kMostChanges: "grad mode was on, is off".
  std::vector<std::string> changes(LeftAlone extent) const;
  static constexpr std::size_t kMostChanges = 8;

 private:
  using Facts = std::vector<std::pair<std::string, std::string>>;  ///< what, and how it is
  static Facts facts_of_process();
  Facts facts_of_modules() const;
  Facts facts_of_values() const;
  Facts facts(LeftAlone part) const;

  /// "0", "1", .. in the order in which they were first seen; held, so that no other takes their place.
  std::string number_of(const pybind11::object& tensor) const;

  pybind11::object program_;
  mutable std::vector<pybind11::object> seen_;
  std::vector<Facts> before_;  ///< by LeftAlone, as far as was looked
};

}  // namespace assay
