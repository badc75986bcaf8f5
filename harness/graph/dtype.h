// DType, Layout, MemoryFormat, DevicePlace: element type, memory layout and device of a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/words/name.h"

namespace assay {

/// Element types, with PyTorch's names ("float32"). The text form uses short names ("f32").
enum class DType : std::uint8_t {
  kBool,
  kUInt8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUInt16,
  kUInt32,
  kUInt64,
  kFloat16,
  kBFloat16,
  kFloat32,
  kFloat64,
  kComplex32,
  kComplex64,
  kComplex128,
  kFloat8E4M3FN,
  kFloat8E5M2,
  kFloat8E4M3FNUZ,
  kFloat8E5M2FNUZ,
  kFloat8E8M0FNU,
  kFloat4E2M1FNX2,
  kQInt8,
  kQUInt8,
  kQInt32,
  kQUInt4x2,
  kQUInt2x4,
  kBits1x8,
  kBits2x4,
  kBits4x2,
  kBits8,
  kBits16,
  kInt1,
  kInt2,
  kInt3,
  kInt4,
  kInt5,
  kInt6,
  kInt7,
  kUInt1,
  kUInt2,
  kUInt3,
  kUInt4,
  kUInt5,
  kUInt6,
  kUInt7,
};
enum class Layout : std::uint8_t {
  kStrided,
  kSparseCoo,
  kSparseCsr,
  kSparseCsc,
  kSparseBsr,
  kSparseBsc,
  kMkldnn,
  kJagged
};
enum class MemoryFormat : std::uint8_t { kContiguous, kPreserve, kChannelsLast, kChannelsLast3d };

std::string_view to_string(DType dtype);          // "float32"
std::string_view to_short_string(DType dtype);    // "f32", "bf16", "i64", "b8", "c64", ...; unique
std::string_view to_string(Layout layout);        // "strided", "sparse_coo", ...
std::string_view to_string(MemoryFormat format);  // "contiguous_format", "channels_last", ...
std::optional<DType> dtype_from_string(std::string_view text);        // empty if unknown
std::optional<DType> dtype_from_short_string(std::string_view text);  // empty if unknown
std::optional<Layout> layout_from_string(std::string_view text);
std::optional<MemoryFormat> memory_format_from_string(std::string_view text);

/// A device type ("cpu", "cuda", "meta", ...) and its index. Index 0 is the default and never written: "cuda"
/// and "cuda:0" are the same device, "cuda:1" is another.
struct DevicePlace {
  Name type;
  int index = 0;
  friend bool operator==(const DevicePlace&, const DevicePlace&) = default;
};
std::string to_string(const DevicePlace& place);
/// Empty unless `text` matches `[a-z_]+(:[0-9]{1,4})?`.
std::optional<DevicePlace> device_place_from_string(std::string_view text);

}  // namespace assay
