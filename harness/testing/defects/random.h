// Random: a seeded stream of choices, the same on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace assay::defects {

/// Avoids std::uniform_int_distribution, whose results differ between standard libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// Uniform below `count`, which must not be 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool coin() { return below(2) == 0; }
  template <typename Item>
  const Item& pick(const std::vector<Item>& items) {
    return items[below(items.size())];
  }
  template <typename Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace assay::defects
