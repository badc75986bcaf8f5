// round_trip: the property of all reader fuzz targets. Bytes are refused with a typed error, or what is read
// round-trips through writing.
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

/// Reads every byte of a copy without spare room. The twin of a target reads beyond it, which a sanitizer
/// must detect.
inline bool is_whole(std::string_view written) {
  const std::vector<char> copy(written.begin(), written.end());
  const std::size_t end = copy.empty() ? 0 : copy.size() + kBeyond;
  std::size_t same = 0;
  for (std::size_t i = 0; i < end; ++i) same += copy.data()[i] == written[i < written.size() ? i : 0] ? 1 : 0;
  return same >= copy.size();
}

/// `read` throws an Error for input that it refuses. Any other exception, and an Error for the output of
/// `write`, ends the run.
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
