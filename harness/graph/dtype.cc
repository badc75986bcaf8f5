// The names of element types, layouts, memory formats and devices.
#include "harness/graph/dtype.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "harness/words/enumerators.h"

namespace assay {
namespace {

struct DTypeNames {
  std::string_view name, short_name;
};

// In the order of enum DType.
constexpr std::array kDTypes = std::to_array<DTypeNames>({
    {"bool", "b8"},
    {"uint8", "u8"},
    {"int8", "i8"},
    {"int16", "i16"},
    {"int32", "i32"},
    {"int64", "i64"},
    {"uint16", "u16"},
    {"uint32", "u32"},
    {"uint64", "u64"},
    {"float16", "f16"},
    {"bfloat16", "bf16"},
    {"float32", "f32"},
    {"float64", "f64"},
    {"complex32", "c32"},
    {"complex64", "c64"},
    {"complex128", "c128"},
    {"float8_e4m3fn", "f8e4m3fn"},
    {"float8_e5m2", "f8e5m2"},
    {"float8_e4m3fnuz", "f8e4m3fnuz"},
    {"float8_e5m2fnuz", "f8e5m2fnuz"},
    {"float8_e8m0fnu", "f8e8m0fnu"},
    {"float4_e2m1fn_x2", "f4e2m1fnx2"},
    {"qint8", "qi8"},
    {"quint8", "qu8"},
    {"qint32", "qi32"},
    {"quint4x2", "qu4x2"},
    {"quint2x4", "qu2x4"},
    {"bits1x8", "bits1x8"},
    {"bits2x4", "bits2x4"},
    {"bits4x2", "bits4x2"},
    {"bits8", "bits8"},
    {"bits16", "bits16"},
    {"int1", "i1"},
    {"int2", "i2"},
    {"int3", "i3"},
    {"int4", "i4"},
    {"int5", "i5"},
    {"int6", "i6"},
    {"int7", "i7"},
    {"uint1", "u1"},
    {"uint2", "u2"},
    {"uint3", "u3"},
    {"uint4", "u4"},
    {"uint5", "u5"},
    {"uint6", "u6"},
    {"uint7", "u7"},
});
static_assert(is_complete<DType, kDTypes.size()>);

constexpr auto kLayouts = enumerators<Layout>(
    {"strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "_mkldnn", "jagged"});
constexpr auto kMemoryFormats =
    enumerators<MemoryFormat>({"contiguous_format", "preserve_format", "channels_last", "channels_last_3d"});

std::optional<DType> find_dtype(std::string_view DTypeNames::*member, std::string_view text) {
  const auto found =
      std::ranges::find_if(kDTypes, [&](const DTypeNames& names) { return names.*member == text; });
  if (found == kDTypes.end()) return std::nullopt;
  return static_cast<DType>(found - kDTypes.begin());
}

}  // namespace

std::string_view to_string(DType dtype) { return kDTypes.at(static_cast<std::size_t>(dtype)).name; }
std::string_view to_short_string(DType dtype) {
  return kDTypes.at(static_cast<std::size_t>(dtype)).short_name;
}
std::string_view to_string(Layout layout) { return kLayouts[layout]; }
std::string_view to_string(MemoryFormat format) { return kMemoryFormats[format]; }

std::optional<DType> dtype_from_string(std::string_view text) { return find_dtype(&DTypeNames::name, text); }
std::optional<DType> dtype_from_short_string(std::string_view text) {
  return find_dtype(&DTypeNames::short_name, text);
}
std::optional<Layout> layout_from_string(std::string_view text) { return kLayouts.find(text); }
std::optional<MemoryFormat> memory_format_from_string(std::string_view text) {
  return kMemoryFormats.find(text);
}

std::string to_string(const DevicePlace& place) {
  return place.index == 0 ? place.type.str() : place.type.str() + ":" + std::to_string(place.index);
}

std::optional<DevicePlace> device_place_from_string(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view type = text.substr(0, colon);
  if (type.empty() || type.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") != std::string_view::npos)
    return std::nullopt;
  DevicePlace place{Name(type)};
  if (colon == std::string_view::npos) return place;
  const std::string_view index = text.substr(colon + 1);
  if (index.empty() || index.size() > 4) return std::nullopt;
  if (index.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  std::from_chars(index.data(), index.data() + index.size(), place.index);
  return place;
}

}  // namespace assay
