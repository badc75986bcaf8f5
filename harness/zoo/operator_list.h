// PyTorch's operator database as a worker's Python lists it, and the cases made from it.
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

/// Dtypes that operators treat alike. Each class runs in a single dtype.
enum class DTypeClass : std::uint8_t { kFloating, kInteger, kBool, kComplex };
inline constexpr std::array kClasses{DTypeClass::kFloating, DTypeClass::kInteger, DTypeClass::kBool,
                                     DTypeClass::kComplex};
inline constexpr auto kClassNames = enumerators<DTypeClass>({"floating", "integer", "bool", "complex"});
inline std::string_view to_string(DTypeClass of) { return kClassNames[of]; }

DTypeClass class_of(DType dtype);

/// A database entry: its name, with the variant behind a hyphen, and its dtypes by device.
struct Operator {
  std::string name;
  std::map<Device, std::vector<DType>> dtypes;
};

struct OperatorList {
  std::string torch;
  std::vector<Operator> operators;  ///< In database order.
};

/// Reads {"torch": V, "operators": [{"name", "cpu": [DTYPE, ..], "cuda": [..]}]}, the output of
/// capture/sources/operator_database.py. Dtypes that graphs lack are skipped. InputError for any other form
/// or an empty list.
OperatorList operator_list_from(std::string text, const std::string& where);

/// The most used dtype of the class if the entry takes it, else the first dtype it takes. Nothing if it takes
/// none on the device.
std::optional<DType> dtype_of(const Operator& entry, DTypeClass of, Device device);

struct Selection {
  std::vector<std::string> names = {};  ///< Names or globs. Empty: all.
  std::vector<DTypeClass> classes = {kClasses.begin(), kClasses.end()};
  std::string samples = "few";
  std::vector<Device> devices = {};
};

/// A case for each entry and dtype, with the devices that take it. InputError with the nearest names for a
/// name that selects nothing.
std::vector<Case> cases_of(const OperatorList& list, const Selection& selection);

}  // namespace assay::operators
