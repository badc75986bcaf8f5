// at_once: two halves of the work on a large graph, on two threads.
#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <system_error>

namespace assay {

/// Below it a thread costs more than half of the work takes.
inline constexpr std::size_t kWorthAThread = 20'000;

/// Calls both, `second` on a thread of its own where the work is about so many nodes and a thread is to be
/// had. Neither may change what the other reads, so that the result is that of one after the other. Throws
/// what either throws, once both have ended.
template <typename First, typename Second>
void at_once(std::size_t nodes, First&& first, Second&& second) {
  std::future<void> other;
  if (nodes >= kWorthAThread) {
    try {
      other = std::async(std::launch::async, std::ref(second));
    } catch (const std::system_error&) {  // no thread to be had
    }
  }
  first();
  other.valid() ? other.get() : second();
}

}  // namespace assay
