// Compare: bits first, then element by element.
#include "capture/judge/compare.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include <ATen/ATen.h>

#include "capture/execute/py_values.h"
#include "capture/side_by_side/likeness.h"
#include "capture/walker/tensor_reader.h"
#include "harness/words/utf8.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

constexpr int kShownElements = 8;

struct Tolerance {
  double relative = 0, absolute = 0;
};

// The defaults of torch.testing.assert_close.
Tolerance tolerance_of(at::ScalarType type) {
  switch (type) {
    case at::kHalf:
    case at::kComplexHalf:
      return {1e-3, 1e-5};
    case at::kBFloat16:
      return {1.6e-2, 1e-5};
    case at::kFloat:
    case at::kComplexFloat:
      return {1.3e-6, 1e-5};
    case at::kDouble:
    case at::kComplexDouble:
      return {1e-7, 1e-7};
    default:
      return {};
  }
}

bool has_fractions(at::ScalarType type) { return at::isFloatingType(type) || at::isComplexType(type); }

std::string shape_text(const at::Tensor& tensor) {
  std::string text(to_string(dtype_of(tensor.scalar_type())));
  text += "[";
  for (std::int64_t i = 0; i < tensor.dim(); ++i)
    text.append(i == 0 ? "" : ", ").append(std::to_string(tensor.size(i)));
  return text + "]";
}

enum class Digits { kSingle, kDouble };  // enough digits that different numbers have different texts

Digits digits_of(at::ScalarType type) {
  return type == at::kDouble || type == at::kComplexDouble ? Digits::kDouble : Digits::kSingle;
}

std::string number_text(double number, Digits digits) {
  std::array<char, 32> text;
  char *begin = text.data(), *end = begin + text.size();
  end = digits == Digits::kDouble ? std::to_chars(begin, end, number).ptr
                                  : std::to_chars(begin, end, number, std::chars_format::general, 9).ptr;
  return {begin, end};
}

std::string element_text(const at::Tensor& elements, const double* numbers, std::int64_t index) {
  const Digits digits = digits_of(elements.scalar_type());
  if (elements.is_complex()) {
    const double imaginary = numbers[2 * index + 1];
    return number_text(numbers[2 * index], digits) + (std::signbit(imaginary) ? "" : "+") +
           number_text(imaginary, digits) + "j";
  }
  if (elements.scalar_type() == at::kBool) return numbers[index] != 0 ? "True" : "False";
  return number_text(numbers[index], digits);
}

std::string index_text(const at::Tensor& tensor, std::int64_t position) {
  std::vector<std::int64_t> index(static_cast<std::size_t>(tensor.dim()));
  for (std::int64_t i = tensor.dim() - 1; i >= 0; --i) {
    index[static_cast<std::size_t>(i)] = position % tensor.size(i);
    position /= tensor.size(i);
  }
  std::string text = "[";
  for (std::size_t i = 0; i < index.size(); ++i)
    text.append(i == 0 ? "" : ", ").append(std::to_string(index[i]));
  return text + "]";
}

Closeness differ(std::string message) {
  return {.bitwise = false, .close = false, .message = std::move(message)};
}

// A pair of numbers; complex elements have two.
class Meter {
 public:
  Meter(Tolerance tolerance, bool exact) : tolerance_(tolerance), exact_(exact) {}

  /// Whether the pair is close. Updates the maximum errors.
  bool close(double eager, double replay) {
    if (eager == replay || (std::isnan(eager) && std::isnan(replay))) return true;
    if (!std::isfinite(eager) || !std::isfinite(replay)) return false;
    const double error = std::abs(eager - replay);
    absolute = std::max(absolute, error);
    if (eager != 0) relative = std::max(relative, error / std::abs(eager));
    return !exact_ && error <= tolerance_.absolute + tolerance_.relative * std::abs(eager);
  }

  double absolute = 0, relative = 0;

 private:
  Tolerance tolerance_;
  bool exact_;
};

// An infinity or NaN on a single side counts as larger than any difference of two numbers.
double size_of_difference(double left, double right) {
  if (same_number(left, right)) return 0;
  const double difference = std::abs(left - right);
  return std::isfinite(difference) ? difference : std::numeric_limits<double>::infinity();
}

struct Elements {
  at::Tensor tensor, numbers;
  const char* bytes;
  const double* values;
  explicit Elements(const at::Tensor& of)
      : tensor(of),
        numbers(as_doubles(of)),
        bytes(static_cast<const char*>(of.const_data_ptr())),
        values(numbers.const_data_ptr<double>()) {}
};

Closeness compare_elements(const at::Tensor& eager, const at::Tensor& replay) {
  const Elements left(eager), right(replay);
  const auto width = eager.element_size();
  const int parts = eager.is_complex() ? 2 : 1;
  const at::ScalarType type = eager.scalar_type();
  const bool fractions = has_fractions(type);
  Meter meter(tolerance_of(type), !fractions);
  Closeness closeness;
  std::int64_t different = 0, far = 0, most = -1;
  double largest = -1;
  for (std::int64_t i = 0; i < eager.numel(); ++i) {
    if (std::memcmp(left.bytes + i * width, right.bytes + i * width, static_cast<std::size_t>(width)) == 0)
      continue;
    bool bits = fractions, close = fractions;
    double error = 0;
    for (int part = 0; part < parts; ++part) {
      const double a = left.values[i * parts + part], b = right.values[i * parts + part];
      bits = bits && same_number(a, b);
      if (!meter.close(a, b)) close = false;
      error = std::max(error, size_of_difference(a, b));
    }
    if (bits) continue;
    ++different;
    far += close ? 0 : 1;
    if (error > largest) largest = error, most = i;
  }
  closeness.bitwise = false;
  closeness.close = far == 0;
  closeness.absolute = meter.absolute;
  closeness.relative = meter.relative;
  closeness.message = std::to_string(far > 0 ? far : different) + " of " + std::to_string(eager.numel()) +
                      " elements differ, most at " + index_text(eager, most) + ": eager " +
                      element_text(eager, left.values, most) + ", replay " +
                      element_text(replay, right.values, most);
  return closeness;
}

const char* kind(const c10::IValue& value) {
  if (value.isNone() || (value.isTensor() && !value.toTensor().defined())) return "None";
  if (value.isTensor()) return "a tensor";
  if (value.isBool()) return "a bool";
  if (value.isInt()) return "an int";
  if (value.isDouble()) return "a float";
  return value.isComplexDouble() ? "a complex" : "an object";
}

Closeness compare_numbers(double eager, double replay) {
  Closeness closeness;
  if (same_number(eager, replay)) return closeness;
  Meter meter(tolerance_of(at::kDouble), false);
  closeness.bitwise = false;
  closeness.close = meter.close(eager, replay);
  closeness.absolute = meter.absolute;
  closeness.relative = meter.relative;
  closeness.message =
      "eager " + number_text(eager, Digits::kDouble) + ", replay " + number_text(replay, Digits::kDouble);
  return closeness;
}

Closeness compare_objects(const c10::IValue& eager, const c10::IValue& replay) {
  if (alike(to_python(eager), to_python(replay))) return {};
  return differ("eager " + show(eager) + ", replay " + show(replay));
}

}  // namespace

Closeness compare(const at::Tensor& eager, const at::Tensor& replay) {
  if (same_bits(eager, replay)) return {};
  if (eager.defined() != replay.defined())
    return differ(std::string("eager gives ") + kind(eager) + ", replay " + kind(replay));
  if (eager.scalar_type() != replay.scalar_type() || eager.sizes() != replay.sizes())
    return differ("eager gives " + shape_text(eager) + ", replay " + shape_text(replay));
  if (eager.device().type() != replay.device().type())
    return differ("eager gives a tensor on " + c10::DeviceTypeName(eager.device().type(), true) +
                  ", replay one on " + c10::DeviceTypeName(replay.device().type(), true));
  if (eager.is_quantized() != replay.is_quantized() || eager.layout() != replay.layout())
    return differ("eager gives another layout than replay");
  return compare_elements(plain_elements(eager), plain_elements(replay));
}

Closeness compare(const c10::IValue& eager, const c10::IValue& replay) {
  if (eager.isTensor() && replay.isTensor()) return compare(eager.toTensor(), replay.toTensor());
  if (std::strcmp(kind(eager), kind(replay)) != 0)
    return differ("eager gives " + show(eager) + ", replay " + show(replay));
  if (eager.isDouble()) return compare_numbers(eager.toDouble(), replay.toDouble());
  return eager.isTensor() || eager.isNone() ? Closeness{} : compare_objects(eager, replay);
}

std::string show(const c10::IValue& value, std::int64_t first) {
  if (!value.isTensor() || !value.toTensor().defined()) {
    return shortened(py::repr(to_python(value)).cast<std::string>(), 200);
  }
  const at::Tensor& tensor = value.toTensor();
  if (tensor.is_meta()) return shape_text(tensor) + " without values";
  const at::Tensor elements = plain_elements(tensor);
  const Elements read(elements);
  std::string text = shape_text(tensor);
  if (first > 0) text += " from " + index_text(elements, first);
  for (std::int64_t i = first; i < std::min(elements.numel(), first + kShownElements); ++i)
    text.append(i == first ? ": " : ", ").append(element_text(elements, read.values, i));
  return first + kShownElements < elements.numel() ? text + ", .." : text;
}

std::int64_t first_difference(const at::Tensor& eager, const at::Tensor& replay) {
  if (!eager.defined() || !replay.defined() || eager.sizes() != replay.sizes() ||
      eager.scalar_type() != replay.scalar_type() || eager.is_meta() || replay.is_meta())
    return 0;
  const at::Tensor left = plain_elements(eager), right = plain_elements(replay);
  const auto width = static_cast<std::size_t>(left.element_size());
  const auto* a = static_cast<const char*>(left.const_data_ptr());
  const auto* b = static_cast<const char*>(right.const_data_ptr());
  for (std::int64_t i = 0; i < left.numel(); ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * width;
    if (std::memcmp(a + at, b + at, width) != 0) return i;
  }
  return 0;
}

}  // namespace assay::replay
