// Arguments: by schema type.
#include "capture/execute/arguments.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <unordered_map>

#include <ATen/ATen.h>
#include <ATen/ScalarOps.h>
#include <torch/csrc/Dtype.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/Layout.h>

#include "capture/execute/py_values.h"
#include "capture/walker/tensor_reader.h"
#include "harness/files/read_file.h"
#include "harness/graph/digest.h"
#include "harness/graph/text.h"

namespace assay::replay {

namespace {

using c10::IValue;
using c10::TypeKind;

std::string kind_of_value(const Value& value) {
  struct Kinds {
    std::string operator()(Null) const { return "None"; }
    std::string operator()(bool) const { return "bool"; }
    std::string operator()(std::int64_t) const { return "int"; }
    std::string operator()(double) const { return "float"; }
    std::string operator()(const std::string&) const { return "str"; }
    std::string operator()(const Ref&) const { return "a reference"; }
    std::string operator()(const List&) const { return "list"; }
    std::string operator()(const Tuple&) const { return "tuple"; }
    std::string operator()(const Dict&) const { return "dict"; }
    std::string operator()(const Slice&) const { return "slice"; }
    std::string operator()(Ellipsis) const { return "ellipsis"; }
    std::string operator()(const BigInt&) const { return "an int beyond 64 bits"; }
    std::string operator()(const Complex&) const { return "complex"; }
    std::string operator()(DType) const { return "dtype"; }
    std::string operator()(const DevicePlace&) const { return "device"; }
    std::string operator()(Layout) const { return "layout"; }
    std::string operator()(MemoryFormat) const { return "memory format"; }
    std::string operator()(const SymExpr&) const { return "a symbolic size"; }
    std::string operator()(const SubGraph&) const { return "a sub-graph"; }
    std::string operator()(const PyName& name) const { return "the Python name " + name.qualified.str(); }
    std::string operator()(const Opaque& what) const { return what.what.str(); }
  };
  return std::visit(Kinds{}, value.data);
}

[[noreturn]] void misfit(const std::string& expected, const std::string& found) {
  throw Misfit("expected " + expected + ", found " + found);
}
[[noreturn]] void misfit(const c10::Type& type, const std::string& found) { misfit(type.str(), found); }

// A Python number as a tensor argument. It adopts the other argument's element type, as in eager.
IValue wrapped_number(const IValue& number) {
  at::Tensor tensor = c10::scalar_to_tensor(number.toScalar());
  tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
  return tensor;
}

bool is_plain_number(const IValue& value) {
  return value.isInt() || value.isDouble() || value.isBool() || value.isComplexDouble();
}

// `given` as an argument of a scalar type; nothing if it is no number.
std::optional<IValue> as_number(const IValue& given, TypeKind kind) {
  const bool number = given.isInt() || given.isSymInt() || given.isBool() || given.isDouble() ||
                      given.isSymFloat() || given.isSymBool() || given.isComplexDouble();
  if (!number) return {};
  const bool integer = given.isInt() || given.isSymInt();
  switch (kind) {
    case TypeKind::IntType:
    case TypeKind::SymIntType:
      if (integer) return given;
      if (given.isBool()) return IValue(std::int64_t{given.toBool()});
      return {};
    case TypeKind::FloatType:
    case TypeKind::SymFloatType:
      if (given.isInt()) return IValue(static_cast<double>(given.toInt()));
      if (given.isBool()) return IValue(given.toBool() ? 1.0 : 0.0);
      return given.isDouble() || given.isSymFloat() ? std::optional(given) : std::nullopt;
    case TypeKind::BoolType:
    case TypeKind::SymBoolType:
      return given.isBool() || given.isSymBool() ? std::optional(given) : std::nullopt;
    case TypeKind::ComplexType:
      if (given.isInt()) return IValue(c10::complex<double>(static_cast<double>(given.toInt()), 0));
      if (given.isDouble()) return IValue(c10::complex<double>(given.toDouble(), 0));
      return given.isComplexDouble() ? std::optional(given) : std::nullopt;
    default:  // a Scalar accepts all of them
      return given;
  }
}

bool is_scalar(TypeKind kind) {
  switch (kind) {
    case TypeKind::IntType:
    case TypeKind::SymIntType:
    case TypeKind::FloatType:
    case TypeKind::SymFloatType:
    case TypeKind::BoolType:
    case TypeKind::SymBoolType:
    case TypeKind::ComplexType:
    case TypeKind::NumberType:
      return true;
    default:
      return false;
  }
}

IValue generic_list(std::vector<IValue> items, const c10::TypePtr& element) {
  c10::List<IValue> list(element);
  list.reserve(items.size());
  for (IValue& item : items) list.push_back(std::move(item));
  return IValue(std::move(list));
}

// Undefined tensors of Tensor?[] are None.
IValue list_of(std::vector<IValue> items, const c10::TypePtr& element) {
  const auto all = [&](auto test) { return std::ranges::all_of(items, test); };
  switch (element->kind()) {
    case TypeKind::IntType:
    case TypeKind::SymIntType: {
      if (!all([](const IValue& item) { return item.isInt(); }))
        return generic_list(std::move(items), c10::SymIntType::get());
      c10::List<std::int64_t> numbers;
      for (const IValue& item : items) numbers.push_back(item.toInt());
      return numbers;
    }
    case TypeKind::FloatType: {
      c10::List<double> numbers;
      for (const IValue& item : items) numbers.push_back(item.toDouble());
      return numbers;
    }
    case TypeKind::BoolType: {
      c10::List<bool> flags;
      for (const IValue& item : items) flags.push_back(item.toBool());
      return flags;
    }
    default:
      return generic_list(std::move(items), element);
  }
}

// A list or tuple returned by a call into Python.
IValue plain_sequence(IValue given) {
  if (!given.isPyObject()) return given;
  const pybind11::handle object = given.toPyObject();
  if (!PyTuple_Check(object.ptr()) && !PyList_Check(object.ptr())) return given;
  c10::impl::GenericList items(c10::AnyType::get());
  for (const pybind11::handle item : object) items.push_back(from_python(item));
  return items;
}

struct Conversion {
  Devices devices;
  const Running* running;

  IValue convert(const Value& value, const c10::Type& type, std::optional<int> fixed_size) const {
    if (const auto* ref = std::get_if<Ref>(&value.data)) return fit(running->at(*ref), type);
    switch (type.kind()) {
      case TypeKind::OptionalType:
        if (std::holds_alternative<Null>(value.data)) return {};
        return convert(value, *type.castRaw<c10::OptionalType>()->getElementType(), fixed_size);
      case TypeKind::ListType:
        return list(value, type, fixed_size);
      case TypeKind::TensorType:
      case TypeKind::AnyType:
        return fit(bare(value, type), type);
      default:
        break;
    }
    return constant(value, type);
  }

  IValue list(const Value& value, const c10::Type& type, std::optional<int> fixed_size) const {
    const c10::TypePtr element = type.castRaw<c10::ListType>()->getElementType();
    const ValueList* items = nullptr;
    if (const auto* of_list = std::get_if<List>(&value.data)) items = &of_list->items;
    if (const auto* of_tuple = std::get_if<Tuple>(&value.data)) items = &of_tuple->items;
    std::vector<IValue> converted;
    if (items != nullptr) {
      converted.reserve(items->size());
      for (const Value& item : *items) converted.push_back(convert(item, *element, {}));
      return list_of(std::move(converted), element);
    }
    if (!fixed_size || std::holds_alternative<Null>(value.data)) misfit(type, kind_of_value(value));
    converted.assign(static_cast<std::size_t>(*fixed_size), convert(value, *element, {}));
    return list_of(std::move(converted), element);
  }

  IValue constant(const Value& value, const c10::Type& type) const {
    const TypeKind kind = type.kind();
    if (const auto* dtype = std::get_if<DType>(&value.data)) {
      if (kind != TypeKind::ScalarTypeType) misfit(type, "dtype");
      return static_cast<std::int64_t>(scalar_type_of(*dtype));
    }
    if (const auto* layout = std::get_if<Layout>(&value.data)) {
      if (kind != TypeKind::LayoutType) misfit(type, "layout");
      return static_cast<std::int64_t>(layout_of(*layout));
    }
    if (const auto* format = std::get_if<MemoryFormat>(&value.data)) {
      if (kind != TypeKind::MemoryFormatType) misfit(type, "memory format");
      return static_cast<std::int64_t>(memory_format_of(*format));
    }
    if (const auto* place = std::get_if<DevicePlace>(&value.data)) {
      if (kind != TypeKind::DeviceObjType) misfit(type, "device");
      return device_of(*place, devices);
    }
    if (const auto* text = std::get_if<std::string>(&value.data)) {
      if (kind == TypeKind::StringType) return *text;
      const auto place = device_place_from_string(*text);
      if (kind != TypeKind::DeviceObjType || !place) misfit(type, "str");
      return device_of(*place, devices);
    }
    if (is_scalar(kind)) {
      if (const std::optional<IValue> number = as_number(bare(value, type), kind)) return *number;
    }
    misfit(type, kind_of_value(value));
  }

  // A number or None, before its type is checked.
  IValue bare(const Value& value, const c10::Type& type) const {
    if (std::holds_alternative<Null>(value.data)) return {};
    if (const auto* flag = std::get_if<bool>(&value.data)) return *flag;
    if (const auto* integer = std::get_if<std::int64_t>(&value.data)) return *integer;
    if (const auto* number = std::get_if<double>(&value.data)) return *number;
    if (const auto* text = std::get_if<std::string>(&value.data)) return *text;
    if (const auto* number = std::get_if<Complex>(&value.data))
      return c10::complex<double>(number->re, number->im);
    if (const auto* symbolic = std::get_if<SymExpr>(&value.data)) return running->symbolic(symbolic->text);
    misfit(type, kind_of_value(value));
  }
};

struct Varies {
  bool operator()(const Ref&) const { return true; }
  bool operator()(const SymExpr&) const { return true; }
  bool operator()(const SubGraph&) const { return true; }
  bool operator()(const List& list) const { return any(list.items); }
  bool operator()(const Tuple& tuple) const { return any(tuple.items); }
  bool operator()(const Slice& slice) const { return any(slice.parts); }
  bool operator()(const Dict& dict) const {
    return std::ranges::any_of(
        dict.items, [](const auto& item) { return !is_constant(item.first) || !is_constant(item.second); });
  }
  template <typename Constant>
  bool operator()(const Constant&) const {
    return false;
  }
  static bool any(const ValueList& items) {
    return std::ranges::any_of(items, [](const Value& item) { return !is_constant(item); });
  }
};

std::string bytes_of(const Node& input, const std::string& folder) {
  if (!input.constant) misfit("the bytes of a constant", "none in the graph file");
  if (input.constant->data) return *input.constant->data;
  std::optional<std::string> bytes = read_file(folder + "/" + input.constant->sha256 + ".bin");
  if (!bytes) misfit(input.constant->sha256 + ".bin beside the graph file", "no such file");
  if (sha256_hex(*bytes) != input.constant->sha256)
    misfit("bytes with the digest " + input.constant->sha256, "others");
  return *std::move(bytes);
}

/// Bytes of a constant, computed before any allocation, because a shape in a file is only a claim. On
/// overflow: one more than `there`.
std::size_t bytes_wanted(const TensorMeta& meta, std::size_t there) {
  std::size_t wanted = c10::elementSize(scalar_type_of(meta.dtype));
  for (const std::int64_t size : fixed_numbers(meta.shape)) {
    if (size < 0) misfit("sizes of at least 0", std::to_string(size));
    if (__builtin_mul_overflow(wanted, static_cast<std::size_t>(size), &wanted)) return there + 1;
  }
  return wanted;
}

/// Restores only a dense order of strides. Gaps and overlaps are not part of the value.
at::Tensor in_order(const at::Tensor& tensor, const TensorMeta& meta) {
  if (!meta.stride || tensor.numel() == 0) return tensor;
  const std::vector<std::int64_t> stride = fixed_numbers(*meta.stride);
  std::int64_t elements = 1;
  for (std::size_t i = 0; i < stride.size(); ++i) {
    if (stride[i] > tensor.numel()) return tensor;
    elements += (tensor.size(i) - 1) * stride[i];
  }
  if (elements != tensor.numel()) return tensor;
  at::Tensor ordered = at::empty_strided(tensor.sizes(), stride, tensor.options());
  ordered.copy_(tensor);
  return ordered;
}

}  // namespace

std::vector<std::int64_t> fixed_numbers(const std::vector<Dim>& dims) {
  std::vector<std::int64_t> numbers;
  for (const Dim& dim : dims) {
    if (dim.symbolic()) misfit("a constant of fixed size", dim.expr.str());
    numbers.push_back(dim.number);
  }
  return numbers;
}

bool is_constant(const Value& value) { return !std::visit(Varies{}, value.data); }

IValue to_ivalue(const Value& value, const c10::Type& type, std::optional<int> fixed_size, Devices devices,
                 const Running* running) {
  return Conversion{devices, running}.convert(value, type, fixed_size);
}

IValue fit(IValue given, const c10::Type& type) {
  switch (type.kind()) {
    case TypeKind::AnyType:
      return given;
    case TypeKind::OptionalType:
      if (given.isNone()) return given;
      return fit(std::move(given), *type.castRaw<c10::OptionalType>()->getElementType());
    case TypeKind::TensorType:
      if (given.isTensor()) return given;
      if (given.isNone()) return at::Tensor();  // PyTorch's own parser does the same with None
      if (is_plain_number(given)) return wrapped_number(given);
      break;
    case TypeKind::GeneratorType:
      if (given.isGenerator()) return given;
      break;
    case TypeKind::DeviceObjType:
      if (given.isDevice()) return given;
      break;
    case TypeKind::StringType:
      if (given.isString()) return given;
      break;
    case TypeKind::ClassType:  // a script object, such as a profiler's mark
      if (given.isObject() && given.type()->isSubtypeOf(type)) return given;
      break;
    case TypeKind::ListType:
      given = plain_sequence(std::move(given));
      if (given.isList() || given.isTuple()) {
        const c10::TypePtr element = type.castRaw<c10::ListType>()->getElementType();
        std::vector<IValue> items;
        const auto take = [&](c10::ArrayRef<IValue> all) {
          for (const IValue& item : all) items.push_back(fit(item, *element));
        };
        given.isList() ? take(given.toListRef()) : take(given.toTupleRef().elements());
        return list_of(std::move(items), element);
      }
      break;
    default:
      if (is_scalar(type.kind())) {
        if (std::optional<IValue> number = as_number(given, type.kind())) return *std::move(number);
      }
  }
  misfit(type, kind_of(given));
}

std::string kind_of(const IValue& value) {
  if (value.isInt() || value.isSymInt()) return "int";
  if (value.isDouble() || value.isSymFloat()) return "float";
  if (value.isBool() || value.isSymBool()) return "bool";
  if (value.isString()) return "str";
  if (value.isList()) return "list";
  if (value.isTuple()) return "tuple";
  if (value.isComplexDouble()) return "complex";
  if (value.isPyObject()) return Py_TYPE(value.toPyObject())->tp_name;
  return value.tagKind();
}

at::ScalarType scalar_type_of(DType dtype) {
  // By PyTorch's own names, as in the walker, because the enumerators differ between versions.
  static const std::unordered_map<std::string_view, at::ScalarType> known = [] {
    std::unordered_map<std::string_view, at::ScalarType> all;
    for (int i = 0; i < static_cast<int>(at::ScalarType::NumOptions); ++i) {
      const auto type = static_cast<at::ScalarType>(i);
      if (type == at::ScalarType::Undefined) continue;
      try {
        all.emplace(to_string(assay::dtype_of(type)), type);
      } catch (const std::exception&) {  // no Python object, or not storable in a graph file
      }
    }
    return all;
  }();
  const auto found = known.find(to_string(dtype));
  if (found == known.end()) misfit("a dtype of this PyTorch", std::string(to_string(dtype)));
  return found->second;
}

at::Layout layout_of(Layout layout) {
  for (int i = 0; i < static_cast<int>(at::Layout::NumOptions); ++i) {
    const auto candidate = static_cast<at::Layout>(i);
    if (assay::layout_of(candidate) == layout) return candidate;
  }
  misfit("a layout of this PyTorch", std::string(to_string(layout)));
}

at::MemoryFormat memory_format_of(MemoryFormat format) {
  switch (format) {
    case MemoryFormat::kContiguous:
      return at::MemoryFormat::Contiguous;
    case MemoryFormat::kPreserve:
      return at::MemoryFormat::Preserve;
    case MemoryFormat::kChannelsLast:
      return at::MemoryFormat::ChannelsLast;
    case MemoryFormat::kChannelsLast3d:
      return at::MemoryFormat::ChannelsLast3d;
  }
  misfit("a memory format of this PyTorch", std::string(to_string(format)));
}

at::Device device_of(const DevicePlace& place, Devices devices) {
  if (devices == Devices::kCpu) return at::Device(at::kCPU);
  try {
    return at::Device(to_string(place));
  } catch (const c10::Error&) {
    misfit("a device of this PyTorch", to_string(place));
  }
}

at::Tensor constant_of(const Node& input, const std::string& folder, Devices devices) {
  const auto* meta = input.outputs.size() == 1 ? std::get_if<TensorMeta>(&input.outputs[0].data) : nullptr;
  if (meta == nullptr) misfit("a constant tensor", "another output");
  if (meta->layout != Layout::kStrided) misfit("a strided constant", std::string(to_string(meta->layout)));
  const std::string bytes = bytes_of(input, folder);
  const std::size_t wanted = bytes_wanted(*meta, bytes.size());
  if (wanted != bytes.size())
    misfit("the bytes of " + print_output(input.outputs[0]), std::to_string(bytes.size()) + " bytes");
  at::Tensor tensor =
      at::empty(fixed_numbers(meta->shape), at::TensorOptions().dtype(scalar_type_of(meta->dtype)));
  if (!bytes.empty()) std::memcpy(tensor.mutable_data_ptr(), bytes.data(), bytes.size());
  return in_order(tensor, *meta).to(device_of(meta->device, devices));
}

at::Tensor zeros_of(const TensorMeta& meta, Devices devices) {
  if (meta.layout != Layout::kStrided) misfit("a strided constant", std::string(to_string(meta.layout)));
  const auto options =
      at::TensorOptions().dtype(scalar_type_of(meta.dtype)).device(device_of(meta.device, devices));
  const std::vector<std::int64_t> sizes = fixed_numbers(meta.shape);
  if (!meta.stride) return at::zeros(sizes, options);
  return at::empty_strided(sizes, fixed_numbers(*meta.stride), options).zero_();
}

}  // namespace assay::replay
