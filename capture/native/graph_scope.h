// GraphScope: which of the operators that a program runs are a graph's.
//
// Those that run while a graph does, and in a backward pass those of the nodes that autograd made meanwhile.
// Autograd numbers the nodes that a thread makes; a stretch of these numbers was made inside graphs or
// outside.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace assay::native {

/// Everything is inside until `narrow`. Thread-safe.
class GraphScope {
 public:
  void narrow();
  /// Nested as deeply as one likes.
  void open();
  void close();
  /// Of an operator that is about to run on this thread; to be asked of every one, in order.
  bool holds();

 private:
  struct Stretch {
    std::uint64_t end;  ///< one more than the last number
    bool inside;
  };
  bool is_inside() const;
  void note(bool inside);

  std::mutex mutex_;
  bool narrow_ = false;
  std::size_t open_ = 0;
  std::map<std::uint64_t, std::vector<Stretch>> made_;  ///< by thread
};

}  // namespace assay::native
