// JSON of the errors of a replay, by dtype.
#include "harness/zoo/replay_json.h"

#include <cmath>
#include <limits>

namespace assay {
namespace {

OrderedJson number_or_null(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

double number_or_infinity(const JsonPlace& place) {
  return place.json().is_null() ? std::numeric_limits<double>::infinity() : place.number();
}

}  // namespace

using Errors = std::map<DType, ReplayError>;

OrderedJson JsonForm<Errors>::write(const Errors& errors) {
  OrderedJson object = OrderedJson::object();
  for (const auto& [dtype, error] : errors)
    object[std::string(to_string(dtype))] = {{"absolute", number_or_null(error.absolute)},
                                             {"relative", number_or_null(error.relative)}};
  return object;
}

Errors JsonForm<Errors>::read(const JsonPlace& place) {
  Errors errors;
  for (const auto& [name, error] : place.members()) {
    const auto dtype = dtype_from_string(name);
    if (!dtype) error.fail("unknown dtype '" + name + "'", "a dtype of this version of assay");
    error.require_keys({"absolute", "relative"});
    errors[*dtype] = {number_or_infinity(error.need("absolute")), number_or_infinity(error.need("relative"))};
  }
  return errors;
}

}  // namespace assay
