// JsonDecoder for arguments and outputs.
#include <limits>

#include "harness/graph/json_decode.h"
#include "harness/graph/json_fields.h"
#include "harness/words/literal.h"

namespace assay {

Value JsonDecoder::value(std::size_t index, int depth) {
  if (depth > kMaxValueDepth)
    fail(index, "value is nested too deeply", "at most " + std::to_string(kMaxValueDepth) + " levels", "");
  const JsonTape::Entry& entry = tape_[index];
  switch (entry.kind) {
    case Kind::kNull:
      return Null{};
    case Kind::kTrue:
      return true;
    case Kind::kFalse:
      return false;
    case Kind::kInt:
      return entry.integer;
    case Kind::kFloat:
      return entry.real;
    case Kind::kString:
      return std::string(tape_.text(index));
    case Kind::kArray:
      return List{values(index, depth)};
    case Kind::kObject:
      return object_value(index, depth);
    case Kind::kBeyondInt64:
    case Kind::kKey:
      break;
  }
  fail(index, "integer is beyond 64 bits", "{\"int\": " + quoted(tape_.text(index)) + "}",
       tape_.describe(index));
}

ValueList JsonDecoder::values(std::size_t array, int depth) {
  ValueList list;
  if (tape_[array].kind == Kind::kArray) list.reserve(tape_[array].count);
  each_item(array, [&](std::size_t item) { list.push_back(value(item, depth + 1)); });
  return list;
}

// A table of the kinds of values without a JSON notation.
Value JsonDecoder::object_value(std::size_t index, int depth) {
  constexpr const char* kKinds =
      "one of: %, f, c, int, tuple, dict, slice, ellipsis, dtype, device, layout, memory_format, sym, graph, "
      "py, opaque";
  if (tape_[index].count != 1) fail_kind(index, std::string("an object with one key, ") + kKinds);
  const std::string_view key = tape_.text(index + 1);
  const std::size_t item = index + 2;
  if (key == "%") return reference(item);
  if (key == "f") return real(index);
  if (key == "tuple") return Tuple{values(item, depth)};
  if (key == "dict") return dict(item, depth);
  if (key == "dtype") return one_of<DType>(item, dtype_from_string, "a dtype such as \"float32\"");
  if (key == "device")
    return one_of<DevicePlace>(item, device_place_from_string, "a device such as \"cuda:1\"");
  if (key == "layout") return one_of<Layout>(item, layout_from_string, "a layout such as \"strided\"");
  if (key == "memory_format")
    return one_of<MemoryFormat>(item, memory_format_from_string, "a memory format such as \"channels_last\"");
  if (key == "sym") return SymExpr{expression(item)};
  if (key == "graph") return SubGraph{name(item)};
  if (key == "py") return PyName{name(item)};
  if (key == "opaque") return Opaque{name(item)};
  if (key == "slice") {
    if (tape_[item].kind != Kind::kArray || tape_[item].count != 3) fail_kind(item, "[start, stop, step]");
    return Slice{values(item, depth)};
  }
  if (key == "ellipsis") {
    if (tape_[item].kind != Kind::kTrue) fail_kind(item, "true");
    return Ellipsis{};
  }
  if (key == "c") {
    if (tape_[item].kind != Kind::kArray || tape_[item].count != 2) fail_kind(item, "[real, imaginary]");
    return Complex{real(item + 1), real(tape_.next(item + 1))};
  }
  if (key == "int") {
    if (!is_big_int(string(item))) fail_kind(item, "the digits of an integer beyond 64 bits");
    return BigInt{std::string(string(item))};
  }
  fail(item, "unknown kind of value " + excerpt(key), kKinds, "");
}

// A float, or {"f": "nan"} and the like.
double JsonDecoder::real(std::size_t index) const {
  if (tape_[index].kind == Kind::kFloat) return tape_[index].real;
  if (tape_[index].kind == Kind::kObject && tape_[index].count == 1 && tape_.text(index + 1) == "f") {
    const std::string_view text = string(index + 2);
    if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (text == "inf") return std::numeric_limits<double>::infinity();
    if (text == "-inf") return -std::numeric_limits<double>::infinity();
    fail_kind(index + 2, "one of: nan, inf, -inf");
  }
  fail_kind(index, "a number with `.` or `e`");
}

Dict JsonDecoder::dict(std::size_t index, int depth) {
  Dict dict;
  each_item(index, [&](std::size_t item) {
    if (tape_[item].kind != Kind::kArray || tape_[item].count != 2) fail_kind(item, "[key, value]");
    Value key = value(item + 1, depth + 1);
    dict.items.emplace_back(std::move(key), value(tape_.next(item + 1), depth + 1));
  });
  return dict;
}

Ref JsonDecoder::reference(std::size_t index) const {
  if (tape_[index].kind != Kind::kArray || tape_[index].count != 2) fail_kind(index, "[node, output]");
  Ref ref{index32(index + 1), {}};
  const std::size_t position = tape_.next(index + 1);
  if (tape_[position].kind != Kind::kArray) {
    ref.path.push_back(index32(position));
    return ref;
  }
  if (tape_[position].count < 2)
    fail_kind(position, "a number, or a list of two or more for a nested output");
  each_item(position, [&](std::size_t item) { ref.path.push_back(index32(item)); });
  return ref;
}

std::vector<Output> JsonDecoder::outputs(std::size_t array, int depth) {
  std::vector<Output> list;
  if (tape_[array].kind == Kind::kArray) list.reserve(tape_[array].count);
  each_item(array, [&](std::size_t item) { list.push_back(output(item, depth)); });
  return list;
}

Output JsonDecoder::output(std::size_t index, int depth) {
  if (depth > kMaxValueDepth)
    fail(index, "outputs are nested too deeply", "at most " + std::to_string(kMaxValueDepth) + " levels", "");
  switch (tape_[index].kind) {
    case Kind::kNull:
      return {Null{}};
    case Kind::kArray:
      return {outputs(index, depth + 1)};
    case Kind::kObject:
      return object_output(index);
    default:
      fail_kind(index, "a tensor, a number's type, a list, or null");
  }
}

Output JsonDecoder::object_output(std::size_t index) {
  const auto field = fields(index, std::array<std::string_view, 8>{"dtype", "shape", "stride", "device",
                                                                   "layout", "sym", "type", "opaque"});
  const auto [dtype, shape, stride, device, layout, sym, type, opaque] = field;
  if (opaque != 0) {
    if (tape_[index].count != 1) fail_kind(index, "nothing beside \"opaque\"");
    return {Opaque{name(opaque)}};
  }
  if (type != 0 || sym != 0) {
    if (tape_[index].count != (sym != 0 ? 2U : 1U)) fail_kind(index, "\"sym\" and \"type\" only");
    const std::size_t at = required(index, type, "type");
    return {ScalarMeta{sym == 0 ? Name() : expression(sym),
                       one_of<ScalarType>(at, scalar_type_from_string, "one of: int, float, bool, complex")}};
  }
  TensorMeta tensor;
  tensor.dtype =
      one_of<DType>(required(index, dtype, "dtype"), dtype_from_string, "a dtype such as \"float32\"");
  tensor.shape = dims(required(index, shape, "shape"));
  if (stride != 0) tensor.stride = dims(stride);
  tensor.device = one_of<DevicePlace>(required(index, device, "device"), device_place_from_string,
                                      "a device such as \"cuda:1\"");
  if (layout != 0)
    tensor.layout = one_of<Layout>(layout, layout_from_string, "a layout such as \"sparse_coo\"");
  return {std::move(tensor)};
}

std::vector<Dim> JsonDecoder::dims(std::size_t array) {
  std::vector<Dim> dims;
  if (tape_[array].kind == Kind::kArray) dims.reserve(tape_[array].count);
  each_item(array, [&](std::size_t item) {
    if (tape_[item].kind == Kind::kInt) return dims.push_back({tape_[item].integer, Name()});
    if (tape_[item].kind != Kind::kObject || tape_[item].count != 1 || tape_.text(item + 1) != "sym")
      fail_kind(item, "a 64-bit integer or {\"sym\": \"s0\"}");
    dims.push_back({0, expression(item + 2)});
    if (dims.back().expr.view().find_first_not_of("-0123456789") == std::string_view::npos)
      fail_kind(item, "a constant size as a number");
  });
  return dims;
}

}  // namespace assay
