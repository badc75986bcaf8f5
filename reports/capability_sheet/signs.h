// Signs: a character per cell of the table of capabilities, and rows that merge both devices.
#pragma once

#include <string>
#include <vector>

#include "reports/capability_sheet/capability_sheet.h"

namespace assay {

struct Sign {
  char mark = '.';
  Ink ink = Ink::kFaint;
  friend bool operator==(const Sign&, const Sign&) = default;
};

/// '+' captured, 'g' guarded, 'U' undecided, 'D' diverges, 'R' raises, 'F' cannot be replayed, '-'
/// unsupported or skipped, 'X' any other outcome.
Sign sign_of(Outcome outcome);

/// The sign of the outcome. '-' also for a captured feature that the method does not express. '.' for a cell
/// that is not to run on `device`.
Sign sign_of(const CapabilityRow& row, MethodId method, Device device);

struct SignLine {
  std::string device;       ///< "cpu" or "cuda"; empty: both devices agree
  std::vector<Sign> signs;  ///< in the order of the sheet's methods
};

/// A line per device on which the probe runs. Both devices share a line where their signs agree. Methods that
/// are unsupported on cuda do not count as a difference.
std::vector<SignLine> lines_of(const CapabilitySheet& sheet, const CapabilityRow& row);

/// An entry per sign: "+ captured, and replay agrees with eager".
std::vector<std::string> legend_of_signs();

/// A line per method of the sheet that is unsupported on cuda: "make_fx_real on cuda: real tracing needs
/// values".
std::string unsupported_methods(const CapabilitySheet& sheet);

/// "torch 2.15.0, cuda is the phantom"
std::string title_of(const Setting& setting);

/// Methods that share an outcome of a row, and the reason.
struct CellGroup {
  std::string what;                ///< "raises TypeError: expected np.ndarray", "expressed"
  std::vector<std::string> where;  ///< "cpu, cuda: make_fx, aot"; "cpu, cuda" in a sheet of one method
  std::string reason;
  bool plain = false;  ///< captured, and expressed if methods declare the feature
};
/// In the order of the sheet's methods. Cells of other methods and unsupported cells are left out.
std::vector<CellGroup> groups_of(const CapabilitySheet& sheet, const CapabilityRow& row);

}  // namespace assay
