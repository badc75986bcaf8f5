// MADV_COLLAPSE over /proc/self/maps.
#include "capture/zygote/huge_pages.h"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <sys/mman.h>

namespace assay::zygote {
namespace {

constexpr std::uintptr_t kHugePage = std::uintptr_t{2} << 20;
constexpr int kCollapse = 25;  // MADV_COLLAPSE, missing in the headers of older systems

struct Range {
  std::uintptr_t begin = 0, end = 0;
};

/// "BEGIN-END rw-p OFFSET DEVICE INODE [PATH]": its whole huge pages, if it is anonymous and writable.
Range huge_part(const std::string& line) {
  unsigned long begin = 0, end = 0, inode = 0;
  char access[5] = "", path[8] = "";
  const int read =
      std::sscanf(line.c_str(), "%lx-%lx %4s %*s %*s %lu %7s", &begin, &end, access, &inode, path);
  const bool heap = read == 5 && std::string(path) == "[heap]";
  if (read < 4 || std::string(access) != "rw-p" || inode != 0 || (read == 5 && !heap)) return {};
  return {.begin = (begin + kHugePage - 1) / kHugePage * kHugePage, .end = end / kHugePage * kHugePage};
}

}  // namespace

void gather_huge_pages() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const Range range = huge_part(line);
    for (std::uintptr_t page = range.begin; page < range.end; page += kHugePage) {
      if (madvise(reinterpret_cast<void*>(page), kHugePage, kCollapse) != 0)
        continue;  // mostly untouched, or not supported
    }
  }
}

}  // namespace assay::zygote
