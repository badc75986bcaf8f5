// Names, element types, layouts, devices.
#include "harness/graph/dtype.h"

#include <set>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

namespace assay {

TEST_CASE("every dtype has two names of its own that read back") {
  std::set<std::string_view> names, short_names;
  for (int i = 0; i <= static_cast<int>(DType::kUInt7); ++i) {
    const auto dtype = static_cast<DType>(i);
    CHECK(dtype_from_string(to_string(dtype)) == dtype);
    CHECK(dtype_from_short_string(to_short_string(dtype)) == dtype);
    names.insert(to_string(dtype));
    short_names.insert(to_short_string(dtype));
  }
  CHECK(names.size() == 46);
  CHECK(short_names.size() == 46);
}

TEST_CASE("dtypes are named as PyTorch names them") {
  CHECK(to_string(DType::kFloat32) == "float32");
  CHECK(to_short_string(DType::kBool) == "b8");
  CHECK(to_string(DType::kFloat8E4M3FNUZ) == "float8_e4m3fnuz");
  CHECK(to_string(DType::kFloat4E2M1FNX2) == "float4_e2m1fn_x2");
  CHECK(to_string(DType::kUInt7) == "uint7");
  CHECK(dtype_from_string("float33") == std::nullopt);
  CHECK(dtype_from_string("f32") == std::nullopt);
  CHECK(dtype_from_short_string("float32") == std::nullopt);
}

TEST_CASE("layouts and memory formats read back") {
  for (int i = 0; i <= static_cast<int>(Layout::kJagged); ++i)
    CHECK(layout_from_string(to_string(static_cast<Layout>(i))) == static_cast<Layout>(i));
  for (int i = 0; i <= static_cast<int>(MemoryFormat::kChannelsLast3d); ++i)
    CHECK(memory_format_from_string(to_string(static_cast<MemoryFormat>(i))) == static_cast<MemoryFormat>(i));
  CHECK(layout_from_string("channels_last") == std::nullopt);
  CHECK(memory_format_from_string("strided") == std::nullopt);
}

TEST_CASE("device index 0 is the default and is not written") {
  CHECK(to_string(DevicePlace{Name("cuda")}) == "cuda");
  CHECK(to_string(DevicePlace{Name("cuda"), 1}) == "cuda:1");
  CHECK(device_place_from_string("cuda:0") == DevicePlace{Name("cuda")});
  CHECK(device_place_from_string("privateuse_one:12") == DevicePlace{Name("privateuse_one"), 12});
  CHECK(device_place_from_string("cuda:1") != DevicePlace{Name("cuda")});
}

TEST_CASE("what is not a device is refused") {
  for (const char* text :
       {"", ":", ":1", "cuda:", "cuda:-1", "cuda:12345", "CUDA", "cu da", "cuda:1x", "cuda:1:2"}) {
    CAPTURE(text);
    CHECK(device_place_from_string(text) == std::nullopt);
  }
}

TEST_CASE("names of equal text are one name, whichever thread makes them") {
  std::vector<std::vector<Name>> made(4);
  std::vector<std::thread> threads;
  for (auto& names : made)
    threads.emplace_back([&names] {
      for (int i = 0; i < 2000; ++i) names.emplace_back("thread test " + std::to_string(i));
    });
  for (std::thread& thread : threads) thread.join();
  REQUIRE(made[0].size() == 2000);
  for (const auto& names : made) CHECK(names == made[0]);
  CHECK(made[0][7].str() == "thread test 7");
  CHECK(made[0][7] != made[0][8]);
}

TEST_CASE("names are ordered by text and the default one is empty") {
  const Name later("b"), earlier("a");
  CHECK(earlier < later);
  CHECK(Name() == Name(""));
  CHECK(Name().empty());
  CHECK(Name(std::string_view("a\0b", 3)) != Name("a"));
}

}  // namespace assay
