// The entries of PyTorch's operator database, as a worker's Python lists them, and the cases made of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/graph/dtype.h"
#include "harness/words/enumerators.h"
#include "harness/zoo/device.h"
#include "harness/zoo/operator_samples.h"

namespace assay::operators {

/// Dtypes that operators treat alike: one of each is run.
enum class DTypeClass : std::uint8_t { kFloating, kInteger, kBool, kComplex };
inline constexpr std::array kClasses{DTypeClass::kFloating, DTypeClass::kInteger, DTypeClass::kBool,
                                     DTypeClass::kComplex};
inline constexpr auto kClassNames = enumerators<DTypeClass>({"floating", "integer", "bool", "complex"});
inline std::string_view to_string(DTypeClass of) { return kClassNames[of]; }

DTypeClass class_of(DType dtype);

/// An entry: its name, the variant's behind a hyphen, and what it takes where.
struct Operator {
  std::string name;
  std::map<Device, std::vector<DType>> dtypes;
};

struct OperatorList {
  std::string torch;
  std::vector<Operator> operators;  ///< in the database's order
};

/// Of {"torch": V, "operators": [{"name", "cpu": [DTYPE, ..], "cuda": [..]}]}, as
/// capture/sources/operator_database.py prints it. A dtype that graphs do not have is left out. InputError
/// for another form, and for a list without operators.
OperatorList operator_list_from(std::string text, const std::string& where);

/// Of the class the dtype that programs use most, if the entry takes it, else the first; nothing where it
/// takes none on the device.
std::optional<DType> dtype_of(const Operator& entry, DTypeClass of, Device device);

struct Selection {
  std::vector<std::string> names = {};  ///< or globs; none: all
  std::vector<DTypeClass> classes = {kClasses.begin(), kClasses.end()};
  std::string samples = "few";
  std::vector<Device> devices = {};
};

/// A case for each entry and dtype, for the devices that take it. A name that selects nothing is an
/// InputError with the nearest.
std::vector<Case> cases_of(const OperatorList& list, const Selection& selection);

}  // namespace assay::operators
