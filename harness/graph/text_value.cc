// Values and outputs of the text form.
#include "harness/graph/text_value.h"

#include <charconv>
#include <limits>
#include <utility>

#include "harness/graph/graph.h"
#include "harness/graph/sym_expr.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

constexpr const char* kAnyValue =
    "a value: %N, a number, a string, [..], (..), {..}, None, True, False, torch.NAME, ...";

}  // namespace

Name TextValues::canonical_expression(std::string_view text) {
  const Name name(text);
  if (context_.canonical.contains(name)) return name;
  const std::optional<std::string> canonical = sym::canonical(text);
  if (!canonical) lexer_.fail("not a symbolic expression: " + excerpt(text), "such as 2*s0 + 1");
  if (*canonical != text)
    lexer_.fail("symbolic expression is not in canonical form: " + excerpt(text), *canonical);
  context_.canonical.insert(name);
  return name;
}

Value TextValues::value(int depth) {
  if (depth > kMaxValueDepth)
    lexer_.fail("value is nested too deeply", "at most " + std::to_string(kMaxValueDepth) + " levels");
  const char first = lexer_.peek();
  if (lexer_.accept("...")) return Ellipsis{};
  if (first == '%') return reference();
  if (first == '"') return lexer_.quoted_string();
  if (lexer_.accept("[")) return List{values("]", depth)};
  if (first == '(') return tuple(depth);
  if (first == '{') return dict(depth);
  if (first == '-' && lexer_.accept_word("-inf")) return -std::numeric_limits<double>::infinity();
  if (first == '-' || (first >= '0' && first <= '9')) return number();
  return word(depth);
}

ValueList TextValues::values(std::string_view close, int depth) {
  ValueList all;
  while (!lexer_.accept(close)) {
    if (!all.empty()) lexer_.expect(",");
    all.push_back(value(depth + 1));
  }
  return all;
}

// `()`, `(a,)`, `(a, b)`. A single value in parentheses is not a tuple.
Value TextValues::tuple(int depth) {
  lexer_.expect("(");
  Tuple tuple;
  while (!lexer_.accept(")")) {
    tuple.items.push_back(value(depth + 1));
    if (tuple.items.size() == 1) {
      lexer_.expect(",");
    } else if (!lexer_.accept(",")) {
      lexer_.expect(")");
      break;
    }
  }
  return tuple;
}

Value TextValues::dict(int depth) {
  lexer_.expect("{");
  Dict dict;
  while (!lexer_.accept("}")) {
    if (!dict.items.empty()) lexer_.expect(",");
    Value key = value(depth + 1);
    lexer_.expect(":");
    dict.items.emplace_back(std::move(key), value(depth + 1));
  }
  return dict;
}

Value TextValues::number() {
  const std::size_t place = lexer_.place();
  const std::string_view digits = lexer_.number();
  const char *begin = digits.data(), *end = begin + digits.size();
  if (digits.find_first_of(".e") == std::string_view::npos) {
    std::int64_t integer = 0;
    const auto [stop, error] = std::from_chars(begin, end, integer);
    if (error == std::errc() && stop == end) return integer;
    if (is_big_int(digits)) return BigInt{std::string(digits)};
  } else {
    double real = 0;
    const auto [stop, error] = std::from_chars(begin, end, real);
    if (error == std::errc() && stop == end) return real;
  }
  lexer_.go_back(place);
  lexer_.peek();
  lexer_.fail("not a number", "such as 7, -1.5 or 1e-05");
}

std::int64_t TextValues::integer() {
  const std::size_t place = lexer_.place();
  const Value one = number();
  if (const auto* integer = std::get_if<std::int64_t>(&one.data)) return *integer;
  lexer_.go_back(place);
  lexer_.fail("not a 64-bit integer", "a 64-bit integer");
}

double TextValues::real() {
  const std::size_t place = lexer_.place();
  const Value one = value(kMaxValueDepth);
  if (const auto* real = std::get_if<double>(&one.data)) return *real;
  lexer_.go_back(place);
  lexer_.fail("not a float", "a number with '.' or 'e', nan, inf or -inf");
}

Ref TextValues::reference() {
  lexer_.expect("%");
  Ref ref{lexer_.index(), {}};
  while (lexer_.accept(".")) ref.path.push_back(lexer_.index());
  if (ref.path.empty()) ref.path.push_back(0);
  return ref;
}

Name TextValues::called_name() {
  const Name name(lexer_.name("a name"));
  lexer_.expect(")");
  return name;
}

// A table of values that start with a letter.
Value TextValues::word(int depth) {
  const std::size_t place = lexer_.place();
  if (lexer_.accept_call("slice")) {
    Slice slice{values(")", depth)};
    if (slice.parts.size() != 3) lexer_.fail("a slice has three parts", "slice(start, stop, step)");
    return slice;
  }
  if (lexer_.accept_call("complex")) {
    const double re = real();
    lexer_.expect(",");
    const double im = real();
    lexer_.expect(")");
    return Complex{re, im};
  }
  if (lexer_.accept_call("sym")) {
    const Name text = canonical_expression(lexer_.expression());
    lexer_.expect(")");
    return SymExpr{text};
  }
  if (lexer_.accept_call("device")) return device();
  if (lexer_.accept_call("graph")) return SubGraph{called_name()};
  if (lexer_.accept_call("py")) return PyName{called_name()};
  if (lexer_.accept_call("opaque")) return Opaque{called_name()};
  const std::string_view text = lexer_.bare_word();
  // JSON's spelling is read too, Python's is printed.
  if (text == "None" || text == "null") return Null{};
  if (text == "True" || text == "true") return true;
  if (text == "False" || text == "false") return false;
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text.starts_with("torch.")) return torch_constant(text.substr(6));
  lexer_.go_back(place);
  lexer_.peek();
  lexer_.fail("not a value", kAnyValue);
}

// After `device(`.
Value TextValues::device() {
  if (context_.own_device && lexer_.accept(")")) return *context_.own_device;
  if (const auto device = device_place_from_string(called_name().view())) return *device;
  lexer_.fail("not a device", "such as device(cuda:1)");
}

Value TextValues::torch_constant(std::string_view name) {
  if (const auto dtype = dtype_from_string(name)) return *dtype;
  if (const auto layout = layout_from_string(name)) return *layout;
  if (const auto format = memory_format_from_string(name)) return *format;
  lexer_.fail("unknown constant torch." + std::string(name),
              "a dtype, layout or memory format; a callable is py(torch.NAME)");
}

Output TextValues::output(int depth) {
  if (depth > kMaxValueDepth)
    lexer_.fail("outputs are nested too deeply", "at most " + std::to_string(kMaxValueDepth) + " levels");
  if (lexer_.accept("[")) {
    std::vector<Output> nested;
    while (!lexer_.accept("]")) {
      if (!nested.empty()) lexer_.expect(",");
      nested.push_back(output(depth + 1));
    }
    return {std::move(nested)};
  }
  if (lexer_.accept_call("opaque")) return {Opaque{called_name()}};
  const std::size_t place = lexer_.place();
  const std::string_view text = lexer_.bare_word();
  if (text == "None" || text == "null") return {Null{}};
  const std::optional<ScalarType> scalar = scalar_type_from_string(text);
  if (scalar && lexer_.accept("(")) {
    ScalarMeta meta{Name(), *scalar};
    if (!lexer_.accept("?")) meta.expr = canonical_expression(lexer_.expression());
    lexer_.expect(")");
    return {meta};
  }
  if (const std::optional<DType> dtype = dtype_from_short_string(text); dtype && lexer_.accept("["))
    return {tensor(*dtype)};
  lexer_.go_back(place);
  lexer_.peek();
  lexer_.fail("not an output", "such as f32[2,3]{3,1} cuda, int(s0), [f32[1], f32[1]], opaque(Size) or None");
}

// After `f32[`.
TensorMeta TextValues::tensor(DType dtype) {
  TensorMeta tensor;
  tensor.dtype = dtype;
  if (context_.own_device) tensor.device = *context_.own_device;
  tensor.shape = dims("]");
  if (lexer_.accept("{?}")) {
    tensor.stride = std::nullopt;
  } else if (lexer_.accept("{")) {
    tensor.stride = dims("}");
  } else {
    tensor.stride = contiguous_stride(tensor.shape);
    if (!tensor.stride)
      lexer_.fail("contiguous strides of this shape are out of range", "{strides}, or {?} for none");
  }
  const std::size_t place = lexer_.place();
  const std::string_view word = lexer_.bare_word();
  const bool is_call = lexer_.place() != place && lexer_.peek() == '(';
  if (word.empty() || is_call) {
    lexer_.go_back(place);
  } else if (const std::optional<DevicePlace> device = device_place_from_string(word)) {
    tensor.device = *device;
  } else {
    lexer_.go_back(place);
    lexer_.peek();
    lexer_.fail("not a device", "such as cpu or cuda:1");
  }
  if (lexer_.accept_call("layout")) {
    const std::optional<Layout> layout = layout_from_string(called_name().view());
    if (!layout) lexer_.fail("not a layout", "such as layout(sparse_coo)");
    tensor.layout = *layout;
  }
  return tensor;
}

std::vector<Dim> TextValues::dims(std::string_view close) {
  std::vector<Dim> all;
  while (!lexer_.accept(close)) {
    if (!all.empty()) lexer_.expect(",");
    const std::size_t place = lexer_.place();
    const std::string_view text = lexer_.expression();
    Dim dim;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), dim.number);
    if (error != std::errc() || stop != text.data() + text.size()) {
      dim.number = 0;
      lexer_.go_back(place);
      dim.expr = canonical_expression(text);
      lexer_.expression();
    }
    all.push_back(dim);
  }
  return all;
}

}  // namespace assay
