// round_trip: what the fuzz targets of all readers hold: bytes are refused by a typed error, or read as
// something that, once written, is read and written the same.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/error/error.h"

namespace assay::test {

#ifdef ASSAY_FUZZ_TWIN
inline constexpr std::size_t kBeyond = 1;
#else
inline constexpr std::size_t kBeyond = 0;
#endif

/// Reads all of a copy that has no spare room; the twin of a target reads beyond it, which the run must
/// notice.
inline bool is_whole(std::string_view written) {
  const std::vector<char> copy(written.begin(), written.end());
  const std::size_t end = copy.empty() ? 0 : copy.size() + kBeyond;
  std::size_t same = 0;
  for (std::size_t i = 0; i < end; ++i) same += copy.data()[i] == written[i < written.size() ? i : 0] ? 1 : 0;
  return same >= copy.size();
}

/// `read` throws an Error of ours for what it refuses. Anything else that it throws, and an Error for what
/// `write` wrote, ends the run.
template <typename Read, typename Write>
void round_trip(std::string_view what, std::string_view text, Read read, Write write) {
  std::string once;
  try {
    const auto found = read(text);
    once = write(found);
  } catch (const Error&) {
    return;
  }
  const std::string twice = write(read(once));
  if (once == twice && is_whole(once)) return;
  std::cerr << what << " does not round-trip\n--- once\n" << once << "\n--- twice\n" << twice << '\n';
  std::abort();
}

}  // namespace assay::test
