// Equality of values.
#include "harness/graph/value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

namespace assay {
namespace {

bool same(double left, double right) {
  if (std::isnan(left) || std::isnan(right)) return std::isnan(left) && std::isnan(right);
  return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}
bool same(const Complex& left, const Complex& right) {
  return same(left.re, right.re) && same(left.im, right.im);
}
bool same(const List& left, const List& right) { return left.items == right.items; }
bool same(const Tuple& left, const Tuple& right) { return left.items == right.items; }
bool same(const Slice& left, const Slice& right) { return left.parts == right.parts; }
bool same(const Dict& left, const Dict& right) { return left.items == right.items; }
template <typename T>
bool same(const T& left, const T& right) {
  return left == right;
}

}  // namespace

bool operator==(const Value& left, const Value& right) {
  if (left.data.index() != right.data.index()) return false;
  return std::visit(
      [&right](const auto& one) {
        return same(one, std::get<std::remove_cvref_t<decltype(one)>>(right.data));
      },
      left.data);
}

}  // namespace assay
