// Equality of values, contiguous strides.
#include "harness/graph/value.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "harness/graph/tensor_meta.h"

namespace assay {
namespace {

Value list(ValueList items) { return List{std::move(items)}; }

}  // namespace

TEST_CASE("floats are equal by bits, so the sign of zero counts") {
  CHECK(Value(0.0) == Value(0.0));
  CHECK_FALSE(Value(0.0) == Value(-0.0));
  CHECK_FALSE(Value(Complex{0.0, 1.0}) == Value(Complex{-0.0, 1.0}));
  CHECK(Value(Complex{0.0, 1.0}) == Value(Complex{0.0, 1.0}));
}

TEST_CASE("every NaN equals every NaN") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(Value(nan) == Value(-nan));
  CHECK(Value(Complex{nan, 1.0}) == Value(Complex{-nan, 1.0}));
  CHECK_FALSE(Value(nan) == Value(1.0));
}

TEST_CASE("True, 1 and 1.0 are three values") {
  CHECK_FALSE(Value(true) == Value(std::int64_t{1}));
  CHECK_FALSE(Value(std::int64_t{1}) == Value(1.0));
  CHECK_FALSE(Value(true) == Value(1.0));
  CHECK_FALSE(Value(std::string("x")) == Value(Opaque{Name("x")}));
}

TEST_CASE("a list is not the tuple of the same items") {
  CHECK(list({Value(1.0)}) == list({Value(1.0)}));
  CHECK_FALSE(list({Value(1.0)}) == Value(Tuple{{Value(1.0)}}));
  CHECK_FALSE(list({Value(1.0)}) == list({Value(2.0)}));
  CHECK_FALSE(list({Value(1.0)}) == list({Value(1.0), Value(1.0)}));
}

TEST_CASE("the order of a dict counts") {
  const std::pair<Value, Value> a{std::string("a"), 1.0}, b{std::string("b"), 2.0};
  CHECK(Value(Dict{{a, b}}) == Value(Dict{{a, b}}));
  CHECK_FALSE(Value(Dict{{a, b}}) == Value(Dict{{b, a}}));
}

TEST_CASE("references are visited left to right, keys before values") {
  const Value value =
      list({Ref{3, {0}}, Dict{{{Ref{1, {0}}, Ref{2, {0}}}}}, Slice{{Ref{5, {0}}, Null{}, Null{}}}});
  std::vector<NodeId> seen;
  for_each_ref(value, [&seen](const Ref& ref) { seen.push_back(ref.node); });
  CHECK(seen == std::vector<NodeId>{3, 1, 2, 5});
}

TEST_CASE("contiguous strides count from the last dimension, an empty size as 1") {
  const auto stride = [](std::vector<Dim> shape) { return contiguous_stride(shape).value(); };
  CHECK(stride({{2, {}}, {3, {}}, {4, {}}}) == std::vector<Dim>{{12, {}}, {4, {}}, {1, {}}});
  CHECK(stride({{2, {}}, {0, {}}, {4, {}}}) == std::vector<Dim>{{4, {}}, {4, {}}, {1, {}}});
  CHECK(stride({}).empty());
}

TEST_CASE("contiguous strides of symbolic sizes are products") {
  const std::vector<Dim> shape{{0, Name("s0")}, {0, Name("s1 + 1")}, {3, {}}};
  CHECK(contiguous_stride(shape) == std::vector<Dim>{{0, Name("3*(s1 + 1)")}, {3, {}}, {1, {}}});
}

TEST_CASE("there are no contiguous strides beyond 64 bits") {
  const std::int64_t huge = std::int64_t{1} << 62;
  CHECK(contiguous_stride({{2, {}}, {huge, {}}, {4, {}}}) == std::nullopt);
  CHECK(contiguous_stride({{huge, {}}, {2, {}}}) == std::vector<Dim>{{2, {}}, {1, {}}});
}

TEST_CASE("outputs of different kinds differ") {
  CHECK(Output{Null{}} == Output{Null{}});
  CHECK_FALSE(Output{Null{}} == Output{std::vector<Output>{}});
  CHECK_FALSE(Output{ScalarMeta{Name("s0"), ScalarType::kInt}} ==
              Output{ScalarMeta{Name("s0"), ScalarType::kFloat}});
  CHECK_FALSE(Output{TensorMeta{}} == Output{Opaque{Name("Tensor")}});
}

}  // namespace assay
