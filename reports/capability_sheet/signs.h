// Signs: a cell of the table of capabilities as one character, and rows that hold for both devices.
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

/// '+' captured, 'g' guarded, 'D' diverges, 'R' raises, 'F' cannot be replayed, '-' unsupported or
/// skipped, 'X' any other.
Sign sign_of(Outcome outcome);

/// Of a feature that methods declare, whether the method does; of any other, the outcome. '.': not to run
/// there.
Sign sign_of(const CapabilityRow& row, MethodId method, Device device);

struct SignLine {
  std::string device;       ///< "cpu", "cuda"; empty: the same on both
  std::vector<Sign> signs;  ///< one per method of the sheet
};

/// One line for a row that is the same on both devices or has no cell, else one per device on which the probe
/// runs. That a method is not on the phantom at all tells nothing about a feature and makes no second line.
std::vector<SignLine> lines_of(const CapabilitySheet& sheet, const CapabilityRow& row);

/// "+ captured, and replay agrees with eager": one entry per mark.
std::vector<std::string> legend_of_signs();

/// "make_fx_real on cuda: real tracing needs values", a line for each method of the sheet that is not there.
std::string unsupported_methods(const CapabilitySheet& sheet);

/// "torch 2.15.0, cuda is the phantom"
std::string title_of(const Setting& setting);

/// Which methods share an outcome of a row: what it is, where, why.
struct CellGroup {
  std::string what;                ///< "raises TypeError: expected np.ndarray", "expressed"
  std::vector<std::string> where;  ///< "cpu, cuda: make_fx, aot"; of a sheet of one method "cpu, cuda"
  std::string reason;
  bool plain = false;  ///< captured, and expressed where that is the question
};
/// In the order of the methods; cells of methods that the sheet does not have are left out.
std::vector<CellGroup> groups_of(const CapabilitySheet& sheet, const CapabilityRow& row);

}  // namespace assay
